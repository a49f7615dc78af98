/** The popup: a form, then the result. It always generates RSA 2048 with SHA-256. */
import { type Ref, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { OutputOf } from "../../core/kernel/contract.ts";
import { csrGenerate } from "../../core/csr/contract.ts";
import type { Issue } from "../../core/kernel/errors.ts";
import * as TEXT from "../../core/texts.ts";
import { Notice, SecurityNotice } from "../src/ui/feedback/notice.tsx";
import { useFaults } from "../src/run/faults.ts";
import { useOperation } from "../src/run/use-operation.ts";
import { NO_SUBJECT, type SubjectValues } from "../src/tools/csr/form-values.ts";
import { KeyAndRequest } from "../src/tools/csr/key-and-request.tsx";
import { ServerNotice } from "../src/tools/csr/server-notice.tsx";
import { useUnsavedKey } from "../src/tools/csr/use-unsaved-key.ts";
import { SUBJECT_FIELDS, SubjectFields } from "../src/tools/csr/subject-fields.tsx";
import { Once } from "../src/start/start.tsx";
import { Banner } from "../src/ui/feedback/banner.tsx";
import { Button } from "../src/ui/base/button.tsx";
import { Card } from "../src/ui/layout/card.tsx";
import { Form } from "../src/ui/form/form.tsx";
import { ConfirmProvider } from "../src/ui/feedback/confirm.tsx";
import { Main, PageHeader, Row, Stack } from "../src/ui/layout/layout.tsx";
import { useClearedOnLeave } from "../src/lib/hooks.ts";
import { Verdict } from "../src/ui/result/verdict.tsx";
import type { GeneratedData } from "./messages.ts";
import { type Embedding, findEmbedding, listenToHost, postToHost } from "./protocol.ts";

type Generated = OutputOf<typeof csrGenerate>;

const popupGenerate = { ...csrGenerate, failure: TEXT.popupGenerateFailed };
const KEY = { keyType: "RSA", keySize: 2048, digestAlgorithm: "SHA-256" } as const;

/** The required fields, in the order of the form. */
const REQUIRED = [
  ["commonName", TEXT.commonNameRequired],
  ["organization", TEXT.organizationRequired],
  ["city", TEXT.cityRequired],
  ["state", TEXT.stateRequired],
  ["email", TEXT.emailRequired],
] as const;

const MAKERS = { device: "your browser", server: "our server" } as const;
const ENTERED = {
  device: "The key is made in this browser.",
  server: "What you enter is sent to our server, which makes the key.",
} as const;

const ALONE: Embedding = { kind: "alone" };
const never = () => () => {};

let found: Embedding | undefined;
const embedding = () => found ??= findEmbedding(self);

/**
 * Returns how the page was opened. The prerendered page and the first render assume that it was opened
 * without a host.
 */
function useEmbedding(): Embedding {
  return useSyncExternalStore(never, embedding, () => ALONE);
}

/** `onReady` is called when the page reacts to events. */
export function PopupPage({ onReady }: { onReady?: () => void }) {
  const embedding = useEmbedding();
  return (
    <ConfirmProvider>
      {embedding.kind === "opaque" ? <ClosedOff /> : <Generator />}
      <Once call={onReady} />
    </ConfirmProvider>
  );
}

function Generator() {
  const operation = useOperation(popupGenerate, "csr-popup");
  const { state, route, run, reset } = operation;
  const [values, setValues] = useState<SubjectValues>(NO_SUBJECT);
  const [emptyFields, setEmptyFields] = useState<readonly Issue[]>([]);
  const shown = useMemo(
    (): typeof state =>
      emptyFields.length === 0 ? state : {
        status: "error",
        error: { code: "invalid_input", message: "", issues: [...emptyFields] },
        how: "asked",
      },
    [
      state,
      emptyFields,
    ],
  );
  const { banner, ...faults } = useFaults(shown, SUBJECT_FIELDS);
  const made = state.status === "result" ? state.value : null;
  const busy = state.status === "loading";

  useEffect(
    () =>
      listenToHost(self, embedding(), (data) => setValues((before) => ({ ...before, ...data }))),
    [],
  );

  useClearedOnLeave(reset);
  const main = useFocusedOnChange(made !== null);
  const change = (changed: Partial<SubjectValues>) => {
    setValues((before) => ({ ...before, ...changed }));
    faults.clear(...Object.keys(changed));
    if (changed.certificateType) faults.clear("commonName");
  };
  const generate = async () => {
    if (busy || made) return;
    const missing = REQUIRED.filter(([path]) => values[path].trim() === "")
      .map(([path, message]) => ({ path, message }));
    setEmptyFields(missing);
    if (missing.length > 0) {
      reset();
      faults.focusFirst(missing);
      postToHost(embedding(), { type: "error", error: TEXT.popupFieldsRequired });
      return;
    }
    const result = await run({ ...values, ...KEY });
    if (!result) return;
    if (result.ok) {
      postToHost(embedding(), { type: "generated", data: generatedData(result.value) });
    } else {
      faults.focusFirst(result.error.issues);
      postToHost(embedding(), { type: "error", error: result.error.message });
    }
  };
  const again = () => {
    setValues(NO_SUBJECT);
    setEmptyFields([]);
    reset();
  };

  if (made) return <Result made={made} onAgain={again} ref={main} />;
  return (
    <Main ref={main}>
      <PageHeader
        heading="CSR Generator"
        lead={`A new RSA ${KEY.keySize} key and its request (CSR) for your certificate provider, made by ${
          MAKERS[route.where]
        }.`}
        aside={<CloseButton />}
      />
      <Stack gap={5}>
        <Card>
          <Form
            onSubmit={generate}
            actions={
              <Button type="submit" kind="filled" disabled={busy}>
                {busy ? "Generating..." : "Generate CSR"}
              </Button>
            }
          >
            {emptyFields.length > 0 && (
              <Banner
                title={TEXT.popupFieldsRequired}
                onDismiss={() => setEmptyFields([])}
              />
            )}
            {emptyFields.length === 0 && banner && <Banner title={banner} onDismiss={reset} />}
            <SubjectFields
              values={values}
              onChange={change}
              errorOf={faults.errorOf}
              refOf={faults.refOf}
            />
            <ServerNotice route={route} />
            <Recipient />
          </Form>
        </Card>
        <SecurityNotice>{ENTERED[route.where]}</SecurityNotice>
      </Stack>
    </Main>
  );
}

/** Scrolls to the top and focuses the page when the result replaces the form, or the form the result. */
function useFocusedOnChange(made: boolean) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(made);
  useEffect(() => {
    if (shown.current === made) return;
    shown.current = made;
    scrollTo(0, 0);
    main.current!.focus({ preventScroll: true });
  }, [made]);
  return main;
}

