export const SITE_NAME = "SSL Tools";

/** Returns the title of a page as the browser's tab shows it. */
export const tabTitle = (title: string): string => `${title} | ${SITE_NAME}`;
