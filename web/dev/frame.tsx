import { useState } from "react";
import { tools } from "../src/tools/index.ts";
import { Hero, LinkCard, Promotion } from "../src/ui/home/home.tsx";
import { Columns, Grid, Stack } from "../src/ui/layout/layout.tsx";
import { Card, Section } from "../src/ui/layout/card.tsx";
import {
  Footer,
  NavEntry,
  NavGroup,
  Ready,
  TopBar,
  Unconnected,
} from "../src/ui/navigation/nav.tsx";

/** The frame of every page, and the components of the home page. */
export function Frame() {
  const [open, setOpen] = useState(false);
  return (
    <Stack gap={5}>
      <TopBar
        name="SSL Tools"
        end={
          <>
            <Ready>Works offline now</Ready>
            <Unconnected>Offline</Unconnected>
          </>
        }
        open={open}
        onToggle={() => setOpen(!open)}
      >
        <NavEntry to="/dev/ui">Current</NavEntry>
        <NavGroup label="SSL Certificate Tools" current="/dev/ui" entries={tools} />
        <NavEntry to="/">Other</NavEntry>
      </TopBar>
      <Columns input={<Card>Input</Card>} result={<Card>Result</Card>} />
      <Hero
        heading="What it is, in one line."
        lead="What it does for whom."
        points={[{ icon: "device", text: "Runs on your device" }]}
      />
      <Section heading="Cards that lead somewhere">
        <Grid>
          {tools.slice(0, 3).map(({ id, path, icon, label, lead }) => (
            <LinkCard key={id} to={path} icon={icon} heading={label}>{lead}</LinkCard>
          ))}
        </Grid>
      </Section>
      <Promotion
        heading="An offer"
        text="What it is."
        action="See it"
        url="https://provider.example/"
        points={[{ icon: "trust", heading: "Trusted", text: "By whom." }]}
      />
      <Footer end="At the end">Footer</Footer>
    </Stack>
  );
}
