import { AUTHORITIES } from "../../../../core/caa/authorities.ts";
import { useState } from "react";
import { CAA_FORMATS, type CaaFormat, type caaGenerate } from "../../../../core/caa/contract.ts";
import type { OutputOf } from "../../../../core/kernel/contract.ts";
import { ResultActions } from "../../save-as/actions.tsx";
import { Button } from "../../ui/base/button.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { CodeOutput, Command } from "../../ui/data/code.tsx";
import { CopyButton } from "../../ui/base/copy-button.tsx";
import { DownloadButton } from "../../ui/base/download-button.tsx";
import { Facts } from "../../ui/data/facts.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { Beside } from "../../ui/result/beside.tsx";
import { SelectInline } from "../../ui/form/select-inline.tsx";
import { Steps } from "../../ui/result/steps.tsx";
import { Verdict } from "../../ui/result/verdict.tsx";
import { toneOf } from "../../page/verdict-tone.ts";

type Generated = OutputOf<typeof caaGenerate>;

const FORMATS: Readonly<Record<CaaFormat, { name: string; ending: string; hint: string }>> = {
  bind: { name: "BIND zone", ending: "zone", hint: "Lines for a zone file: BIND, NSD, Knot." },
  rfc3597: {
    name: "Generic (RFC 3597)",
    ending: "zone",
    hint: "The same lines for a name server that does not know CAA.",
  },
  tinydns: { name: "tinydns", ending: "txt", hint: "Lines for tinydns-data." },
  dnsmasq: { name: "dnsmasq", ending: "conf", hint: "Lines for dnsmasq.conf." },
  powerdns: {
    name: "PowerDNS API",
    ending: "json",
    hint: "Body of a PATCH to the zone. Replaces the CAA records of this name.",
  },
  route53: {
    name: "Route 53",
    ending: "json",
    hint: "For aws route53 change-resource-record-sets. Replaces the CAA records of this name.",
  },
  cloudflare: {
    name: "Cloudflare API",
    ending: "json",
    hint: "Body of a POST to dns_records/batch. Adds to the records that are there.",
  },
};

/** The names of authorities, by their keys. */
function namesOf(keys: readonly string[]): string {
  const names = AUTHORITIES.filter(({ key }) => keys.includes(key)).map(({ name }) => name);
  return names.join(", ") || "None";
}

interface GeneratedRecordsProps {
  generated: Generated;
  /** Looks up the records that the domain has now. */
  onLookUp: (domain: string) => void;
}

export default function GeneratedRecords({ generated, onLookUp }: GeneratedRecordsProps) {
  const { domain, records, summary, notes } = generated;
  const { level, title, cause, next } = generated.verdict;
  const types = new Set(records.map(({ type }) => type));
  return (
    <Stack>
      <Verdict tone={toneOf(level)} title={title} next={next}>{cause}</Verdict>
      <ResultActions
        main={
          <CopyButton
            label="Copy All"
            text={() => records.map(({ raw }) => `${raw}\n`).join("")}
          />
        }
        downloads={[{
          name: "Download JSON",
          label: "JSON",
          hint: "The result, as the API returns it",
          content: () => JSON.stringify(generated, null, 2) + "\n",
          filename: `${domain}_caa.json`,
          type: "application/json",
        }]}
        value={generated}
        shared={{
          name: domain,
          verdict: generated.verdict,
          link: {
            path: "/caa",
            text: records.map(({ raw }) => raw).join("\n"),
            isPublic: false,
          },
        }}
      >
        <Button size="small" icon="caa" onClick={() => onLookUp(domain)}>
          Look up what is published
        </Button>
      </ResultActions>
      <Facts
        facts={[
          { term: "Total records", value: summary.totalRecords },
          { term: "Certificate authorities", value: namesOf(summary.certificateAuthorities) },
          { term: "Record types", value: `${summary.recordTypes}: ${[...types].join(", ")}` },
        ]}
      />
      {notes.length > 0 && <Notice heading="About this choice">{notes.join(" ")}</Notice>}
      <Beside
        first={
          <Section heading="CAA records" count={records.length}>
            <ItemList
              items={records.map(({ raw, description }, index) => ({
                children: (
                  <Command command={raw} copyName={`Copy record ${index + 1}`}>
                    {description}
                  </Command>
                ),
              }))}
            />
          </Section>
        }
        second={
          <>
            <OtherForms generated={generated} />
            <Guide domain={domain} />
          </>
        }
      />
    </Stack>
  );
}

function OtherForms({ generated: { domain, formats } }: { generated: Generated }) {
  const [format, setFormat] = useState<CaaFormat>("bind");
  const { name, ending, hint } = FORMATS[format];
  const text = formats[format];
  return (
    <Section
      heading="For your DNS"
      aside={
        <SelectInline
          label="Format"
          value={format}
          options={CAA_FORMATS.map((value) => ({ value, text: FORMATS[value].name }))}
          onChange={(value) => setFormat(value as CaaFormat)}
        />
      }
    >
      <Stack gap={3}>
        <CodeOutput label={`Records as ${name}`} value={text} rows={9} />
        <Row spread>
          <span>{hint}</span>
          <Row gap={2}>
            <CopyButton text={text} name={`Copy ${name}`} />
            <DownloadButton
              content={text}
              filename={`${domain}_caa.${ending}`}
              name={`Download ${name}`}
            />
          </Row>
        </Row>
      </Stack>
    </Section>
  );
}

function Guide({ domain }: { domain: string }) {
  return (
    <Section heading="Implementation guide">
      <Steps
        steps={[
          {
            heading: "Look at the existing records",
            children: (
              <Command command={`dig ${domain} CAA +short`} copyName="Copy dig command">
                New records are added to the old ones. Remove those that should no longer apply.
              </Command>
            ),
          },
          {
            heading: "Add the records",
            children: (
              <p>
                Sign in to the DNS provider of {domain}{" "}
                and add each record: type CAA, then flags, tag and value as in the line. If your
                provider offers no CAA records, use the generic zone format.
              </p>
            ),
          },
          {
            heading: "Wait until the records are visible",
            children: (
              <p>
                DNS propagation usually takes 15 to 30 minutes, and up to 24 hours. Authorities
                check the records when they issue, so the certificates that you have stay valid.
              </p>
            ),
          },
          {
            heading: "Check them",
            children: (
              <p>
                Under <strong>Check existing records</strong>, enter the domain and press{" "}
                <strong>Look up</strong>, or paste the output of the command above. Then renew one
                certificate to see that your authority is still allowed.
              </p>
            ),
          },
        ]}
      />
    </Section>
  );
}
