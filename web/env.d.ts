/** What the bundler adds to the language. */

declare module "*.module.css" {
  const classes: Readonly<Record<string, string>>;
  export = classes;
}

declare module "*.css" {}

interface ImportMeta {
  readonly env: {
    readonly PROD: boolean;
    readonly DEV: boolean;
    /** Whether the code runs in the build, which prerenders the pages. */
    readonly SSR: boolean;
    /** In which the bundle was made. */
    readonly BUILD_YEAR: number;
    /** The version of the API and the app. */
    readonly VERSION: string;
  };
  /** Files of the project as text. */
  glob<T extends string>(
    pattern: string,
    options: { query: "?raw"; import: "default"; eager: true },
  ): Readonly<Record<string, T>>;
}
