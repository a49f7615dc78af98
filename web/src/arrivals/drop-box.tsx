/** The box that takes anything: files, texts, the address of a website, the text of an error. */
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useNavigate } from "react-router-dom";
import { type HandOver, handOver, useArrivals } from "../hand-over/hand-over.ts";
import { hostAddress } from "../hand-over/host-address.ts";
import { useOnline } from "../lib/browser.ts";
import { isFinished } from "../run/live.ts";
import { DropZone, type TextAction } from "../ui/form/drop-zone.tsx";
import { readWebsite } from "./website.ts";

/** Loaded when the user types the first character. */
const Recognized = lazy(() => import("./recognized.tsx"));

/** A single word may be the beginning of an address. */
const isOneWord = (text: string) => !/\s/.test(text.trim()) && text.length <= 300;

/** Words on one line, such as "csr for shop.example": not PEM, base64, hexadecimal, JSON or a record. */
const isWords = (text: string) =>
  text.trim() !== "" && text.length <= 300 &&
  !/\n|-----|[\w+/=]{40}|^\s*[{[]|\bCAA\s+\d|^\d+\s+issue/i.test(text) &&
  !/^[\da-f:\s]{20,}$/i.test(text);

/** A text about TLS without data in base64: the message of a program. */
const isMessage = (text: string) =>
  /cert|ssl|tls|x\.?509|pkix|handshake/i.test(text) && !/[\w+/]{64}/.test(text);

const CONTACTS = "Our server will contact this website on port 443. Nothing is sent until you ask.";
const IS_FILE = " If you mean a file, open it.";
const OFFLINE = "You are offline. To check this website, connect first.";

interface DropBoxProps {
  heading: string;
  touchHeading: string;
  /** Takes words, which the inspector could not read. */
  onWords?: (text: string) => void;
  /** Shown below a text of no known kind. */
  others?: (text: string) => ReactNode;
  /** Smaller, below the content of a page. */
  compact?: boolean;
  children?: ReactNode;
}

export function DropBox(
  { heading, touchHeading, onWords, others, compact, children }: DropBoxProps,
) {
  const navigate = useNavigate();
  const inspect = (data: HandOver["/inspect"]) => {
    handOver("/inspect", data);
    navigate("/inspect");
  };
  const connected = useOnline();
  /** The press is the consent: until then nothing about the host is sent. */
  const actionFor = (text: string): TextAction | null => {
    const website = readWebsite(text);
    if (website?.kind !== "host") {
      return website === null && onWords && isWords(text)
        ? { label: "Find the tool", note: "", onEnter: true, run: () => onWords(text) }
        : null;
    }
    const { host, mayBeFile } = website;
    return {
      label: "Check this website",
      note: connected ? CONTACTS + (mayBeFile ? IS_FILE : "") : OFFLINE,
      onEnter: !mayBeFile,
      run() {
        handOver("/chain", { host });
        navigate(hostAddress(host));
      },
    };
  };
  const [typed, setTyped] = useState("");
  useArrivals({
    all(arrival, kinds) {
      const isKnown = arrival.files.length > 0 || !kinds.includes("other");
      if (!isKnown || kinds.includes("host")) return false;
      inspect(arrival);
      return true;
    },
  });
  return (
    <DropZone
      heading={heading}
      touchHeading={touchHeading}
      compact={compact}
      label="Text to inspect"
      placeholder="Type a website address, or paste a certificate, key or CSR"
      action="Inspect"
      onFiles={(files) => inspect({ files, text: "" })}
      onText={(text) => inspect({ files: [], text })}
      actionFor={actionFor}
      onTyped={setTyped}
      onPasted={(text) => {
        if (readWebsite(text) !== null || isOneWord(text)) return false;
        if (!isFinished(text) || isMessage(text)) return false;
        inspect({ files: [], text });
        return true;
      }}
      recognized={typed.trim() !== "" && (
        <Suspense>
          <Recognized text={typed} others={others} />
        </Suspense>
      )}
    >
      {children}
    </DropZone>
  );
}
