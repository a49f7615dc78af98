import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { handOver } from "../hand-over/hand-over.ts";
import { isFinished, PAUSE } from "../run/live.ts";
import { Row } from "../ui/layout/layout.tsx";
import { Hidden } from "../ui/base/hidden.tsx";
import { Link } from "../ui/navigation/link.tsx";
import { Destinations } from "./offers.tsx";
import { domainIn, offerOf } from "./receive.ts";
import { recognize } from "./recognize.ts";
import { readWebsite, type Website } from "./website.ts";

/** Loaded with the first text of another kind. */
const KnownError = lazy(async () => ({
  default: (await import("../docs/errors/known-error.tsx")).KnownError,
}));

/** Names the kind of a text and the tools that open it, after a pause in typing. */
interface RecognizedProps {
  text: string;
  /** Shown below a text of no known kind. */
  others?: (text: string) => ReactNode;
}

export default function Recognized({ text, others }: RecognizedProps) {
  const [rested, setRested] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return <div role="status">{rested === text && <Known text={text} others={others} />}</div>;
}

function Known({ text, others }: RecognizedProps) {
  const parts = recognize(text);
  const website = readWebsite(text);
  if (parts.has("host")) return <Domain text={text} website={website} />;
  if (website?.kind === "refused") return <p>{website.reason}</p>;
  if (parts.has("other")) {
    return (
      <Suspense>
        <KnownError text={text} />
        {others?.(text)}
      </Suspense>
    );
  }
  if (!isFinished(text)) return null;
  const offer = offerOf({ text, files: [] }, parts);
  return (
    <>
      <p>{offer.said}</p>
      <Row gap={2}>
        <Destinations {...offer} />
      </Row>
    </>
  );
}

/** The box shows its own note on a website that can be checked. Links in a line move nothing. */
function Domain({ text, website }: { text: string; website: Website | null }) {
  return (
    <p>
      {website?.kind === "refused"
        ? `${website.reason} `
        : !website?.mayBeFile && (
          <Hidden>Press Enter to check this website. Our server will contact it.</Hidden>
        )}
      <Link to="/caa" onFollow={() => handOver("/caa", { domain: domainIn(text), records: "" })}>
        See its CAA records
      </Link>
    </p>
  );
}
