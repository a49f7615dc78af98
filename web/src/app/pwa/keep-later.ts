/**
 * The message with which a page requests the second part of the offline cache (web/build/offline-parts.ts)
 * from the service worker. The worker posts true to the port when the part is complete.
 */
export const KEEP_LATER = "KEEP_LATER";
