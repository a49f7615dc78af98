import { useState } from "react";
import answers from "../../core/example-answers.json" with { type: "json" };
import type { CertificateInfo } from "../../core/x509/shapes.ts";
import { Asn1View } from "../src/ui/data/asn1-view.tsx";
import { Card, Section } from "../src/ui/layout/card.tsx";
import { CertificateView } from "../src/ui/certificate/certificate-view.tsx";
import { ChainPicture, type Rung } from "../src/ui/certificate/chain-picture.tsx";
import { CodeBlock, CodeOutput, Command } from "../src/ui/data/code.tsx";
import { CopyButton } from "../src/ui/base/copy-button.tsx";
import { DataValue } from "../src/ui/certificate/data-value.tsx";
import { Details } from "../src/ui/data/facts.tsx";
import { Chips, Hex, Value } from "../src/ui/data/value.tsx";
import { ItemList } from "../src/ui/layout/item-list.tsx";
import { Stack } from "../src/ui/layout/layout.tsx";
import { LongList } from "../src/ui/data/long-list.tsx";
import { type ObjectNode, ObjectTree } from "../src/ui/data/object-tree.tsx";
import { StatusPill } from "../src/ui/feedback/status.tsx";
import { SecretText } from "../src/ui/data/secret-text.tsx";
import { DataTable } from "../src/ui/layout/document.tsx";

export const EXAMPLE_JSON = JSON.stringify({ csr: "…" }, null, 2);

const LIFE = {
  from: "2026-01-01T00:00:00Z",
  to: "2027-01-01T00:00:00Z",
  at: "2026-11-21T12:00:00Z",
  left: "40 days left",
};

const RUNGS: readonly Rung[] = [
  { link: "end", title: "Example Root", role: "Root", status: { tone: "good", text: "Valid" } },
  {
    link: "proven",
    title: "Proven",
    role: "Intermediate",
    status: { tone: "good", text: "Valid" },
  },
  {
    link: "unknown",
    title: "Unknown",
    role: "Intermediate",
    status: { tone: "warn", text: "Expires soon" },
  },
  {
    link: "broken",
    title: "Broken",
    role: "Intermediate",
    status: { tone: "bad", text: "Expired" },
    problems: { tone: "bad", text: "2 errors" },
  },
  {
    link: "missing",
    title: "a-name-that-is-much-too-long-for-the-line-that-it-stands-in.department.example.com",
    role: "End entity",
    status: { tone: "neutral", text: "Not yet valid" },
    emphasis: true,
  },
].map((rung, index) => ({
  ...rung as Omit<Rung, "key" | "facts">,
  key: String(index),
  facts: [{ text: "Example Inc" }, { text: "EC P-256", data: true }],
  life: LIFE,
}));

const NODES: readonly ObjectNode[] = [{
  key: "1",
  id: 1,
  icon: "certificate",
  title: "Example Root",
  facts: ["root.pem", "RSA 4096"],
  status: { tone: "good", text: "Valid" },
  children: [
    {
      key: "2",
      id: 2,
      icon: "certificate",
      title: "www.example.com",
      facts: ["download (1)"],
      relation: "signed by the one above",
      status: { tone: "warn", text: "Expires soon" },
      children: [{ key: "3", id: 3, icon: "key", title: "EC P-256", facts: [], children: [] }],
    },
    {
      key: "4",
      id: 4,
      icon: "certificate",
      title: "Unproven",
      facts: [],
      unproven: true,
      children: [],
    },
  ],
}];

/** Certificates, names, bytes and commands. */
export function DataViews() {
  const [selected, setSelected] = useState<number | null>(2);
  return (
    <Stack>
      <ChainPicture label="Every kind of link" rungs={RUNGS} />
      <Section heading="Objects" count={4}>
        <ObjectTree label="Objects" nodes={NODES} selected={selected} onSelect={setSelected} />
      </Section>
      <Section heading="Values">
        <Details
          details={[
            { term: "Absent", value: <Value>{null}</Value> },
            { term: "What hides", value: <Value>paypal‮com​</Value> },
            { term: "As data", value: <Value data>1.2.840.113549.1.1.11</Value> },
            {
              term: "Bytes",
              value: <Hex value={"A9".repeat(32)} />,
              action: <CopyButton text="A9" name="Copy bytes" />,
            },
            { term: "Words", value: <Chips words={["digitalSignature", "keyCertSign"]} /> },
            {
              term: "Any shape",
              value: <DataValue data={{ ca: true, pathLen: null, of: [1, 2] }} />,
            },
            { term: "Secret", value: <SecretText value="p1nk-Harbor" shown /> },
            { term: "Hidden secret", value: <SecretText value="p1nk-Harbor" shown={false} /> },
          ]}
        />
      </Section>
      <Section heading="Items" count={2}>
        <ItemList
          items={[
            {
              title: "Weak signature",
              data: "weak_signature",
              status: <StatusPill tone="bad">Error</StatusPill>,
              children: <p>What to do.</p>,
            },
            { children: <p>One without a title.</p> },
          ]}
        />
      </Section>
      <Section heading="A long list">
        <LongList
          what="names"
          rows={Array.from({ length: 40 }, (_, index) => ({
            kind: "DNS",
            value: `host-${index + 1}.example.com`,
          }))}
        />
      </Section>
      <Section heading="Code">
        <Stack>
          <CodeOutput label="CSR" rows={3} value="-----BEGIN CERTIFICATE REQUEST-----" />
          <Command copyName="Copy command" command="openssl req -in example.csr -noout -text">
            Read the saved request:
          </Command>
          <CodeBlock title="Request" code={EXAMPLE_JSON} />
        </Stack>
      </Section>
      <Card>
        <DataTable
          caption="Fields"
          columns={[{ title: "Field", data: true }, { title: "Meaning" }]}
          rows={[["csr", "A signing request as PEM."], ["at", "The moment to judge at."]]}
        />
      </Card>
      <Section heading="A certificate">
        <CertificateView
          info={answers["chain/analyze"].certificate as unknown as CertificateInfo}
        />
      </Section>
      <Section heading="ASN.1">
        <Asn1View
          bytes={Uint8Array.of(0x30, 6, 2, 1, 1, 2, 1, 2)}
          nodes={[
            { depth: 0, offset: 0, headerLength: 2, length: 6, tag: "SEQUENCE", value: "" },
            { depth: 1, offset: 2, headerLength: 2, length: 1, tag: "INTEGER", value: "1" },
            { depth: 1, offset: 5, headerLength: 2, length: 1, tag: "INTEGER", value: "2" },
          ]}
          problem="THE REST CANNOT BE READ"
        />
      </Section>
    </Stack>
  );
}
