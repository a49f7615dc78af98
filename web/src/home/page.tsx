import { provider } from "../../../core/provider.ts";
import { lazy, Suspense } from "react";
import { searchRequest } from "../intent/request.ts";
import { DropBox } from "../arrivals/drop-box.tsx";
import { firstMissing } from "../lib/browser.ts";
import { Hero, LinkCard, Promotion } from "../ui/home/home.tsx";
import { Grid, Split, Stack } from "../ui/layout/layout.tsx";
import { Hidden } from "../ui/base/hidden.tsx";
import { useAlive } from "../lib/hooks.ts";
import cards from "./cards.data.ts";
import { SecurityNotice } from "../ui/feedback/notice.tsx";

/** Loaded when the user types the first words. */
const Suggestions = lazy(() => import("../intent/suggestions.tsx"));

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
  const { entered, ...hero } = useLacking() ? ON_THE_SERVER : ON_THE_DEVICE;
  return (
    <Stack gap={6}>
      <Split>
        <Hero
          {...hero}
        />
        <DropBox
          heading="Drop anything, understand everything"
          touchHeading="Paste or open anything"
          onWords={searchRequest.set}
          others={(text) => (
            <Suspense>
              <Suggestions text={text} />
            </Suspense>
          )}
        >
          Got a pile of certificate files? We'll show what each one is, which belong together and
          what to do next. Your files stay on your device.
        </DropBox>
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
