import { type ReactNode, useState } from "react";
import * as TEXT from "../../core/texts.ts";
import { Button } from "../src/ui/base/button.tsx";
import { ButtonLink } from "../src/ui/navigation/button-link.tsx";
import { Section } from "../src/ui/layout/card.tsx";
import { CodeArea } from "../src/ui/form/code-area.tsx";
import { CodeField } from "../src/ui/form/code-field.tsx";
import { useConfirm } from "../src/ui/feedback/confirm.tsx";
import { CopyButton } from "../src/ui/base/copy-button.tsx";
import { DownloadButton } from "../src/ui/base/download-button.tsx";
import { DropZone } from "../src/ui/form/drop-zone.tsx";
import { EditableList } from "../src/ui/form/editable-list.tsx";
import {
  CheckboxField,
  CheckboxGroup,
  RadioField,
  RangeField,
  SelectField,
  TextField,
} from "../src/ui/form/field.tsx";
import { Form } from "../src/ui/form/form.tsx";
import { Pairs, Row, Stack } from "../src/ui/layout/layout.tsx";
import { SearchField } from "../src/ui/form/search-field.tsx";
import { Tabs } from "../src/ui/layout/tabs.tsx";
import { WhereItRuns } from "../src/ui/form/where-it-runs.tsx";
import { EXAMPLE_JSON } from "./data-views.tsx";

const CURVES = ["P-256", "P-384", "P-521"].map((value) => ({ value, text: value }));

/** Holds the value of a control. */
function Keeping<T>({ initial, children }: {
  initial: T;
  children: (value: T, set: (value: T) => void) => ReactNode;
}) {
  const [value, setValue] = useState(initial);
  return children(value, setValue);
}

const nothing = () => {};

/** Buttons, fields and other controls. */
export function Controls() {
  const ask = useConfirm();
  return (
    <Stack>
      <Section heading="Buttons">
        <Stack gap={3}>
          <Row>
            <Button kind="filled">Filled</Button>
            <Button>Outline</Button>
            <Button kind="quiet">Quiet</Button>
            <Button icon="folder">With an icon</Button>
            <Button disabled>Disabled</Button>
            <ButtonLink to="/" icon="external">A link</ButtonLink>
          </Row>
          <Row>
            <Button size="small">Small</Button>
            <Button size="small" kind="quiet">Small and quiet</Button>
            <Button size="small" disabled>Disabled</Button>
            <CopyButton text="copied" name="Copy nothing" />
            <DownloadButton content="saved" filename="nothing.txt" name="Download nothing" />
            <DownloadButton kind="filled" content="saved" filename="nothing.txt" label="Save" />
          </Row>
          <Row>
            <Button
              onClick={() =>
                ask({
                  heading: "Leave without the private key?",
                  text: ["The key on this page has been neither copied nor downloaded."],
                  action: "Leave",
                })}
            >
              Ask
            </Button>
          </Row>
        </Stack>
      </Section>
      <Section heading="Fields">
        <Form onSubmit={nothing} actions={<Button kind="filled" type="submit">Generate</Button>}>
          <Pairs>
            <Keeping initial="">
              {(value, onChange) => (
                <TextField
                  label="Empty"
                  placeholder="www.example.com"
                  hint="A hint is short."
                  {...{ value, onChange }}
                />
              )}
            </Keeping>
            <Keeping initial="harbor_light">
              {(value, onChange) => (
                <TextField
                  label="In error"
                  required
                  error={TEXT.domainNameInvalid}
                  {...{ value, onChange }}
                />
              )}
            </Keeping>
            <Keeping initial="www.example.com">
              {(value, onChange) => (
                <TextField label="After a fixed part" prefix="https://" {...{ value, onChange }} />
              )}
            </Keeping>
            <Keeping initial="P-256">
              {(value, onChange) => (
                <SelectField label="Select" options={CURVES} {...{ value, onChange }} />
              )}
            </Keeping>
            <Keeping initial="P-384">
              {(value, onChange) => (
                <RadioField label="Segments" options={CURVES} {...{ value, onChange }} />
              )}
            </Keeping>
            <Keeping initial={16}>
              {(value, onChange) => (
                <RangeField label="Slider" min={8} max={128} {...{ value, onChange }} />
              )}
            </Keeping>
          </Pairs>
          <CheckboxGroup label="Check boxes" error={TEXT.passwordTypeRequired}>
            <Pairs gap={3}>
              <Keeping<boolean> initial>
                {(checked, onChange) => (
                  <CheckboxField label="Uppercase" hint="A to Z" {...{ checked, onChange }} />
                )}
              </Keeping>
              <Keeping<boolean> initial={false}>
                {(checked, onChange) => (
                  <CheckboxField
                    label="Symbols"
                    {...{ checked, onChange }}
                  />
                )}
              </Keeping>
            </Pairs>
          </CheckboxGroup>
          <Keeping<readonly string[]> initial={["example.com", "not a name"]}>
            {(items, onChange) => (
              <EditableList
                label="Additional Names"
                itemLabel={(index) => `Additional name ${index + 1}`}
                add="Add a name"
                errorOf={(index) => index === 1 ? TEXT.domainNameInvalid : null}
                {...{ items, onChange }}
              />
            )}
          </Keeping>
          <Keeping initial="">
            {(value, onChange) => (
              <CodeField
                takes="certificates"
                label="Certificate"
                required
                rows={4}
                hint="PEM, DER or P7B."
                placeholder="-----BEGIN CERTIFICATE-----"
                {...{ value, onChange }}
              />
            )}
          </Keeping>
          <Keeping initial={EXAMPLE_JSON}>
            {(value, onChange) => (
              <CodeArea
                label="Request"
                rows={4}
                error="JSON IS EXPECTED"
                {...{ value, onChange }}
              />
            )}
          </Keeping>
        </Form>
      </Section>
      <Section heading="Choices">
        <Stack>
          <Keeping initial="paste">
            {(value, onChange) => (
              <Tabs
                label="Where it comes from"
                tabs={[{ value: "paste", text: "Paste" }, { value: "url", text: "From URL" }]}
                {...{ value, onChange }}
              >
                The content of the chosen tab.
              </Tabs>
            )}
          </Keeping>
          <Row>
            <Keeping initial="">
              {(value, onChange) => (
                <SearchField
                  label="Search"
                  placeholder="Search 12 objects"
                  {...{ value, onChange }}
                />
              )}
            </Keeping>
          </Row>
          <Keeping<"device" | "server"> initial="device">
            {(where, onChange) => (
              <WhereItRuns forced={null} note="Stays here." {...{ where, onChange }} />
            )}
          </Keeping>
          <WhereItRuns where="server" forced="It needs a connection." note="" onChange={nothing} />
        </Stack>
      </Section>
      <DropZone
        heading="Drop anything"
        label="Text to inspect"
        placeholder="… or paste"
        action="Inspect"
        error={TEXT.inspectRequired}
        onFiles={nothing}
        onText={nothing}
      >
        Certificates, keys, requests, under whatever name.
      </DropZone>
      <DropZone
        compact
        heading="Add more"
        label="More text"
        placeholder="… or paste"
        action="Inspect"
        onFiles={nothing}
        onText={nothing}
      />
    </Stack>
  );
}
