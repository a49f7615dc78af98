/** "Is it live now?": whether a server sends a certificate, after it was installed. */
import { useRef, useState } from "react";
import { chainAnalyze, chainAnalyzeUrl } from "../../../core/chain/contract.ts";
import { failure, type Outcome } from "../../../core/kernel/errors.ts";
import {
  hidesCertificates,
  liveVerdict,
  notReachedVerdict,
  readClientFault,
  type SentChain,
} from "../../../core/verdict/live.ts";
import type { RenderedVerdict } from "../../../core/verdict/schema.ts";
import { toneOf } from "../page/verdict-tone.ts";
import { run } from "../run/run.ts";
import { Button } from "../ui/base/button.tsx";
import { Command } from "../ui/data/code.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { CodeField } from "../ui/form/code-field.tsx";
import { TextField } from "../ui/form/field.tsx";
import { PlainForm } from "../ui/form/plain-form.tsx";
import { Stack } from "../ui/layout/layout.tsx";
import { Verdict } from "../ui/result/verdict.tsx";
import { showCertificates } from "./openssl.ts";

interface LiveCheckProps {
  /** The certificate that the server should send, with its chain, PEM. */
  chain: string;
  /** The host that is filled in; "" for none. */
  host: string;
  /** Whether the page shows a line of openssl for another port than 443, the only one that our server reads. */
  hasOwnLine?: boolean;
}

type Way = "server" | "paste";

/** A name that needs no quoting in a shell. */
const isHost = (host: string): boolean => /^[a-z0-9][a-z0-9.-]*$/i.test(host);

export default function LiveCheck({ chain, host: given, hasOwnLine = false }: LiveCheckProps) {
  const [host, setHost] = useState(given);
  const [answer, setAnswer] = useState("");
  const [missing, setMissing] = useState<Way | null>(null);
  const [busy, setBusy] = useState<Way | null>(null);
  const [verdict, setVerdict] = useState<Outcome<RenderedVerdict> | null>(null);
  const latest = useRef(0);
  const name = host.trim();

  const check = async (way: Way, text = answer) => {
    const isBlank = (way === "server" ? name : text.trim()) === "";
    setMissing(isBlank ? way : null);
    if (isBlank) return;
    const mine = ++latest.current;
    setBusy(way);
    setVerdict(null);
    const outcome = await judge(chain, name, way === "paste" ? text : null);
    if (mine !== latest.current) return;
    setBusy(null);
    setVerdict(outcome);
  };
  return (
    <Stack>
      {hasOwnLine ? <p>Paste the answer of the test command above:</p> : (
        <>
          <PlainForm onSubmit={() => check("server")}>
            <Stack gap={3}>
              <TextField
                label="Host to check"
                value={host}
                inputMode="url"
                autoComplete="off"
                error={missing === "server" ? "Enter the name of the server" : null}
                hint="Our server connects to port 443 of the host and reads its certificates."
                onChange={setHost}
              />
              <div>
                <Button type="submit" disabled={busy !== null}>
                  {busy === "server" ? "Reading..." : "Read the host now"}
                </Button>
              </div>
            </Stack>
          </PlainForm>
          <Command
            command={showCertificates(isHost(name) ? name : "example.com")}
            copyName="Copy s_client command"
          >
            For an internal host or another port, run this line where the server can be reached, and
            paste its answer:
          </Command>
        </>
      )}
      <PlainForm onSubmit={() => check("paste")}>
        <Stack gap={3}>
          <CodeField
            label="Answer of openssl s_client"
            takes="certificates"
            rows={4}
            value={answer}
            error={missing === "paste" ? "Paste the answer of the line above" : null}
            placeholder="CONNECTED(00000003)"
            onChange={setAnswer}
            onFill={(text) => check("paste", text)}
          />
          <div>
            <Button type="submit" disabled={busy !== null}>
              {busy === "paste" ? "Checking..." : "Check the answer"}
            </Button>
          </div>
        </Stack>
      </PlainForm>
      <div role="status">
        {verdict?.ok && (
          <Verdict
            inner
            tone={toneOf(verdict.value.level)}
            title={verdict.value.title}
            next={verdict.value.next}
          >
            {verdict.value.cause}
          </Verdict>
        )}
      </div>
      {verdict && !verdict.ok && (
        <Banner
          title={verdict.error.message}
          onDismiss={() => setVerdict(null)}
        />
      )}
    </Stack>
  );
}

/** `pasted`: an answer of openssl; null to let our server read the host. */
async function judge(
  chain: string,
  host: string,
  pasted: string | null,
): Promise<Outcome<RenderedVerdict>> {
  const fault = pasted === null ? null : readClientFault(pasted);
  if (fault) return { ok: true, value: notReachedVerdict(fault) };
  const expected = await run(chainAnalyze, { certificate: chain }, { prefer: "device" });
  if (!expected.ok) return expected;
  const { certificate, chain: path } = expected.value;
  // A root that came with the certificate is trusted here: the question is what the server sends.
  const root = path.at(-1);
  const trusting = root?.type === "root" && root.source === "input"
    ? { roots: root.certificate }
    : {};
  const named = isHost(host) ? { hostname: host } : {};
  const sent = pasted === null
    ? await run(chainAnalyzeUrl, { url: host, ...trusting })
    : await run(chainAnalyze, { certificate: pasted, ...named, ...trusting }, { prefer: "device" });
  if (!sent.ok) return failure(sent.error.code, sent.error.message);
  return {
    ok: true,
    value: liveVerdict(
      certificate,
      { ...sent.value as SentChain, hidesCertificates: hidesCertificates(pasted ?? "") },
      host === "" ? null : host,
    ),
  };
}
