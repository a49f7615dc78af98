/** The verdicts on PFX files that were made or opened. */
import { renderVerdict } from "./render.ts";
import type { RenderedVerdict } from "./schema.ts";
import { conclude, state, step } from "./statements.ts";
import { pfxEnglish } from "./text/pfx.ts";

interface Named {
  readonly subject: { readonly commonName: string | null };
}

interface ConvertedFacts {
  readonly certificate: Named & { readonly isExpired: boolean; readonly daysUntilExpiry: number };
  readonly readBack: { readonly keys: number; readonly certificates: number };
}

/** The verdict on a file that was made. */
export function convertedVerdict({ certificate, readBack }: ConvertedFacts): RenderedVerdict {
  const { keys, certificates } = readBack;
  const facts = { keys, certificates, name: certificate.subject.commonName };
  const made = certificate.isExpired
    ? state("pfx_ready_expired", { ...facts, days: certificate.daysUntilExpiry }, {
      next: step("renew_before_install", {}),
    })
    : state("pfx_ready", facts, { next: step("download_pfx", {}) });
  return renderVerdict(conclude(made, []), pfxEnglish);
}

interface OpenedFacts {
  readonly keys: readonly unknown[];
  readonly certificates: readonly { readonly info: Named }[];
  readonly mac: unknown;
}

/** The verdict on a file that was opened. */
export function openedVerdict({ keys, certificates, mac }: OpenedFacts): RenderedVerdict {
  const facts = {
    keys: keys.length,
    certificates: certificates.length,
    name: certificates[0]?.info.subject.commonName ?? null,
  };
  const isEmpty = keys.length + certificates.length === 0;
  const next = isEmpty ? step("ask_for_another", {}) : step("save_parts", {});
  const opened = state(mac === null ? "pfx_opened_unchecked" : "pfx_opened", facts, { next });
  return renderVerdict(conclude(opened, []), pfxEnglish);
}
