/** All components, grouped by purpose. */
import { type Theme, THEMES, themeSetting } from "../src/start/theme.ts";
import { useSetting } from "../src/lib/store.ts";
import { ConfirmProvider } from "../src/ui/feedback/confirm.tsx";
import { Document, Part } from "../src/ui/layout/document.tsx";
import { Main, PageHeader } from "../src/ui/layout/layout.tsx";
import { SelectInline } from "../src/ui/form/select-inline.tsx";
import { Answers } from "./answers.tsx";
import { Controls } from "./controls.tsx";
import { DataViews } from "./data-views.tsx";
import { Frame } from "./frame.tsx";
import { Foundations } from "./foundations.tsx";

const PARTS = [
  { id: "foundations", title: "Foundations", content: <Foundations /> },
  { id: "controls", title: "Controls", content: <Controls /> },
  { id: "answers", title: "Answers", content: <Answers /> },
  { id: "data", title: "Data", content: <DataViews /> },
  { id: "frame", title: "Frame", content: <Frame /> },
];

export function ComponentsPage() {
  const [theme, setTheme] = useSetting(themeSetting);
  return (
    <ConfirmProvider>
      <Main>
        <PageHeader
          heading="Components"
          lead="Every part that pages are made of, in every state."
          aside={
            <SelectInline
              label="Theme"
              value={theme}
              options={THEMES.map((value) => ({ value, text: value }))}
              onChange={(value) => setTheme(value as Theme)}
            />
          }
        />
        <Document parts={PARTS}>
          {PARTS.map(({ id, content }) => <Part key={id} id={id}>{content}</Part>)}
        </Document>
      </Main>
    </ConfirmProvider>
  );
}
