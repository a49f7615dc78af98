/** The chain that a certificate is in, root on top. */
import type { InspectedChain, ObjectRow } from "../../../../core/inspect/contract.ts";
import { named, printable } from "../../../../core/kernel/formatting.ts";
import type { Picture } from "./inspection.ts";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Button } from "../../ui/base/button.tsx";
import { WholeName } from "../../ui/base/whole-name.tsx";
import { Section } from "../../ui/layout/card.tsx";
import {
  ChainPicture,
  type Link,
  OtherPaths,
  type Rung,
} from "../../ui/certificate/chain-picture.tsx";
import { timeLeft } from "../../../../core/kernel/dates.ts";
import { Value } from "../../ui/data/value.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { StatusPill } from "../../ui/feedback/status.tsx";
import type { Tone } from "../../ui/base/tone.ts";
import { keyWords, kindOf, statusOf, titleOf } from "./words.ts";

const DAY = 86_400_000;

interface ChainOfProps {
  id: number;
  picture: Picture;
  onSelect: (id: number) => void;
}

export function ChainOf({ id, picture, onSelect }: ChainOfProps) {
  const chain = picture.chains.find(({ certificates }) =>
    certificates.some((member) => member.id === id)
  );
  if (!chain || (chain.certificates.length === 1 && chain.isValid !== false)) return null;
  const { tone, text } = verdictOf(chain);
  const { distrusted = [] } = chain;
  return (
    <>
      <Section heading="Chain" aside={<StatusPill tone={tone}>{text}</StatusPill>}>
        <Stack gap={3}>
          {chain.missingIssuer !== null && (
            <Banner tone="warn" quiet title="The issuer is missing">
              <p>
                <Value>{chain.missingIssuer}</Value>
              </p>
            </Banner>
          )}
          {distrusted.length > 0 && (
            <Banner tone="warn" quiet title="Not every browser trusts its root">
              <p>{distrusted.join(" ")}</p>
            </Banner>
          )}
          {chain.problems.length > 0 && chain.missingIssuer === null && (
            <ItemList
              items={chain.problems.map(({ certificate, message }) => ({
                title: certificate === null
                  ? message
                  : `${named(chain.certificates[certificate].name)}: ${message}`,
              }))}
            />
          )}
          <ChainPicture
            label="Certification path, root first"
            rungs={rungsOf(chain, id, picture, onSelect)}
          />
        </Stack>
      </Section>
      <OtherPaths paths={chain.otherPaths} />
    </>
  );
}

function verdictOf(
  { isValid, trusted, missingIssuer, distrusted }: InspectedChain,
): { tone: Tone; text: string } {
  if (isValid === true) {
    if (distrusted) return { tone: "warn", text: "Valid, but not in every browser" };
    return trusted
      ? { tone: "good", text: "Valid" }
      : { tone: "good", text: "Valid where its private root is installed" };
  }
  if (isValid === null) return { tone: "info", text: "Cannot be verified here" };
  return missingIssuer !== null
    ? { tone: "warn", text: "Incomplete" }
    : { tone: "bad", text: "Invalid" };
}

/** By whether the next certificate signed this one. */
const LINKS: Readonly<Record<"true" | "false" | "null", Link>> = {
  true: "proven",
  false: "broken",
  null: "unknown",
};

function rungsOf(
  { certificates, missingIssuer }: InspectedChain,
  id: number,
  { rows, evaluatedAt }: Picture,
  onSelect: (id: number) => void,
): Rung[] {
  return certificates.map((member, index): Rung => {
    const row = member.id === null ? null : rows.get(member.id) ?? null;
    const isLast = index === certificates.length - 1;
    const link: Link = isLast
      ? missingIssuer === null ? "end" : "missing"
      : LINKS[String(member.signedByNext) as keyof typeof LINKS];
    return {
      key: String(index),
      title: row ? titleOf(row) : member.name,
      role: row ? kindOf(row).replace("Certificate, ", "") : "Root, from the trust store",
      facts: row ? [{ text: keyWords(row) ?? "", data: true }] : [],
      status: (row && statusOf(row)) ??
        { tone: "neutral", text: row ? "Valid" : "In Mozilla's list" },
      life: row ? lifeOf(row, evaluatedAt) : undefined,
      link,
      emphasis: member.id === id,
      actions: row && row.id !== id && (
        <Button
          size="small"
          kind="quiet"
          flush
          onClick={() => onSelect(row.id)}
        >
          <WholeName name={`Show ${printable(titleOf(row))}`} shown="Show" />
        </Button>
      ),
    };
  }).reverse();
}

function lifeOf({ notBefore, notAfter }: ObjectRow, at: string): Rung["life"] {
  const days = Math.floor((Date.parse(notAfter!) - Date.parse(at)) / DAY);
  return { from: notBefore!, to: notAfter!, at, left: timeLeft(days) };
}
