import { Card, Section } from "../src/ui/layout/card.tsx";
import { Disclosure } from "../src/ui/layout/disclosure.tsx";
import { Icon } from "../src/ui/base/icon.tsx";
import type { IconName } from "../src/ui/base/icon-name.ts";
import icons from "../src/ui/base/icons.data.ts";
import { Grid, Pairs, Row, Stack } from "../src/ui/layout/layout.tsx";
import { LogoMark } from "../src/ui/navigation/nav.tsx";
import { StatusPill } from "../src/ui/feedback/status.tsx";
import type { Tone } from "../src/ui/base/tone.ts";

export const TONES: readonly Tone[] = ["good", "warn", "bad", "info", "neutral"];

/** Typography, icons, tones and layout. */
export function Foundations() {
  return (
    <Stack>
      <Section heading="Type">
        <Stack gap={3}>
          <h1>Heading of a page</h1>
          <h2>Heading of a card</h2>
          <h3>Heading within</h3>
          <p>
            Text as it is read, with a <a href="#foundations">link</a> and <code>code</code> in it.
          </p>
        </Stack>
      </Section>
      <Section heading="Icons" count={Object.keys(icons).length} aside={<LogoMark />}>
        <Row gap={5}>
          {(Object.keys(icons) as IconName[]).map((name) => (
            <Row key={name} gap={2}>
              <Icon name={name} />
              {name}
            </Row>
          ))}
        </Row>
      </Section>
      <Section heading="Tones" aside={<StatusPill tone="good">At the end of a line</StatusPill>}>
        <Row gap={2}>
          {TONES.map((tone) => <StatusPill key={tone} tone={tone}>{tone}</StatusPill>)}
        </Row>
      </Section>
      <Section heading="Layout">
        <Stack>
          <Grid>
            <Card>Grid</Card>
            <Card>of cards</Card>
            <Card>of one width</Card>
          </Grid>
          <Pairs>
            <Card>Pair</Card>
            <Card>of fields</Card>
          </Pairs>
          <Row spread>
            <span>Row, spread</span>
            <span>to its ends</span>
          </Row>
          <Disclosure summary="Closed">What is there for those who want it.</Disclosure>
          <Disclosure summary="Open" open>What is there for those who want it.</Disclosure>
        </Stack>
      </Section>
    </Stack>
  );
}
