/** The URLs from which the server tried to fetch an issuer, each with the reason for the failure. */
import type { MissingIssuer } from "../../../../core/x509/shapes.ts";
import { Value } from "../data/value.tsx";

export function Tried({ tried }: { tried: NonNullable<MissingIssuer["tried"]> }) {
  return tried.map(({ url, problem }) => (
    <p key={url}>
      <Value data>{url}</Value>: {problem}.
    </p>
  ));
}
