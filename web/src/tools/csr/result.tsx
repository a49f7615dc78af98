import { useDeferredValue } from "react";
import { HandOverLink } from "../../hand-over/hand-over-link.tsx";
import { ResultActions } from "../../save-as/actions.tsx";
import { Button } from "../../ui/base/button.tsx";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { Command } from "../../ui/data/code.tsx";
import { Details, Facts } from "../../ui/data/facts.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { Beside } from "../../ui/result/beside.tsx";
import { Value } from "../../ui/data/value.tsx";
import { Verdict } from "../../ui/result/verdict.tsx";
import { type FormValues, subjectOf } from "./form-values.ts";
import { KeyAndRequest } from "./key-and-request.tsx";
import { checkingCommands, makingCommands } from "./openssl-commands.ts";
import { madeVerdict } from "../../../../core/verdict/csr.ts";
import { toneOf } from "../../page/verdict-tone.ts";
import type { Generated } from "./words.ts";

export { madeVerdict };

/** Shown below the verdict until the new key is copied or saved. */
const SAVE_KEY = {
  title: "Download your private key now.",
  text: "There is no other copy, and it can't be recovered.",
} as const;

/** Loaded at the click, because the first result must not wait for it. */
const loadArchive = () => Promise.all([import("./bundle.ts"), import("../../page/archive.ts")]);

interface GeneratedResultProps {
  made: Generated;
  /** The form's values at the time of the request. */
  values: FormValues;
  keyTaken: boolean;
  onKeyTaken: () => void;
}

export default function GeneratedResult(
  { made, values, keyTaken, onKeyTaken }: GeneratedResultProps,
) {
  // Key and request are drawn at once, and the rest a moment later.
  const whole = useDeferredValue(true, false);
  const answer = { ...made, privateKey: null };
  const commands = { ...made, certificateType: values.certificateType, subject: subjectOf(values) };
  const { privateKey } = made;
  const verdict = madeVerdict(made);
  const { level, title, cause, next } = verdict;
  return (
    <Stack>
      <Verdict tone={toneOf(level)} title={title} next={next}>{cause}</Verdict>
      {made.privateKey !== null && !keyTaken && (
        <Banner quiet tone="warn" title={SAVE_KEY.title}>
          <p>{SAVE_KEY.text}</p>
        </Banner>
      )}
      <KeyAndRequest {...made} onKeyTaken={onKeyTaken} />
      <ResultActions
        main={privateKey !== null && (
          <Button
            kind="filled"
            icon="download"
            onClick={async () => {
              const [{ bundleOf }, { downloadArchive }] = await loadArchive();
              downloadArchive(bundleOf({ ...made, privateKey }, Date.now()));
              onKeyTaken();
            }}
          >
            Download all (ZIP)
          </Button>
        )}
        downloads={[{
          name: "Download JSON",
          label: "JSON",
          hint: made.privateKey === null ? undefined : "Without the private key",
          content: () => JSON.stringify(answer, null, 2) + "\n",
          filename: "csr.json",
          type: "application/json",
        }]}
        value={answer}
        shared={{
          name: made.commonName,
          verdict,
          link: { path: "/csr-decoder", text: made.csr, isPublic: false },
          request: { csr: made.csr, names: made.subjectAltName.map(({ value }) => value) },
        }}
      >
        <HandOverLink to="/csr-decoder" data={{ csr: made.csr }} icon="csr-decoder">
          Use this CSR in the decoder
        </HandOverLink>
        {made.privateKey !== null && (
          <HandOverLink
            to="/match"
            data={{ certificate: made.csr, privateKey: made.privateKey }}
            icon="match"
          >
            Check the match
          </HandOverLink>
        )}
      </ResultActions>
      <Facts
        facts={[
          { term: "Key", value: keyText(made) },
          ...(made.digestAlgorithm ? [{ term: "Digest", value: made.digestAlgorithm }] : []),
          { term: "Names", value: made.subjectAltName.length },
          { term: "Wildcard", value: made.isWildcard ? "Yes" : "No" },
        ]}
      />
      <Beside
        first={
          <Section heading="Names in the CSR" count={made.subjectAltName.length}>
            <Details
              details={made.subjectAltName.map(({ type, value, unicode }) => ({
                term: NAME_TYPES[type],
                value: (
                  <>
                    <Value data>{value}</Value>
                    {unicode && (
                      <>
                        {" "}(<Value>{unicode}</Value>)
                      </>
                    )}
                  </>
                ),
              }))}
            />
          </Section>
        }
        second={whole && made.notes.length > 0 && (
          <Section heading="What your CA will ignore">
            <ItemList
              items={made.notes.map(({ path, message }) => ({
                title: FIELD_NAMES[path] ?? path,
                children: <p>{message}</p>,
              }))}
            />
          </Section>
        )}
      />
      {whole && (
        <Section heading="With OpenSSL" screenOnly>
          <Stack>
            {made.privateKey !== null && (
              <Command copyName="Copy making commands" command={makingCommands(commands)}>
                Make a key and a CSR like these on your own command line:
              </Command>
            )}
            <Command copyName="Copy checking commands" command={checkingCommands(commands)}>
              Read the saved CSR and check that the key matches: both digests are equal.
            </Command>
          </Stack>
        </Section>
      )}
    </Stack>
  );
}

const NAME_TYPES = { DNS: "Domain name", IP: "IP address", email: "E-mail address" } as const;

const FIELD_NAMES: Readonly<Record<string, string>> = {
  commonName: "Common name",
  organization: "Subject",
  organizationUnit: "Organization unit",
  email: "E-mail address",
  subjectAltNames: "Additional names",
  keyType: "Key type",
  eccCurve: "Curve",
  privateKey: "Private key",
};

function keyText({ keyType, keySize, eccCurve }: Generated): string {
  return [keyType, keySize ?? eccCurve].filter(Boolean).join(" ");
}
