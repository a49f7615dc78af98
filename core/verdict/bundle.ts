/** The verdict on a folder for a server: it is ready, or every reason why it is not handed out. */
import type { BundleCode, FactsOf } from "./codes.ts";
import type { Statement, Step } from "./model.ts";
import { renderVerdict } from "./render.ts";
import type { RenderedVerdict } from "./schema.ts";
import { conclude, state, step } from "./statements.ts";
import { bundleEnglish } from "./text/bundle.ts";
import type { Language } from "./text/language.ts";

/** A fact about the folder or its files, by its code. */
export type BundleFact = {
  [C in BundleCode]: { readonly code: C; readonly facts: FactsOf<C> };
}[BundleCode];

/** The verdict on a folder that is handed out. */
export const readyVerdict = (
  ready: FactsOf<"bundle_ready">,
  remarks: readonly BundleFact[],
  language: Language = bundleEnglish,
): RenderedVerdict => {
  const next = step("follow_bundle_steps", { target: ready.target });
  return renderVerdict(
    conclude(state("bundle_ready", ready, { next }), [], remarks.map(stated)),
    language,
  );
};

/** The verdict on files that make no folder. The first reason is the headline. */
export const refusedVerdict = (
  [first, ...more]: readonly [BundleFact, ...BundleFact[]],
  remarks: readonly BundleFact[],
  language: Language = bundleEnglish,
): RenderedVerdict =>
  renderVerdict(conclude(stated(first), more.map(stated), remarks.map(stated)), language);

const stated = (fact: BundleFact): Statement =>
  state(fact.code, fact.facts as never, { next: nextOf(fact) });

/** The step that makes it work. */
function nextOf({ code, facts }: BundleFact): Step | null {
  switch (code) {
    case "bundle_nothing":
    case "bundle_only_authorities":
      return step("drop_certificates", {});
    case "bundle_locked":
    case "bundle_locked_left":
      return step("give_passphrase", {});
    case "bundle_certificate_missing":
      return step("ask_for_certificate", {});
    case "bundle_several_names":
      return step("name_the_host", {});
    case "bundle_key_missing":
      return step("find_the_key", { name: facts.name });
    case "bundle_key_other":
      return step("make_new_key", { name: facts.name });
    case "bundle_newer_unusable":
      return step("find_the_key", { name: facts.name });
    case "bundle_key_unsuited":
      return step("ask_for_other_key", {});
    case "bundle_host_uncovered":
      return step("ask_for_name", { host: facts.host });
    case "bundle_expired":
    case "bundle_revoked":
    case "bundle_expires_soon":
      return step("renew_before_use", {});
    case "bundle_not_yet_valid":
      return step("wait_until_valid", {});
    case "bundle_without_host":
    case "bundle_not_for_servers":
      return step("ask_for_server_certificate", {});
    case "bundle_not_for_clients":
      return step("ask_for_client_certificate", {});
    case "bundle_issuer_missing":
      return step("ask_for_issuer", { issuer: facts.issuer, url: facts.url });
    case "bundle_chain_invalid":
      return step("replace_the_chain", {});
    case "bundle_clients_refuse":
    case "bundle_some_clients_refuse":
      return step("follow_rule_advice", { rule: facts.rule, advice: facts.advice });
    default:
      return null;
  }
}
