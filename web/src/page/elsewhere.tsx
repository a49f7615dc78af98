import { useModule } from "../lib/load.ts";

const load = () => import("../arrivals/elsewhere.tsx");

/** The tools that open a text which is not for its field; nothing if their code cannot be loaded. */
export function Elsewhere({ text }: { text: string }) {
  const loaded = useModule(load, true);
  return loaded && <loaded.default text={text} />;
}
