import { NotBuiltPage } from "../../app/not-built-page.tsx";
import { tool } from "./tool.ts";

export default function Page() {
  return <NotBuiltPage {...tool} />;
}