interface ResultProps {
  made: Generated;
  onAgain: () => void;
  ref: Ref<HTMLElement>;
}

function Result({ made, onAgain, ref }: ResultProps) {
  const embedding = useEmbedding();
  const isGiven = embedding.kind === "host";
  // If the host has received the key, it cannot be lost.
  const key = useUnsavedKey(isGiven ? null : made);
  const again = async () => {
    if (await key.mayReplace()) onAgain();
  };
  return (
    <Main ref={ref}>
      {key.guard}
      <Stack>
        <Verdict
          inner
          tone={!key.isUnsaved ? "good" : "warn"}
          level={1}
          title="CSR and private key are ready"
        >
          {isGiven
            ? `Both were given to ${embedding.origin}. Keep your own copy of the key as a backup.`
            : !key.isUnsaved
            ? "Send the CSR to your certificate provider, and keep the private key to yourself."
            : "Download your private key now. There is no other copy, and it can't be recovered."}
        </Verdict>
        <KeyAndRequest {...made} onKeyTaken={key.take} />
        <Row>
          <Button onClick={again}>Generate Another</Button>
          <CloseButton />
        </Row>
      </Stack>
    </Main>
  );
}

/** Names the site that will receive the key, before the key is generated. */
function Recipient() {
  const embedding = useEmbedding();
  switch (embedding.kind) {
    case "host":
      return (
        <Notice icon="info" heading={`The private key will be given to ${embedding.origin}`}>
          That site receives the CSR and the private key as soon as they are made. Go on only if you
          trust it.
        </Notice>
      );
    case "unknown":
      return (
        <Notice icon="info" heading="Nothing will be given to the site around this page">
          It does not say which site it is. Copy or download the CSR and the key yourself.
          {embedding.framed && " Only that site can close this frame."}
        </Notice>
      );
    default:
      return null;
  }
}

/** Closes the popup. A window closes itself; a frame asks its host, if the host is known. */
function CloseButton() {
  const embedding = useEmbedding();
  if (embedding.kind === "alone" || embedding.kind === "unknown" && embedding.framed) return null;
  const close = () => {
    postToHost(embedding, { type: "close" });
    if (!embedding.framed) self.close();
  };
  return <Button onClick={close}>Close</Button>;
}

/** Shown in a sandboxed frame, where keys can neither be generated nor passed on. */
function ClosedOff() {
  return (
    <Main>
      <PageHeader
        heading="CSR Generator"
        lead="This page is in a sandboxed frame, where the browser cannot make a key."
      />
      <Notice icon="window" heading="Use it in its own window">
        <a href={location.pathname} target="_blank" rel="noopener">Open the CSR generator</a>
      </Notice>
    </Main>
  );
}

function generatedData(
  { csr, privateKey, commonName, isWildcard }: Generated,
): GeneratedData {
  // The request contains no private key, so the answer always has a new one.
  return { csr, privateKey: privateKey ?? "", commonName, isWildcard, ...KEY };
}
