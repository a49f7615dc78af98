import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router-dom";
import { provider } from "../../../core/provider.ts";
import { firstMissing } from "../lib/browser.ts";
import { DropZone } from "../ui/form/drop-zone.tsx";
import { Hero, LinkCard, Promotion } from "../ui/home/home.tsx";
import { Grid, Hidden, Split, Stack } from "../ui/layout/layout.tsx";
import { useAlive } from "../lib/hooks.ts";
import { type HandOver, handOver, useArrivals } from "../hand-over/hand-over.ts";
import cards from "./cards.data.ts";
import { isFinished } from "../run/live.ts";
import { SecurityNotice } from "../ui/feedback/notice.tsx";

/** Loaded when the user types the first character. */
const Recognized = lazy(() => import("../arrivals/recognized.tsx"));

/** A single word may be a domain name, for which there are other tools. */
const mayBeHost = (text: string) => !/\s/.test(text.trim()) && text.length <= 300;

const POINT_ICONS = ["trust", "speed", "support"] as const;

const ON_THE_DEVICE = {
  heading: "Certificates, without the upload.",
  lead:
    "Make, read, check and convert certificates and keys in your own browser. Free, and no account.",
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
  lead: "Make, read, check and convert certificates and keys. Free, and no account.",
  points: [
    { icon: "server", text: "Runs on this site's server here" },
    { icon: "source", text: "Open source" },
  ],
  entered: "This browser cannot run most tools itself, so what you enter is sent to this site's " +
    "server. No private key is sent unless you agree.",
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
          label="Text to inspect"
          placeholder="… or paste: PEM, base64, a log, CAA lines, a domain name"
          action="Inspect"
          onFiles={(files) => inspect({ files, text: "" })}
          onText={(text) => inspect({ files: [], text })}
          onTyped={setTyped}
          onPasted={(text) => {
            if (mayBeHost(text) || !isFinished(text)) return false;
            inspect({ files: [], text });
            return true;
          }}
          recognized={typed.trim() !== "" && (
            <Suspense>
              <Recognized text={typed} />
            </Suspense>
          )}
        >
          Certificates, keys, CSRs, PFX and PKCS#7 files under any name, or a whole folder: see what
          each is, what fits together and what to do next. They are read on your device.
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
