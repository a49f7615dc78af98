/** Menus of devices, as their makers name them. */

/** Of a Pixel (support.google.com/pixelphone/answer/2844832). Other makers name them otherwise. */
export const ANDROID_CREDENTIALS =
  "Settings, Security & privacy, More security settings, Encryption & credentials";
