/** A CRL or an OCSP response, with its entries by serial number. */
import { useEffect, useState } from "react";
import type { InspectMethods, ObjectDetails } from "../../../../core/inspect/session-contract.ts";
import { withCommas } from "../../../../core/kernel/formatting.ts";
import { Button } from "../../ui/base/button.tsx";
import { type Detail, Details } from "../../ui/data/facts.tsx";
import { SearchField } from "../../ui/form/search-field.tsx";
import { Value } from "../../ui/data/value.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { dateTime } from "../../../../core/kernel/dates.ts";
import { ask } from "./inspection.ts";

type Entry = InspectMethods["crlEntries"]["output"]["entries"][number];

/** Renders nothing for other objects. */
export function RevocationView({ details: { id, crl, ocsp } }: { details: ObjectDetails }) {
  return (
    <>
      {crl && (
        <>
          <Section heading="CRL">
            <Details details={crlFacts(crl)} />
          </Section>
          {crl.entries > 0 && <Entries id={id} count={crl.entries} />}
        </>
      )}
      {ocsp && (
        <Section heading="OCSP response">
          <Stack>
            <Details details={ocspFacts(ocsp)} />
            <ItemList items={ocsp.answers.map(answerItem)} />
          </Stack>
        </Section>
      )}
    </>
  );
}

function crlFacts(crl: NonNullable<ObjectDetails["crl"]>): Detail[] {
  const facts: Detail[] = [
    { term: "Issuer", value: <Value data>{crl.issuer}</Value> },
    { term: "This update", value: dateTime(crl.thisUpdate) },
    { term: "Next update", value: crl.nextUpdate ? dateTime(crl.nextUpdate) : "Not given" },
    { term: "Entries", value: withCommas(crl.entries) },
    { term: "Signature algorithm", value: <Value>{crl.signatureAlgorithm}</Value> },
  ];
  if (crl.number) facts.push({ term: "Number (hex)", value: <Value data>{crl.number}</Value> });
  if (crl.baseNumber) {
    facts.push({
      term: "Delta CRL",
      value: <Value>{`It adds to the complete list number ${crl.baseNumber} (hex).`}</Value>,
    });
  }
  if (crl.scope.length > 0) {
    facts.push({ term: "Covers", value: <Value data>{crl.scope.join(", ")}</Value> });
  }
  if (crl.unusable) {
    facts.push({ term: "Cannot be used", value: <Value>{crl.unusable}</Value> });
  }
  return facts;
}

function ocspFacts({ status, responder, producedAt }: NonNullable<ObjectDetails["ocsp"]>) {
  const facts: Detail[] = [{ term: "Status", value: <Value>{status}</Value> }];
  if (responder) facts.push({ term: "Responder", value: <Value data>{responder}</Value> });
  if (producedAt) facts.push({ term: "Produced", value: dateTime(producedAt) });
  return facts;
}

function answerItem(answer: NonNullable<ObjectDetails["ocsp"]>["answers"][number]) {
  const { serialNumber, status, revokedAt, reason, thisUpdate, nextUpdate } = answer;
  const said = status === "revoked" && revokedAt
    ? `revoked ${[dateTime(revokedAt), reason].filter(Boolean).join(", ")}`
    : status;
  const until = nextUpdate ? ` until ${dateTime(nextUpdate)}` : "";
  return {
    title: <Value data>{serialNumber}</Value>,
    data: `${said}. From ${dateTime(thisUpdate)}${until}`,
  };
}

/** The first entries with a text, as far as they were read. */
interface Found {
  search: string;
  entries: readonly Entry[];
  /** Where the next slice begins; null if there is none. */
  next: number | null;
}

/** The entries, a slice at a time: a CRL may have a million. */
function Entries({ id, count }: { id: number; count: number }) {
  const [search, setSearch] = useState("");
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    let isGone = false;
    ask("crlEntries", { id, from: 0, search }).then((slice) => {
      if (!isGone) setFound({ search, entries: slice?.entries ?? [], next: slice?.next ?? null });
    });
    return () => void (isGone = true);
  }, [id, search]);
  const more = async (from: Found) => {
    const slice = await ask("crlEntries", { id, from: from.next!, search: from.search });
    // A search that was changed in the meantime has entries of its own.
    setFound((current) =>
      slice && current === from
        ? { ...from, entries: [...from.entries, ...slice.entries], next: slice.next }
        : current
    );
  };
  const entries = found?.entries ?? [];
  const isCurrent = found?.search === search;
  return (
    <Section heading="Revoked certificates" count={count}>
      <Stack gap={3}>
        <SearchField
          label="Search serial numbers and reasons"
          placeholder="Search serial numbers and reasons"
          value={search}
          onChange={setSearch}
        />
        {isCurrent && entries.length === 0 && <p>No entry matches your search.</p>}
        <ItemList
          items={entries.map(({ serialNumber, revokedAt, reason }) => ({
            title: <Value data>{serialNumber}</Value>,
            data: [revokedAt && dateTime(revokedAt), reason].filter(Boolean).join(", "),
          }))}
        />
        {isCurrent && found.next !== null && (
          <div>
            <Button onClick={() => more(found)}>Show more entries</Button>
          </div>
        )}
      </Stack>
    </Section>
  );
}
