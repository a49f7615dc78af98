import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import * as TEXT from "../../../../core/texts.ts";
import type {
  CsrPopup,
  CsrPopupError,
  CsrPopupOptions,
  CsrPopupResult,
} from "../../../public/csr-popup.d.ts";
import { POPUP_PATH } from "../../page/documents.ts";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Button } from "../../ui/base/button.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { Command } from "../../ui/data/code.tsx";
import { Document, Part } from "../../ui/layout/document.tsx";
import { Details } from "../../ui/data/facts.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { PageHeader, Row, Stack } from "../../ui/layout/layout.tsx";
import { useClearedOnLeave } from "../../lib/hooks.ts";
import { csrPopupDocs } from "./doc.ts";
import * as snippets from "./snippets.ts";

/** The source text of the module that the popup is built from. */
const { "../../../popup/messages.ts": messages } = import.meta.glob<string>(
  "../../../popup/messages.ts",
  { query: "?raw", import: "default", eager: true },
);

const PARTS = [
  { id: "how", title: "How it works" },
  { id: "method-1", title: "Direct link" },
  { id: "method-2", title: "Popup window" },
  { id: "method-3", title: "Modal iframe" },
  { id: "method-4", title: "Pre-filled via messages" },
  { id: "method-5", title: "Receiving generated data" },
  { id: "messages", title: "The messages" },
  { id: "advice", title: "What to watch for" },
];

type Demo = "window" | "frame" | "prefill" | "receive";

const OPTIONS: Readonly<Record<Demo, CsrPopupOptions>> = {
  window: {},
  frame: { mode: "frame" },
  prefill: {
    prefill: {
      commonName: "www.example.com",
      organization: "Example Company, Inc.",
      email: "admin@example.com",
      certificateType: "SSL/TLS",
    },
  },
  receive: { closeWhenGenerated: true },
};

/** The outcome of a demo. */
type Ending = { demo: Demo } & ({ result: CsrPopupResult } | { code: CsrPopupError["code"] });

export default function CsrPopupDocsPage() {
  const helper = useHelper();
  const [ending, setEnding] = useState<Ending | null>(null);
  useClearedOnLeave(() => setEnding(null));
  // A prerendered page does not know its address.
  const origin = useSyncExternalStore(
    () => () => {},
    () => location.origin,
    () => "https://ssl-tools.example",
  );

  const show = async (demo: Demo) => {
    setEnding(null);
    try {
      await helper!.open({
        ...OPTIONS[demo],
        onGenerated: (result) => setEnding({ demo, result }),
      });
    } catch (thrown) {
      setEnding({ demo, code: (thrown as CsrPopupError).code });
    }
  };
  const demo = (name: Demo, label: string) => (
    <Stack gap={3}>
      <Row>
        <Button icon="window" disabled={helper === null} onClick={() => show(name)}>{label}</Button>
      </Row>
      {ending?.demo === name && <Outcome ending={ending} onDismiss={() => setEnding(null)} />}
    </Stack>
  );

  return (
    <>
      <PageHeader heading={csrPopupDocs.label} lead={csrPopupDocs.lead} />
      <Document parts={PARTS}>
        <Part id="how">
          <Section heading="How it works">
            <Stack gap={3}>
              <p>
                Your page opens {POPUP_PATH}{" "}
                in a window or a frame. Your visitor fills in the form, the browser makes the key,
                and the CSR and the private key come back to your page as a message, without a
                server. (If a browser cannot make keys, our server makes them, and the popup says
                so.) Above the button, the popup names the site that will receive the key.
              </p>
              <Command
                copyName="Copy script tag"
                command={`<script src="${origin}/csr-popup.js"></script>`}
              >
                A small helper opens the popup and checks its messages. Load it once, or copy it:
              </Command>
              <p>
                <a href="/csr-popup.js" download>csr-popup.js</a>,{" "}
                <a href="/csr-popup.d.ts" download>its types for TypeScript</a>. Each method is also
                shown without the helper.
              </p>
            </Stack>
          </Section>
        </Part>

        <Method
          number={1}
          heading="Direct link"
          text="Your page gets nothing back. The visitor copies or downloads the CSR and key."
          helper={{ name: "Copy direct link", code: snippets.directLink(origin) }}
          demo={
            <Row>
              <a href={POPUP_PATH} target="_blank" rel="noopener">Open the generator</a>
            </Row>
          }
        />
        <Method
          number={2}
          heading="Popup window"
          text="A window of 1000 by 800 pixels. Open it when the visitor clicks, or the browser blocks it."
          helper={{ name: "Copy popup window", code: snippets.popupWindow(origin) }}
          plain={{ name: "Copy plain popup window", code: snippets.popupWindowPlain(origin) }}
          demo={demo("window", "Open popup window")}
        />
        <Method
          number={3}
          heading="Modal iframe"
          text="A frame of 1000 by 850 pixels over your page, smaller on a small screen."
          helper={{ name: "Copy modal iframe", code: snippets.modalFrame() }}
          plain={{ name: "Copy plain modal iframe", code: snippets.modalFramePlain(origin) }}
          demo={demo("frame", "Open modal iframe")}
        />
        <Method
          number={4}
          heading="Pre-filled via messages"
          text="Fill in what you already know. The form is never submitted for the visitor."
          helper={{ name: "Copy pre-filled popup", code: snippets.prefilled() }}
          plain={{ name: "Copy plain prefill message", code: snippets.prefilledPlain(origin) }}
          demo={demo("prefill", "Open pre-filled popup")}
        />
        <Method
          number={5}
          heading="Receiving generated data"
          text="The CSR and the private key come as one message. Check its origin."
          helper={{ name: "Copy receiving", code: snippets.receiving() }}
          plain={{ name: "Copy plain receiving", code: snippets.receivingPlain(origin) }}
          demo={demo("receive", "Generate and receive")}
        />

        <Part id="messages">
          <Section heading="The messages">
            <Command copyName="Copy message types" command={messages}>
              Every message in both directions, as TypeScript:
            </Command>
          </Section>
        </Part>
        <Part id="advice">
          <Section heading="What to watch for">
            <ItemList items={ADVICE} />
          </Section>
        </Part>
      </Document>
    </>
  );
}

