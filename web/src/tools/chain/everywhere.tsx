/** The certificates that the host presents at each address, and to other kinds of clients. */
import type { Everywhere, Presentation } from "../../../../core/chain/contract.ts";
import { counted, named } from "../../../../core/kernel/formatting.ts";
import { day } from "../../../../core/kernel/dates.ts";
import { Value } from "../../ui/data/value.tsx";
import { StatusPill } from "../../ui/feedback/status.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { addressesOf } from "../../../../core/verdict/judge/host.ts";
import { revocationText } from "./revocation.tsx";

export function EverywhereView({ everywhere }: { everywhere: Everywhere }) {
  const { presentations, readings, unread } = everywhere;
  const { read, silent } = addressesOf(everywhere);
  const encrypted = readings.find(({ code }) => code === "unsupported");
  if (presentations.length === 1 && read.length + silent.length + unread.length === 1) return null;
  return (
    <Section heading="Every address" count={read.length + silent.length + unread.length}>
      <Stack gap={3}>
        <ItemList
          items={presentations.map((presentation, place) => ({
            title: <Value>{presentation.name}</Value>,
            status: <Status presentation={presentation} />,
            children: (
              <>
                <p>{describe(presentation)}.</p>
                <p>{askedFor(everywhere, place)}</p>
                {place > 0 && presentation.revocation && (
                  <p>{revocationText(presentation.revocation)}</p>
                )}
                {presentation.errors.length > 0 && <p>{presentation.errors.join(" ")}</p>}
              </>
            ),
          }))}
        />
        {silent.map(({ address, problem }) => (
          <p key={address}>
            <Value data>{address}</Value>: <Value>{problem!}</Value>
          </p>
        ))}
        {encrypted && (
          <p>
            RSA and ECDSA certificates were not read separately:{" "}
            <Value>{encrypted.problem!}</Value>.
          </p>
        )}
        {unread.length > 0 && (
          <p>
            Not read, because there are too many: <Value data>{unread.join(", ")}</Value>
          </p>
        )}
      </Stack>
    </Section>
  );
}

function describe({ publicKey, issuer, notAfter, certificates }: Presentation): string {
  const key = publicKey.curve ?? [publicKey.algorithm, publicKey.bits].filter(Boolean).join(" ");
  const count = `${counted(certificates.length, "certificate")} sent`;
  return `${key}, from ${named(issuer)}, until ${day(notAfter)}, ${count}`;
}

/** "At 192.0.2.1, 192.0.2.2. Also without a server name, for RSA." */
function askedFor({ readings }: Everywhere, place: number): string {
  const shown = readings.filter(({ presentation }) => presentation === place);
  const at = shown.filter(({ asked }) => asked === "as clients do").map(({ address }) => address);
  const others = shown.filter(({ asked }) => asked !== "as clients do")
    .map(({ asked }) => asked === "no server name" ? "without a server name" : `for ${asked}`);
  const addresses = at.length > 0 ? `At ${at.join(", ")}.` : "";
  const also = others.length > 0
    ? `${at.length > 0 ? "Also shown" : "Shown"} ${others.join(", ")}.`
    : "";
  return `${addresses} ${also}`.trim();
}

function Status({ presentation: { isValid, hostnameMatches } }: { presentation: Presentation }) {
  if (isValid === false) return <StatusPill tone="bad">Invalid</StatusPill>;
  if (isValid === null) return <StatusPill tone="info">Cannot be verified here</StatusPill>;
  return hostnameMatches
    ? <StatusPill tone="good">Valid</StatusPill>
    : <StatusPill tone="warn">Another host name</StatusPill>;
}
