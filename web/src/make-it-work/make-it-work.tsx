import { lazy, useState } from "react";
import type { TargetId } from "../../../core/targets.ts";
import { Button } from "../ui/base/button.tsx";
import { Section } from "../ui/layout/card.tsx";
import { Row, Stack } from "../ui/layout/layout.tsx";
import { OpenedPart } from "../ui/layout/opened-part.tsx";
import type { FolderProps } from "./props.ts";

/** Loaded when it is opened, because most visitors come for something else. */
const Folder = lazy(() => import("./folder.tsx"));
const SUMMARY = "Get the folder for nginx, IIS, Java and others";

/** "Make it work": the folder that a server, service or device needs, of the objects of a page. */
export const MakeItWork = (props: FolderProps) => (
  <Section heading="Make it work" screenOnly>
    <FolderOnDemand {...props} />
  </Section>
);

/** The targets that one press makes. */
const AT_ONCE: readonly { readonly target: TargetId; readonly text: string }[] = [
  { target: "nginx", text: "Folder for nginx" },
  { target: "iis", text: "Folder for IIS" },
];

/** The same without a card of its own. */
export function FolderOnDemand(props: FolderProps) {
  const [pressed, setPressed] = useState<{ target: TargetId; times: number } | null>(null);
  return (
    <Stack gap={2}>
      {!props.asksKey && (
        <Row gap={2}>
          {AT_ONCE.map(({ target, text }) => (
            <Button
              key={target}
              size="small"
              icon="download"
              onClick={() => setPressed({ target, times: (pressed?.times ?? 0) + 1 })}
            >
              {text}
            </Button>
          ))}
        </Row>
      )}
      <OpenedPart summary={SUMMARY} open={pressed !== null}>
        <Folder
          key={pressed?.times}
          {...props}
          {...pressed && { target: pressed.target, startsAtOnce: true }}
        />
      </OpenedPart>
    </Stack>
  );
}