interface Snippet {
  /** The accessible name of the copy button. */
  name: string;
  code: string;
}

interface MethodProps {
  number: number;
  heading: string;
  text: string;
  helper: Snippet;
  plain?: Snippet;
  demo: ReactNode;
}

function Method({ number, heading, text, helper, plain, demo }: MethodProps) {
  return (
    <Part id={`method-${number}`}>
      <Section heading={`${number}. ${heading}`}>
        <Stack>
          <p>{text}</p>
          <Command copyName={helper.name} command={helper.code}>
            {plain ? "With the helper:" : "In your page:"}
          </Command>
          {plain && (
            <Command copyName={plain.name} command={plain.code}>
              The same without it:
            </Command>
          )}
          {demo}
        </Stack>
      </Section>
    </Part>
  );
}

function Outcome({ ending, onDismiss }: { ending: Ending; onDismiss: () => void }) {
  if ("code" in ending) {
    return ending.code === "blocked"
      ? <Banner title={TEXT.popupBlocked} onDismiss={onDismiss} />
      : <p role="status">The popup was closed before a CSR was made.</p>;
  }
  const { result } = ending;
  const lines = (pem: string) => `received, ${pem.trim().split("\n").length} lines`;
  return (
    <div role="status">
      <Details
        details={[
          { term: "commonName", value: result.commonName },
          { term: "isWildcard", value: String(result.isWildcard) },
          { term: "keyType", value: result.keyType },
          { term: "keySize", value: result.keySize },
          { term: "digestAlgorithm", value: result.digestAlgorithm },
          { term: "csr", value: lines(result.csr) },
          { term: "privateKey", value: lines(result.privateKey) },
        ]}
      />
    </div>
  );
}

const ADVICE = [
  {
    title: "Say who you are",
    children: (
      <p>
        The popup knows your origin from the referrer. Frame it with referrerpolicy="origin", and do
        not open it with noreferrer. The popup sends nothing to a site that it cannot identify.
      </p>
    ),
  },
  {
    title: "Check both",
    children: (
      <p>
        Accept a message only if its source is your popup's window and its origin is this site. The
        popup checks your messages in the same way, and posts only to your origin.
      </p>
    ),
  },
  {
    title: "Sandboxed frames",
    children: (
      <p>
        A frame without allow-same-origin has no origin, so the browser cannot make a key in it. The
        popup then offers a window instead. If you use a sandbox, allow scripts, same-origin, forms,
        popups and downloads.
      </p>
    ),
  },
  {
    title: "Your own headers",
    children: (
      <p>
        A Cross-Origin-Opener-Policy of same-origin separates your page from the window that it
        opens. Use same-origin-allow-popups. A Content-Security-Policy needs this site in frame-src,
        and in script-src for the helper.
      </p>
    ),
  },
  {
    title: "Copy in a frame",
    children: <p>Copying needs allow="clipboard-write" on the frame.</p>,
  },
];

const ADDRESS = "/csr-popup.js";

/** Loads the helper's script as integrators do. Returns null until the script has run. */
function useHelper(): CsrPopup | null {
  const [helper, setHelper] = useState<CsrPopup | null>(null);
  useEffect(() => {
    const ready = () => setHelper((globalThis as unknown as Window).csrPopup);
    if ("csrPopup" in globalThis) return ready();
    const script = document.createElement("script");
    script.src = ADDRESS;
    script.addEventListener("load", ready);
    document.head.append(script);
    return () => script.removeEventListener("load", ready);
  }, []);
  return helper;
}
