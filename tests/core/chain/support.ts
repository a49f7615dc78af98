/** Common helpers of the chain tests: read fixtures and analyze them with given anchors. */
import { createContext } from "../../../core/kernel/context.ts";
import { analyze, analyzeCertificates, type AnalyzeParts } from "../../../core/chain/analyze.ts";
import type { JudgeAs } from "../../../core/judge-as.ts";
import type { ChainResponse } from "../../../core/chain/contract.ts";
import { referenceFor } from "../../../core/names/service-identity.ts";
import type { TrustStore } from "../../../core/x509/path/trust-store.ts";
import { readBundle } from "../../../core/x509/cms/bundles.ts";
import { at, type ChainCase, chainText } from "../../fixtures/chain/index.ts";

export const now = Date.parse(at);

/** The operation on a fixture's text. */
export function analyzeText(
  certificate: string,
  time = at,
  judgeAs: JudgeAs = "auto",
): Promise<ChainResponse> {
  return Promise.resolve(analyze({ certificate, judgeAs, at: Date.parse(time) }, createContext()));
}

export const analyzeFile = (name: string) => analyzeText(chainText(name));

/** A chain under anchors: its own root (public) or none (private). */
export function analyzeCase(
  { text, purpose, host }: Pick<ChainCase, "text" | "purpose" | "host">,
  profile: "public" | "private",
  judgeAs?: AnalyzeParts["judgeAs"],
): Promise<ChainResponse> {
  const context = createContext({ now });
  const { certificates } = readBundle(text, context.budget);
  const given = certificates.map((entry) => ({ ...entry, source: "input" as const }));
  const roots = profile === "public" ? [given[given.length - 1].certificate] : [];
  const trustStore: TrustStore = {
    name: "Fixtures",
    source: "tests",
    date: at.slice(0, 10),
    certificates: roots,
  };
  const reference = host ? referenceFor(host) : null;
  return analyzeCertificates(
    {
      ...{ given, trustStore, purpose: purpose ?? undefined, reference, judgeAs },
      leafFirst: purpose !== null,
    },
    context,
  );
}

/** Problems without the remark that a private root always gets, as "code@index". */
export function problemsOf({ problems }: ChainResponse): string[] {
  return problems.filter(({ code, severity }) => code !== "root_not_trusted" && severity !== "info")
    .map(({ code, index }) => `${code}@${index}`);
}

/** Every problem as "code@index". */
export const codes = ({ problems }: ChainResponse): string[] =>
  problems.map(({ code, index }) => `${code}@${index}`);

/** The certificates of a fixture, each as PEM. */
export const pemsOf = (name: string): string[] =>
  chainText(name).match(/-----BEGIN [^]*?-----END CERTIFICATE-----\n/g)!;
