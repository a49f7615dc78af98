import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router-dom";
import { provider } from "../../../core/provider.ts";
import { readWebsite } from "../arrivals/website.ts";
import { hostAddress } from "../hand-over/host-address.ts";
import { firstMissing, useOnline } from "../lib/browser.ts";
import { DropZone, type TextAction } from "../ui/form/drop-zone.tsx";
import { Hero, LinkCard, Promotion } from "../ui/home/home.tsx";
import { Grid, Split, Stack } from "../ui/layout/layout.tsx";
import { Hidden } from "../ui/base/hidden.tsx";
import { useAlive } from "../lib/hooks.ts";
import { type HandOver, handOver, useArrivals } from "../hand-over/hand-over.ts";
import cards from "./cards.data.ts";
import { isFinished } from "../run/live.ts";
import { SecurityNotice } from "../ui/feedback/notice.tsx";

/** Loaded when the user types the first character. */
const Recognized = lazy(() => import("../arrivals/recognized.tsx"));

/** A single word may be the beginning of an address. */
const isOneWord = (text: string) => !/\s/.test(text.trim()) && text.length <= 300;

const CONTACTS = "Our server will contact this website on port 443. Nothing is sent until you ask.";
const IS_FILE = " If you mean a file, open it.";
const OFFLINE = "You are offline. To check this website, connect first.";

const POINT_ICONS = ["trust", "speed", "support"] as const;

const ON_THE_DEVICE = {
  heading: "Certificates, without the upload.",
  lead:
    "Create, check, convert and repair certificates right in your browser. Free, no account needed.",
  points: [
    { icon: "device", text: "Runs on your device" },
    { icon: "offline", text: "Works offline" },
    { icon: "source", text: "Open source" },
  ],
  entered: "What you enter stays in this browser, unless you choose the server for a tool.",
} as const;

/** Texts for a browser that cannot run the tools, for example over plain http. */
const ON_THE_SERVER = {
  heading: "Certificates and keys, made plain.",
  lead: "Create, check, convert and repair certificates. Free, no account needed.",
  points: [
    { icon: "server", text: "Runs on our server" },
    { icon: "source", text: "Open source" },
  ],
  entered:
    "This browser cannot run most tools, so what you enter is sent to our server. We ask you " +
    "before we send a private key.",
} as const;

/** Whether this browser lacks a capability that most tools need; false in the prerendered page. */
function useLacking(): boolean {
  const alive = useAlive();
  return alive && firstMissing(["webassembly", "subtle-crypto"]) !== null;
}

export default function HomePage() {
  const { title, text, action, points } = provider.promotion;
  const navigate = useNavigate();
  const { entered, ...hero } = useLacking() ? ON_THE_SERVER : ON_THE_DEVICE;
  const inspect = (data: HandOver["/inspect"]) => {
    handOver("/inspect", data);
    navigate("/inspect");
  };
  const connected = useOnline();
  /** The press is the consent: until then nothing about the host is sent. */
  const checkFor = (text: string): TextAction | null => {
    const website = readWebsite(text);
    if (website?.kind !== "host") return null;
    const { host, mayBeFile } = website;
    return {
      label: "Check this website",
      note: connected ? CONTACTS + (mayBeFile ? IS_FILE : "") : OFFLINE,
      onEnter: !mayBeFile,
      run() {
        handOver("/chain", { host });
        navigate(hostAddress(host));
      },
    };
  };
  const [typed, setTyped] = useState("");
  useArrivals({
    all(arrival, kinds) {
      const isKnown = arrival.files.length > 0 || !kinds.includes("other");
      if (!isKnown || kinds.includes("host")) return false;
      inspect(arrival);
      return true;
    },
  });
  return (
    <Stack gap={6}>
      <Split>
        <Hero
          {...hero}
        />
        <DropZone
          heading="Drop anything, understand everything"
          touchHeading="Paste or open anything"
          label="Text to inspect"
          placeholder="Type a website address, or paste a certificate, key or CSR"
          action="Inspect"
          onFiles={(files) => inspect({ files, text: "" })}
          onText={(text) => inspect({ files: [], text })}
          actionFor={checkFor}
          onTyped={setTyped}
          onPasted={(text) => {
            if (readWebsite(text) !== null || isOneWord(text) || !isFinished(text)) return false;
            inspect({ files: [], text });
            return true;
          }}
          recognized={typed.trim() !== "" && (
            <Suspense>
              <Recognized text={typed} />
            </Suspense>
          )}
        >
          Got a pile of certificate files? We'll show what each one is, which belong together and
          what to do next. Your files stay on your device.
        </DropZone>
      </Split>
      <section aria-labelledby="tools">
        <Hidden>
          <h2 id="tools">Tools</h2>
        </Hidden>
        <Grid>
          {cards.map(({ path, icon, label, lead }) => (
            <LinkCard key={path} to={path} icon={icon} heading={label}>{lead}</LinkCard>
          ))}
        </Grid>
      </section>
      <SecurityNotice>{entered}</SecurityNotice>
      <Promotion
        heading={title}
        text={text}
        action={action}
        url={provider.url}
        points={points.map((point, index) => ({
          icon: POINT_ICONS[index],
          heading: point.title,
          text: point.text,
        }))}
      />
    </Stack>
  );
}
