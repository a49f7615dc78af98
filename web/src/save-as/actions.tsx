/** The row of actions below a verdict: the main action, the menu "Download" or "Copy result", and links. */
import {
  type ComponentProps,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { ShareMenu } from "../share/share-menu.tsx";
import type { Shared } from "../share/shared.ts";
import { useDone } from "../share/use-done.ts";
import { writeClipboard } from "../ui/base/copy-button.tsx";
import { saveFile } from "../lib/save-file.ts";
import { MenuButton, type MenuItem } from "../ui/base/menu.tsx";
import { Stack } from "../ui/layout/layout.tsx";
import { Hidden } from "../ui/base/hidden.tsx";
import { Actions } from "../ui/result/beside.tsx";
import { markdownOf } from "./markdown.ts";
import type SaveAsForm from "./save-as.tsx";

/** Loaded when the user asks for another format, because few users do. */
const SaveAs = lazy(() => import("./save-as.tsx"));

/** A file that the menu offers. */
interface DownloadItem extends Omit<MenuItem, "onSelect"> {
  /** The content; a function if it is expensive to build. */
  content: BlobPart | (() => BlobPart);
  filename: string;
  /** Media type. */
  type?: string;
}

interface ResultActionsProps {
  /** The main action: one button. */
  main?: ReactNode;
  /** The files, the most wanted first. */
  downloads?: readonly DownloadItem[];
  /** The answer, to be copied as JSON or Markdown, with null in place of a private key. */
  value?: unknown;
  /** The text that "Copy as JSON" copies, for a result that is not copied as Markdown. */
  json?: () => string;
  /** Adds "Another format" to the menu, which opens the form "Save as" below the row. */
  saveAs?: ComponentProps<typeof SaveAsForm>;
  /** The answer for the menu "Share". */
  shared?: Shared;
  /** Further actions, such as links that open the result in another tool. */
  children?: ReactNode;
}

export function ResultActions(
  { main, downloads = [], value, json, saveAs, shared, children }: ResultActionsProps,
) {
  const row = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLDivElement>(null);
  const [formats, setFormats] = useState(false);
  const [note, setNote] = useState("");
  const [done, say] = useDone();
  const focusFormats = () => form.current?.querySelector<HTMLElement>("select")?.focus();

  const copy = (name: string, text: () => string): MenuItem => ({
    name,
    onSelect: async () => {
      if (await writeClipboard(text())) say("Copied!");
    },
  });
  const items: MenuItem[] = downloads.map((
    { content, filename, type = "text/plain", ...item },
  ) => ({
    ...item,
    onSelect() {
      saveFile(typeof content === "function" ? content() : content, filename, type);
      say("Saved");
    },
  }));
  if (saveAs) {
    items.push({
      name: "Another format",
      hint: saveAs.privateKey ? "PKCS#8, PKCS#1, DER, JWK" : "DER, PKCS#7, public key",
      onSelect: () => {
        setFormats(true);
        focusFormats();
      },
    });
  }
  const hasFiles = items.length > 0;
  if (json) items.push({ ...copy("Copy as JSON", json), separated: true });
  if (value !== undefined) {
    const markdown = () => markdownOf(row.current!.closest("section[aria-label=Result]")!);
    items.push(
      {
        ...copy("Copy as JSON", () => JSON.stringify(value, null, 2) + "\n"),
        separated: true,
      },
      copy("Copy all as Markdown", markdown),
    );
  }

  return (
    <div ref={row} data-print="none">
      <Stack gap={3}>
        <Actions>
          {main}
          {items.length > 0 && (
            <MenuButton
              label={done || (hasFiles ? "Download" : "Copy result")}
              icon={done ? "check" : hasFiles ? "download" : "copy"}
              items={items}
            />
          )}
          {children}
          {shared && <ShareMenu shared={shared} onNote={setNote} />}
          <Hidden>
            <span role="status">{done}</span>
          </Hidden>
        </Actions>
        {note && <p>{note}</p>}
        {saveAs && formats && (
          <div ref={form}>
            <Suspense>
              <SaveAs {...saveAs} />
              <Once call={focusFormats} />
            </Suspense>
          </div>
        )}
      </Stack>
    </div>
  );
}

/** Calls a function when its siblings have loaded. */
function Once({ call }: { call: () => void }) {
  const latest = useEffectEvent(call);
  useEffect(() => latest(), []);
  return null;
}
