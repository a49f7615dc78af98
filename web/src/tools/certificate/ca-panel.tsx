/** The CAs that this page holds: what they signed, and the list of what they have revoked. */
import type { Kind } from "../../../../core/certificate/contract.ts";
import { listed } from "../../../../core/kernel/formatting.ts";
import { crlGenerate, type GeneratedCrl, type Reason } from "../../../../core/crl/contract.ts";
import { InstallSteps } from "../../install/install-steps.tsx";
import { clientCheckPrograms } from "../../install/lines.ts";
import { decodeOwnBase64 } from "../../../../core/x509/pem/base64.ts";
import { useOperation } from "../../run/use-operation.ts";
import { Button } from "../../ui/base/button.tsx";
import { CopyButton } from "../../ui/base/copy-button.tsx";
import { DownloadButton } from "../../ui/base/download-button.tsx";
import { Banner } from "../../ui/feedback/banner.tsx";
import { SelectField } from "../../ui/form/field.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { type HeldCa, type HeldCas, type Issued, signsServers } from "./held-cas.ts";
import { IDLE_MINUTES } from "./idle-keys.ts";
import { tool } from "./tool.ts";
import { KIND_TEXT } from "./words.ts";

const VALID = "";

/** Without certificateHold, which is for authorities that take certificates back. */
const REASON_OPTIONS: readonly { value: Reason | ""; text: string }[] = [
  { value: VALID, text: "Valid" },
  { value: "unspecified", text: "Revoked" },
  { value: "keyCompromise", text: "Revoked: its key is in the wrong hands" },
  { value: "superseded", text: "Revoked: there is a newer one" },
  { value: "cessationOfOperation", text: "Revoked: no longer needed" },
  { value: "affiliationChanged", text: "Revoked: the person has left" },
  { value: "privilegeWithdrawn", text: "Revoked: its owner lost the right to it" },
];

interface CaPanelProps {
  held: HeldCas;
  onSign: (id: number, kind: Kind) => void;
  onForget: (id: number) => void;
}

export default function CaPanel(props: CaPanelProps) {
  return <Stack>{props.held.cas.map((ca) => <Ca key={ca.id} ca={ca} {...props} />)}</Stack>;
}

function Ca({ ca, held, onSign, onForget }: CaPanelProps & { ca: HeldCa }) {
  const { state, run } = useOperation(crlGenerate, tool.id, undefined, { prepares: false });
  const made = state.status === "result" ? state.value : null;
  const busy = state.status === "loading";
  const revoked = ca.issued.filter(({ reason, listed }) => reason !== null && !listed);

  const setReason = (at: number, reason: Reason | null) =>
    held.change(ca.id, ({ issued }) => ({ issued: issued.with(at, { ...issued[at], reason }) }));
  const makeCrl = async () => {
    const result = await run({
      caCertificate: ca.certificates,
      caPrivateKey: ca.privateKey,
      previous: ca.crl ?? "",
      entries: revoked.map(({ serialNumber, reason }) => ({ serialNumber, reason: reason! })),
    });
    if (!result?.ok) return;
    held.change(ca.id, ({ issued }) => ({
      crl: result.value.crl,
      issued: issued.map((each) => each.reason === null ? each : { ...each, listed: true }),
    }));
  };
  return (
    <Section heading={`Your CA: ${ca.name}`} screenOnly>
      <Stack>
        <p>
          Its private key is only in this page's memory, unless you saved it. We clear it when you
          leave, and after {IDLE_MINUTES} minutes without an action. {ca.isLimited && limitsOf(ca)}
        </p>
        <Row gap={2}>
          {signsServers(ca) && (
            <Button size="small" onClick={() => onSign(ca.id, "tls-server")}>Sign a server</Button>
          )}
          <Button size="small" onClick={() => onSign(ca.id, "tls-client")}>Sign a client</Button>
          <CopyButton
            text={ca.privateKey}
            label="Copy the CA's key"
            onCopied={() => held.change(ca.id, () => ({ isSaved: true }))}
          />
          <DownloadButton
            content={ca.privateKey}
            filename={`${ca.name}.key`}
            label="Download the CA's key"
            onSaved={() => held.change(ca.id, () => ({ isSaved: true }))}
          />
          <DownloadButton
            content={ca.certificates}
            filename={`${ca.name}.crt`}
            label="Download the CA's certificate"
          />
          <Button size="small" onClick={() => onForget(ca.id)}>Forget its key</Button>
        </Row>
        {ca.issued.map((issued, at) => (
          <SelectField
            key={issued.serialNumber}
            label={`${issued.name} (${KIND_TEXT[issued.kind]})`}
            value={issued.reason ?? VALID}
            options={optionsOf(issued)}
            hint={issued.listed ? "In your CRL. A revocation is final." : undefined}
            onChange={(reason) => setReason(at, (reason || null) as Reason | null)}
          />
        ))}
        {state.status === "error" && <Banner title={state.error.message} />}
        {ca.issued.length > 0 && (
          <Row>
            <Button onClick={makeCrl} disabled={busy}>
              {busy ? "Making the CRL..." : ca.crl === null ? "Make a CRL" : "Make the next CRL"}
            </Button>
            <small>
              {revoked.length > 0
                ? `Revokes ${revoked.length} of ${ca.issued.length}.`
                : "Set a certificate to “Revoked” to withdraw it."}
            </small>
          </Row>
        )}
        {made && <Crl ca={ca} made={made} />}
      </Stack>
    </Section>
  );
}

const optionsOf = ({ reason, listed }: Issued) =>
  listed ? REASON_OPTIONS.filter(({ value }) => value === reason) : REASON_OPTIONS;

const SHOWN_NAMES = 5;

function limitsOf({ permitted }: HeldCa): string {
  const names = permitted.slice(0, SHOWN_NAMES).map((name) => name.slice(name.indexOf(":") + 1));
  const more = permitted.length - SHOWN_NAMES;
  if (more > 0) names.push(`${more} more`);
  return `It may sign only for ${listed([...names, "plain names of people and devices"])}.`;
}

/** The CRL, and where it goes. */
function Crl({ ca, made }: { ca: HeldCa; made: GeneratedCrl }) {
  const file = `${ca.name}.crl.pem`;
  return (
    <Stack>
      <p>
        {made.verdict.cause} {made.verdict.next}
      </p>
      <Row gap={2}>
        <DownloadButton content={made.crl} filename={file} label="Download CRL" />
        <DownloadButton
          content={() => decodeOwnBase64(made.der)}
          filename={`${ca.name}.crl`}
          type="application/pkix-crl"
          label="Download CRL as DER"
        />
      </Row>
      <InstallSteps
        label="The program that checks the CRL"
        programs={clientCheckPrograms({ base: ca.name, cas: `${ca.name}.crt`, crl: file })}
      />
    </Stack>
  );
}
