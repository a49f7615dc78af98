import { provider } from "../../../core/provider.ts";
import { apiDocs } from "../docs/index.ts";
import { tools } from "../tools/index.ts";
import { Hero } from "../ui/hero.tsx";
import { Grid, Hidden, Stack } from "../ui/layout.tsx";
import { LinkCard } from "../ui/link-card.tsx";
import { Promotion } from "../ui/promotion.tsx";
import { SecurityNotice } from "./security-notice.tsx";

const POINT_ICONS = ["trust", "speed", "support"] as const;

export default function HomePage() {
  const { title, text, action, points } = provider.promotion;
  return (
    <Stack gap={6}>
      <Hero
        heading="Certificates, without the upload."
        lead="Make, read, check and convert certificates and keys in your own browser. Free, and no account."
        points={[
          { icon: "device", text: "Runs on your device" },
          { icon: "offline", text: "Works offline" },
          { icon: "source", text: "Open source" },
        ]}
      />
      <section aria-labelledby="tools">
        <Hidden>
          <h2 id="tools">Tools</h2>
        </Hidden>
        <Grid>
          {tools.map((tool) => (
            <LinkCard key={tool.id} to={tool.path} icon={tool.icon} heading={tool.label}>
              {tool.lead}
            </LinkCard>
          ))}
          <LinkCard to={apiDocs.path} icon="api" heading={apiDocs.label}>{apiDocs.lead}</LinkCard>
        </Grid>
      </section>
      <SecurityNotice />
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
