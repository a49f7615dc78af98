/** The most common downloads for a certificate: its PFX, its full chain and its key. */
import { useNavigate } from "react-router-dom";
import type { ObjectRow } from "../../../../core/inspect/contract.ts";
import type { Bundle } from "../../../../core/inspect/options.ts";
import type { ObjectSet } from "../../../../core/inspect/session-contract.ts";
import { handOver } from "../../hand-over/hand-over.ts";
import { ask, type Picture } from "./inspection.ts";
import { Button } from "../../ui/base/button.tsx";
import { PEM_TYPE, saveFile } from "../../lib/save-file.ts";
import { Row } from "../../ui/layout/layout.tsx";

interface SetActionsProps {
  /** The certificate; the CSR if there is no certificate. */
  id: number;
  picture: Picture;
  /** In the headline the first one is the page's main action. */
  large?: boolean;
}

/** The label names the file's content: a chain only if it includes an issuer. */
const SERVER_FILES: Readonly<Record<Bundle, string>> = {
  full_chain: "Download full chain",
  certificate: "Download certificate",
  issuer_missing: "Download certificate (issuer missing)",
};

/**
 * The use of a certificate: a server, or a user's certificate store (client, S/MIME, code signing).
 * Null for an expired certificate, a CA, and a key that cannot sign (ML-KEM).
 */
export function offeredFor(row: ObjectRow | undefined, at: string): "server" | "user" | null {
  if (row?.kind !== "certificate" || row.role !== "leaf") return null;
  if (row.notAfter === null || Date.parse(row.notAfter) < Date.parse(at)) return null;
  if (row.publicKey?.algorithm.startsWith("ML-KEM")) return null;
  return row.judgedAs === "public-tls" || row.judgedAs === "private" ? "server" : "user";
}

export function SetActions({ id, picture, large }: SetActionsProps) {
  const { sets, rows, evaluatedAt } = picture;
  const navigate = useNavigate();
  const set = sets.find(({ certificate, requests }) =>
    certificate === id || certificate === null && requests.includes(id)
  );
  if (!set) return null;
  const hasKey = set.privateKeys.length > 0;
  const use = offeredFor(rows.get(set.certificate ?? id), evaluatedAt);
  const withSet = async (use: (set: ObjectSet, key: string) => void) => {
    const described = await ask("set", { id });
    if (!described) return;
    const { privateKey } = described;
    const key = privateKey === null ? "" : await ask("keyPem", { id: privateKey });
    if (key !== null) use(described, key);
  };
  return (
    <Row gap={2}>
      {use !== null && hasKey && (
        <Button
          size="small"
          kind={large ? "filled" : "outline"}
          icon="pfx"
          onClick={() =>
            withSet(({ chainPem }, privateKey) => {
              handOver("/pfx", { certificate: chainPem, privateKey });
              navigate("/pfx");
            })}
        >
          {use === "server" ? "PFX for Windows/IIS" : "Make a PFX"}
        </Button>
      )}
      {use === "server" && set.bundle !== null && (
        <Button
          size="small"
          icon="download"
          onClick={() =>
            withSet(({ bundlePem, bundleName }) => saveFile(bundlePem, bundleName, PEM_TYPE))}
        >
          {SERVER_FILES[set.bundle]}
        </Button>
      )}
      {hasKey && (
        <Button
          size="small"
          icon="key"
          onClick={() => withSet(({ label }, key) => saveFile(key, `${label}.key`, PEM_TYPE))}
        >
          Download key
        </Button>
      )}
    </Row>
  );
}
