/** The search: it takes files, data, a website, words, an error text or an object identifier. */
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import { handOver } from "../hand-over/hand-over.ts";
import { type PageObject, pageObjects } from "../hand-over/page-objects.ts";
import { useClearedOnLeave } from "../lib/hooks.ts";
import { Button } from "../ui/base/button.tsx";
import { type DroppedFile, filesOfDrop, filesOfInput } from "../ui/form/dropped-files.ts";
import { FileButton } from "../ui/form/file-button.tsx";
import { CommandBox } from "../ui/navigation/command-box.tsx";
import { suggest, type Suggestion, type Terms } from "./suggest.ts";

const NOTHING = "Nothing here has these words. You may be looking for one of these:";

interface SearchProps {
  /** The text to begin with. */
  text: string;
  onClose: () => void;
  onShortcuts: () => void;
}

export default function Search({ text: given, onClose, onShortcuts }: SearchProps) {
  const navigate = useNavigate();
  const [text, setText] = useState(given);
  const [terms, setTerms] = useState<Terms>(null);
  const [objects] = useState(() => [...pageObjects(), ...sectionsOfPage()]);
  useEffect(() => {
    import("./terms.data.ts").then((loaded) => setTerms(loaded.default), () => {});
  }, []);
  // The text may be a private key.
  useClearedOnLeave(() => {
    setText("");
    onClose();
  });
  const wanted = useDeferredValue(text);
  const { suggestions, isFound } = useMemo(
    () => suggest(wanted, objects, terms),
    [wanted, objects, terms],
  );

  const open = ({ to, prepare }: Suggestion) => {
    prepare?.();
    if (to === null) return;
    if (to.startsWith("/")) navigate(to);
    else globalThis.open(to, "_blank", "noopener");
  };
  const take = (files: readonly DroppedFile[]) => {
    if (files.length === 0) return;
    onClose();
    handOver("/inspect", { files, text: "" });
    navigate("/inspect");
  };
  return (
    <CommandBox
      label="Search"
      placeholder="A task, a website, an error, or paste anything"
      value={text}
      onChange={setText}
      options={suggestions}
      latest={() => wanted === text ? suggestions : suggest(text, objects, terms).suggestions}
      onPick={open}
      note={isFound ? undefined : NOTHING}
      onFiles={async (transfer) => take(await filesOfDrop(transfer))}
      onClose={onClose}
    >
      <FileButton
        kind="quiet"
        size="small"
        icon="file"
        multiple
        onChange={({ currentTarget }) => take(filesOfInput(currentTarget))}
      >
        Open files
      </FileButton>
      <Button kind="quiet" size="small" onClick={onShortcuts}>Keyboard shortcuts</Button>
    </CommandBox>
  );
}

/** The headings and findings of the page's result: a choice scrolls to the part and moves the focus. */
function sectionsOfPage(): PageObject[] {
  const headings = document.querySelectorAll<HTMLElement>("main :is(h2, h3, [data-finding])");
  return [...headings].filter((heading) => heading.checkVisibility?.() ?? true).map((heading) => ({
    label: heading.innerText.trim(),
    hint: "On this page",
    show() {
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      heading.scrollIntoView({ block: "start", behavior: still ? "auto" : "smooth" });
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    },
  })).filter(({ label }) => label !== "");
}
