/** What the HTTP application passes from one handler to the next. */

/** What every handler knows: who calls, by the rules of `client-address.ts`. */
export interface Environment {
  Variables: { client: string };
  Bindings: { address?: string };
}
