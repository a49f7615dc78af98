/** What the bundler adds to the language. */

declare module "*.module.css" {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}

declare module "*.css" {}

interface ImportMeta {
  readonly env: { readonly PROD: boolean; readonly DEV: boolean };
}
