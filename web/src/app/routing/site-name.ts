export const SITE_NAME = "SSL Tools";

/** What the browser's tab says of a page. */
export const tabTitle = (title: string): string => `${title} | ${SITE_NAME}`;
