/** Bounds that pages and schemas share. */

/** The most that one text field may hold on the device, in UTF-16 code units (1 MiB). */
export const MAX_TEXT_LENGTH = 1024 * 1024;
