import { NotBuiltPage } from "../../app/not-built-page.tsx";
import { csrPopupDocs } from "../index.ts";

export default function Page() {
  return <NotBuiltPage {...csrPopupDocs} icon="book" />;
}
