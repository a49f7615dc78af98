/** A value in a configuration file of OpenSSL, and in -addext, which reads its text as one (config(5)). */
export function configured(value: string): string {
  return value.replace(/[\\$#"'`]/g, "\\$&");
}
