/** Calls the real endpoint with the user's request, and shows the unmodified response. */
import { useId, useRef, useState } from "react";
import * as TEXT from "../../../../core/texts.ts";
import { useOnline } from "../../lib/browser.ts";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Button } from "../../ui/base/button.tsx";
import { CodeBlock } from "../../ui/data/code.tsx";
import { CodeArea } from "../../ui/form/code-area.tsx";
import { useConfirm } from "../../ui/feedback/confirm.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { StatusPill } from "../../ui/feedback/status.tsx";
import { useClearedOnLeave } from "../../lib/hooks.ts";
import type { EndpointReference } from "./reference.data.ts";

interface Reply {
  status: number;
  headers: string;
  body: string;
}

/** The response headers that are shown. The others are the same for every response. */
const SHOWN_HEADERS = ["content-type", "ratelimit-policy", "ratelimit", "retry-after"];

export default function TryIt({ endpoint }: { endpoint: EndpointReference }) {
  const example = JSON.stringify(endpoint.example, null, 2);
  const [body, setBody] = useState(example);
  const [sending, setSending] = useState(false);
  const [reply, setReply] = useState<Reply | "failed" | null>(null);
  const online = useOnline();
  const confirm = useConfirm();
  const label = useId();
  useClearedOnLeave(() => {
    setBody(example);
    setReply(null);
  });
  const call = useRef<AbortController>(null);

  const send = async () => {
    if (body !== example && await mayHoldSecret(endpoint, body)) {
      if (!await confirm(questionFor(endpoint))) return;
    }
    call.current?.abort();
    call.current = new AbortController();
    setSending(true);
    setReply(null);
    setReply(await request(`/api/${endpoint.name}`, body, call.current.signal));
    setSending(false);
  };

  return (
    <Stack gap={3}>
      <CodeArea
        label="Request body"
        value={body}
        rows={8}
        hint={online
          ? "Send posts this to our server. It counts against the rate limit."
          : "You are offline. Go online to send this."}
        onChange={setBody}
      />
      <Row>
        <Button
          disabled={sending || !online}
          aria-label={`Send to /api/${endpoint.name}`}
          onClick={send}
        >
          {sending ? "Sending..." : "Send"}
        </Button>
        {body !== example && <Button onClick={() => setBody(example)}>Example again</Button>}
      </Row>
      <div role="status" aria-labelledby={label}>
        <span id={label} hidden>Answer of /api/{endpoint.name}</span>
        {reply === "failed" && (
          <Banner
            title={TEXT.networkError}
            onDismiss={() => setReply(null)}
          />
        )}
        {reply && reply !== "failed" && (
          <Stack gap={3}>
            <Row>
              <StatusPill tone={reply.status === 200 ? "good" : "bad"}>{reply.status}</StatusPill>
            </Row>
            <CodeBlock title="Answer headers" code={reply.headers} />
            <CodeBlock title="Answer" code={reply.body} />
          </Stack>
        )}
      </div>
    </Stack>
  );
}

async function mayHoldSecret({ secrets }: EndpointReference, body: string): Promise<boolean> {
  if (secrets.length > 0) return true;
  try {
    return (await import("../../../../core/x509/pem/private-key-in.ts")).privateKeyIn(body) !==
      null;
  } catch {
    // The code did not load. An unnecessary question does no harm.
    return true;
  }
}

function questionFor({ secrets }: EndpointReference) {
  const which = secrets.length > 0 ? secrets.join(", ") : "a private key";
  return {
    heading: "Send this to the server?",
    text: [
      `This may contain a secret (${which}). It leaves this device.`,
      ...(location.protocol === "http:"
        ? ["It is sent unencrypted, because this site uses http."]
        : []),
    ],
    action: "Send",
  };
}

async function request(path: string, body: string, signal: AbortSignal): Promise<Reply | "failed"> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      cache: "no-store",
      credentials: "omit",
      signal,
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: SHOWN_HEADERS.filter((name) => response.headers.has(name))
        .map((name) => `${name}: ${response.headers.get(name)}`).join("\n"),
      body: laidOut(text),
    };
  } catch {
    return "failed";
  }
}

function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
