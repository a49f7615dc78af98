import { NotBuiltPage } from "../../app/not-built-page.tsx";
import { apiDocs } from "../index.ts";

export default function Page() {
  return <NotBuiltPage {...apiDocs} icon="book" />;
}
