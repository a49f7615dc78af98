/** The menu "Share" of a result: its answer as a mail, a link, Markdown, an image, or for other apps. */
import { useRef } from "react";
import { writeClipboard } from "../ui/base/copy-button.tsx";
import { MenuButton, type MenuItem } from "../ui/base/menu.tsx";
import { announce } from "../lib/screen.ts";
import type { Shared } from "./shared.ts";
import type { Travelling } from "./travelling.ts";
import { useDone } from "./use-done.ts";

interface ShareMenuProps {
  label?: string;
  shared: Shared;
  /** Shows a sentence about the copied text; "" removes the one before. */
  onNote: (note: string) => void;
}

export function ShareMenu({ label = "Share", shared, onNote }: ShareMenuProps) {
  const [done, say] = useDone();
  // Made when the menu opens, because browsers let a page copy only for a moment after a click.
  const made = useRef<Promise<Travelling>>(null);
  const prepare = () =>
    made.current = import("./travelling.ts").then(({ travelling }) => travelling(shared));
  const note = (text: string) => {
    onNote(text);
    if (text) announce(text);
  };
  const using = (kind: keyof Travelling, use: (text: string) => Promise<string>) => async () => {
    const one = (await (made.current ?? prepare()))[kind];
    if (one === null) return;
    if ("refused" in one) return note(one.refused);
    const said = await use(one.text);
    if (said === "") return;
    say(said);
    note(one.note);
  };
  const copy = async (text: string) => await writeClipboard(text) ? "Copied!" : "";
  const items: MenuItem[] = [
    ...shared.request
      ? [{
        name: "Copy reply with the CSR",
        hint: 'The answer to "please send us a CSR"',
        onSelect: using("reply", copy),
      }]
      : [],
    {
      name: "Copy for a mail",
      hint: "The answer in at most five lines",
      onSelect: using("mail", copy),
    },
    { name: "Copy link", hint: "Opens this result on any device", onSelect: using("link", copy) },
    {
      name: "Copy as Markdown",
      hint: "The answer in at most fifteen lines",
      onSelect: using("markdown", copy),
    },
    {
      name: "Save as image",
      hint: "The answer as a card (PNG)",
      onSelect: async () => {
        const { saveCard } = await import("./card.ts");
        say(await saveCard(shared) ? "Saved" : "");
      },
    },
    ...typeof navigator.share === "function"
      ? [{
        name: "Share with another app",
        separated: true,
        onSelect: using(shared.request ? "reply" : "mail", async (text) => {
          // The user may close the sheet.
          const shared = await navigator.share({ text }).then(() => true, () => false);
          return shared ? "Shared" : "";
        }),
      }]
      : [],
  ];
  return (
    <MenuButton
      label={done || label}
      icon={done ? "check" : "share"}
      items={items}
      onOpen={() => void prepare().catch(() => {})}
    />
  );
}
