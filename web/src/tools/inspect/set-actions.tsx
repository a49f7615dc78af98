/** What most users want of a certificate: its PFX, its full chain, its key. One press each. */
import { useNavigate } from "../../ui/navigation/use-navigate.ts";
import type { ObjectSet } from "../../../../core/inspect/session-contract.ts";
import { handOver } from "../../hand-over/hand-over.ts";
import { ask, type Picture } from "./inspection.ts";
import { Button } from "../../ui/base/button.tsx";
import { PEM_TYPE, saveFile } from "../../ui/base/download-button.tsx";
import { Row } from "../../ui/layout/layout.tsx";

interface SetActionsProps {
  /** The certificate; the CSR if there is no certificate. */
  id: number;
  picture: Picture;
  /** With full texts in the headline; short in a list. */
  large?: boolean;
}

export function SetActions({ id, picture: { sets }, large }: SetActionsProps) {
  const navigate = useNavigate();
  const set = sets.find(({ certificate, requests }) =>
    certificate === id || certificate === null && requests.includes(id)
  );
  if (!set) return null;
  const hasKey = set.privateKeys.length > 0;
  const withSet = async (use: (set: ObjectSet, key: string) => void) => {
    const described = await ask("set", { id });
    if (!described) return;
    const { privateKey } = described;
    const key = privateKey === null ? "" : await ask("keyPem", { id: privateKey });
    if (key !== null) use(described, key);
  };
  const look = large ? {} : { size: "small" as const };
  return (
    <Row gap={2}>
      {set.certificate !== null && hasKey && (
        <Button
          {...look}
          kind={large ? "filled" : "outline"}
          icon="pfx"
          onClick={() =>
            withSet(({ chainPem }, privateKey) => {
              handOver("/pfx", { certificate: chainPem, privateKey });
              navigate("/pfx");
            })}
        >
          PFX for Windows/IIS
        </Button>
      )}
      {set.certificate !== null && (
        <Button
          {...look}
          icon="download"
          onClick={() =>
            withSet(({ bundlePem, bundleName }) => saveFile(bundlePem, bundleName, PEM_TYPE))}
        >
          Full chain for nginx
        </Button>
      )}
      {hasKey && (
        <Button
          {...look}
          icon="key"
          onClick={() => withSet(({ label }, key) => saveFile(key, `${label}.key`, PEM_TYPE))}
        >
          Key
        </Button>
      )}
    </Row>
  );
}
