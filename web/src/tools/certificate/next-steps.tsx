/** How the files are used, by the kind of certificate. */
import { useState } from "react";
import type { GeneratedCertificate, Kind } from "../../../../core/certificate/contract.ts";
import { HandOverLink } from "../../hand-over/hand-over-link.tsx";
import { Button } from "../../ui/base/button.tsx";
import { Command } from "../../ui/data/code.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { clientLines, curlCommand, nodeLines, serverLines, signingCommand } from "./commands.ts";
import { filesOf } from "./files.ts";
import { SaveAsPfx } from "./save-as-pfx.tsx";

const STEPS = {
  nginx: "nginx",
  node: "Node.js",
  curl: "curl",
  verify: "nginx",
  sign: "Sign with it",
  pfx: "PFX",
  check: "Check",
} as const;
type Step = keyof typeof STEPS;

const OF_KIND: Readonly<Record<Kind, readonly Step[]>> = {
  "tls-server": ["nginx", "node", "pfx", "check"],
  "tls-client": ["pfx", "curl", "verify", "check"],
  "smime": ["pfx", "check"],
  "intermediate-ca": ["sign", "check"],
  "root-ca": ["sign", "check"],
};

/** Takes a CA over into the form, to sign with it. */
export type SignWith = (caCertificate: string, caPrivateKey: string) => void;

interface NextStepsProps {
  made: GeneratedCertificate;
  onKeyTaken: () => void;
  onSign: SignWith;
}

export function NextSteps({ made, onKeyTaken, onSign }: NextStepsProps) {
  const steps = OF_KIND[made.kind].filter((step) => step !== "pfx" || made.privateKey !== null);
  const [chosen, setStep] = useState<Step | null>(null);
  const step = chosen !== null && steps.includes(chosen) ? chosen : steps[0];
  const files = filesOf(made);
  return (
    <Tabs
      label="Use it with"
      tabs={steps.map((value) => ({ value, text: STEPS[value] }))}
      value={step}
      onChange={setStep}
    >
      {step === "nginx" && (
        <Command copyName="Copy lines for nginx" command={serverLines(files)}>
          In the server block:
        </Command>
      )}
      {step === "node" && (
        <Command copyName="Copy lines for Node.js" command={nodeLines(files)}>
          Serves https://localhost:8443 (a file that ends in .mjs):
        </Command>
      )}
      {step === "curl" && (
        <Command copyName="Copy curl command" command={curlCommand(files)}>
          Add --cacert and a file if the server's certificate comes from a private CA:
        </Command>
      )}
      {step === "verify" && (
        <Command copyName="Copy lines for nginx" command={clientLines(made)}>
          {made.ca
            ? "On the server that checks the client, in its server block. The file must contain each " +
              "CA up to the root:"
            : "On the server that checks the client, in its server block:"}
        </Command>
      )}
      {step === "sign" && <Sign made={made} onSign={onSign} />}
      {step === "pfx" && <SaveAsPfx made={made} onKeyTaken={onKeyTaken} />}
      {step === "check" && (
        <Row gap={2}>
          <HandOverLink to="/chain" data={{ certificate: made.chain }} icon="chain">
            Analyze the chain
          </HandOverLink>
          {made.privateKey !== null && (
            <HandOverLink
              to="/match"
              data={{ certificate: made.certificate, privateKey: made.privateKey }}
              icon="match"
            >
              Check the match
            </HandOverLink>
          )}
        </Row>
      )}
    </Tabs>
  );
}

function Sign({ made, onSign }: Pick<NextStepsProps, "made" | "onSign">) {
  const { privateKey } = made;
  return (
    <Stack>
      <p>
        Sign other certificates with this CA. Keep its private key offline: whoever has it can issue
        certificates that your devices trust.
      </p>
      {privateKey !== null && (
        <div>
          <Button onClick={() => onSign(made.chain, privateKey)}>
            Sign a certificate with this CA
          </Button>
        </div>
      )}
      <Command copyName="Copy signing command" command={signingCommand(filesOf(made))}>
        Sign a CSR on your own command line (OpenSSL 3.0 or later):
      </Command>
    </Stack>
  );
}
