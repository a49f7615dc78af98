/** The version of the product: of the API, the command line and the packages. */
export const VERSION = "3.0.0";
