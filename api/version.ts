/** The version of the API, as /api/health and the OpenAPI document give it. */
export const VERSION = "1.0.0";
