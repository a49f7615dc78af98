/** Addresses of an issuer that the server tried, each with the reason why it did not give the issuer. */
import type { MissingIssuer } from "../../../../core/x509/shapes.ts";
import { pageText } from "../../../../core/page-text.ts";
import { Value } from "../data/value.tsx";

export function Tried({ tried }: { tried: NonNullable<MissingIssuer["tried"]> }) {
  return tried.map(({ url, problem }) => (
    <p key={url}>
      <Value data>{url}</Value>: {pageText(problem)}.
    </p>
  ));
}
