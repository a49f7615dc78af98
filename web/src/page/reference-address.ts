/** The addresses of the pages of rules and error texts, and the place of their data in a document. */

/** The id of the element with the data. */
export const DATA_ID = "page-data";

const PATH = /^\/(?:rules|errors)(?:\/[\w.-]+)?$/;

/** Whether an address has the form of these pages. The page may not exist. */
export const isReference = (path: string): boolean => PATH.test(path);
