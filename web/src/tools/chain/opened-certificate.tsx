/** A certificate of the path that the user opened, in three tabs. */
import { lazy, type RefObject, useEffect, useRef, useState } from "react";
import { inspect } from "../../../../core/inspect/contract.ts";
import type { RenderedVerdict } from "../../../../core/verdict/schema.ts";
import { afterPaint } from "../../lib/screen.ts";
import { type ObjectTab, ObjectTabs } from "../../page/object-tabs.tsx";
import { Rules } from "../../page/rules.tsx";
import { toneOf } from "../../page/verdict-tone.ts";
import { ClientMatrix } from "../../page/where-it-works.tsx";
import { routeOf } from "../../run/run.ts";
import { useByteLink } from "../../share/byte-link.tsx";
import { certificateName } from "../../../../core/names/certificate-name.ts";
import { printable } from "../../../../core/kernel/formatting.ts";
import { CertificateView } from "../../ui/certificate/certificate-view.tsx";
import { showField, ToBytes } from "../../ui/certificate/in-bytes.tsx";
import { OidLink } from "../../ui/certificate/oid-link.tsx";
import { IndexContext } from "../../ui/layout/contexts.ts";
import { Stack } from "../../ui/layout/layout.tsx";
import { Facts } from "../../ui/data/facts.tsx";
import { Verdict } from "../../ui/result/verdict.tsx";
import type { Analysis } from "./analysis.ts";
import { type ReadObject, readObject } from "./read-object.ts";

const Asn1View = lazy(async () => ({
  default: (await import("../../ui/data/asn1-view.tsx")).Asn1View,
}));

const documentAt = (oid: string) => <OidLink oid={oid} />;

interface OpenedProps {
  analysis: Analysis;
  /** The place of the certificate in the path; the end entity is first. */
  index: number;
  /** The verdict on the chain, which is that on its end entity. */
  verdict: RenderedVerdict;
}

export default function OpenedCertificate({ analysis, index, verdict }: OpenedProps) {
  const { chain, evaluatedAt } = analysis;
  const { certificate, info } = chain[index];
  const issuers = chain.slice(index + 1).map((entry) => entry.certificate).join("\n");
  const link = useByteLink(certificate);
  const read = useRead(certificate, issuers, evaluatedAt);
  const [tab, setTab] = useState<ObjectTab>("details");
  const [wanted, setWanted] = useState<{ offset: number } | null>(null);
  const tree = useRef<HTMLDivElement>(null);
  if (!read) return <CertificateView info={info} level={4} />;
  const { details: { every, verdict: own }, structure } = read;
  const said = index === 0 ? verdict : own;
  const onBytes = (offset: number) => {
    setTab("bytes");
    setWanted({ offset });
  };
  return (
    <ObjectTabs
      tab={tab}
      onTab={setTab}
      answer={
        <Stack gap={3}>
          {said && (
            <Verdict inner tone={toneOf(said.level)} title={said.title} next={said.next}>
              {said.cause}
            </Verdict>
          )}
          {index === 0 && <ClientMatrix analysis={analysis} />}
          <Facts facts={placeOf(analysis, index)} />
        </Stack>
      }
      details={
        <Stack>
          <CertificateView
            info={info}
            level={4}
            inBytes={{
              ...every,
              button: (field) => (
                <ToBytes
                  field={field}
                  offsets={every.offsets}
                  onBytes={onBytes}
                />
              ),
            }}
          />
          {/* The page has the rules of the end entity, and its index lists only its own sections. */}
          {index > 0 && (
            <IndexContext value={null}>
              <Rules
                certificate={certificate}
                issuers={issuers}
                at={evaluatedAt}
                onBytes={onBytes}
              />
            </IndexContext>
          )}
        </Stack>
      }
      bytes={
        <div ref={tree}>
          <Asn1View
            key={wanted?.offset}
            {...structure}
            at={wanted?.offset}
            about={documentAt}
            onField={(field) => {
              setTab("details");
              afterPaint(() => showField(field));
            }}
            {...link.props}
          />
          {wanted && <FocusOnTree key={wanted.offset} place={tree} />}
          {link.note}
        </div>
      }
    />
  );
}

/** Mounted with the tree, whose code may load late. */
function FocusOnTree({ place }: { place: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    place.current!.querySelector<HTMLElement>("[role=tree]")?.focus({ preventScroll: true });
  }, [place]);
  return null;
}

/** Its neighbours in the path. The card has its dates. */
function placeOf({ chain }: Analysis, index: number) {
  const signer = chain[index].signedByNext === true ? chain[index + 1] : undefined;
  const signed = index > 0 && chain[index - 1].signedByNext === true ? chain[index - 1] : undefined;
  return [
    { term: "Signed by", entry: signer },
    { term: "It signed", entry: signed },
  ].flatMap(({ term, entry }) =>
    entry ? [{ term, value: printable(certificateName(entry.info)) }] : []
  );
}

/** Null until it was read, and in a browser that cannot read it: it is not sent to the server for this. */
function useRead(pem: string, issuers: string, at: string): ReadObject | null {
  const [read, setRead] = useState<ReadObject | null>(null);
  useEffect(() => {
    if (routeOf(inspect).where !== "device") return;
    let gone = false;
    readObject({ pem, issuers, at }).then((object) => {
      if (!gone) setRead(object);
    });
    return () => void (gone = true);
  }, [pem, issuers, at]);
  return read;
}
