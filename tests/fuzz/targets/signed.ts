/**
 * Signed and encrypted files: any bytes end in an answer or a fault, and no mutation is believed with a content
 * that was never signed.
 */
import { Budget } from "../../../core/kernel/context.ts";
import { mailParts } from "../../../core/inspect/signed/mail.ts";
import { isJws } from "../../../core/x509/signed/jws-form.ts";
import { toDefinite } from "../../../core/x509/asn1/ber.ts";
import { DerError } from "../../../core/x509/asn1/der.ts";
import { toHex } from "../../../core/x509/asn1/hex.ts";
import { Candidate } from "../../../core/x509/constraints/candidate.ts";
import { readCertificate } from "../../../core/x509/objects/read-certificate.ts";
import { ContentDigests } from "../../../core/x509/signed/content-digests.ts";
import { readEnvelopedData } from "../../../core/x509/signed/enveloped-data.ts";
import { checkJws, readJws } from "../../../core/x509/signed/jws.ts";
import { readSignedData, type SignedData } from "../../../core/x509/signed/signed-data.ts";
import { checkSigner } from "../../../core/x509/signed/signer.ts";
import { readTimeStampInfo, readTimeStampResponse } from "../../../core/x509/signed/time-stamps.ts";
import { signedFileBytes, signedFileText } from "../../fixtures/signed/index.ts";
import { derOf } from "../../support/cms-maker.ts";
import { objects, textsWith } from "../seeds.ts";
import {
  type AnyTarget,
  bytesTarget,
  must,
  mustBeSentence,
  refusal,
  textTarget,
} from "../target.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const certificates = ["signer", "ec-signer", "expired", "stamper"].map((name, position) => {
  const bytes = derOf(signedFileText(`${name}.pem`));
  return new Candidate(readCertificate(bytes, new Budget()), "input", position);
});

const definite = (bytes: Bytes) => toDefinite(bytes, new Budget());
const messages = objects("pkcs7");

/** Every content that one of the signers has signed. */
const signedContents = new Set(
  messages.flatMap((bytes) => {
    try {
      const { content } = readSignedData(definite(bytes), new Budget());
      return content === null ? [] : [toHex(content)];
    } catch (thrown) {
      if (!(thrown instanceof DerError)) throw thrown;
      return [];
    }
  }),
);

async function verdictsOn({ signers, content, contentType }: SignedData): Promise<string> {
  const verdicts: string[] = [];
  for (const signer of signers.slice(0, 3)) {
    if (signer instanceof DerError) {
      verdicts.push("unreadable");
      continue;
    }
    const budget = new Budget();
    const { valid, code, message } = await checkSigner(signer, {
      contentType,
      contents: content === null ? [] : [content],
      certificates,
      digests: new ContentDigests(budget),
      budget,
    });
    mustBeSentence(message);
    must(!valid || content !== null, "a missing content is believed");
    must(!valid || signedContents.has(toHex(content!)), "a content is believed that nobody signed");
    verdicts.push(code);
  }
  return verdicts.join(" ");
}

const signedData = bytesTarget({
  name: "signed data",
  weight: 6,
  seeds: messages,
  async run(bytes) {
    try {
      return await verdictsOn(readSignedData(definite(bytes), new Budget()));
    } catch (thrown) {
      return refusal(thrown, "unreadable", "too_complex");
    }
  },
});

const envelopedData = bytesTarget({
  name: "enveloped data",
  weight: 6,
  seeds: messages,
  run(bytes) {
    try {
      const { recipients, count } = readEnvelopedData(definite(bytes), new Budget());
      must(recipients.length <= count, "count of recipients");
      return recipients.map(({ by }) => by).join(" ").slice(0, 100);
    } catch (thrown) {
      return refusal(thrown, "unreadable", "too_complex");
    }
  },
});

const timeStamp = bytesTarget({
  name: "timestamp",
  weight: 6,
  seeds: [signedFileBytes("letter.tsr"), signedFileBytes("refused.tsr")],
  run(bytes) {
    try {
      const { status, token } = readTimeStampResponse(definite(bytes), new Budget());
      if (token === null) return `status ${status > 5}`;
      const { content } = readSignedData(token, new Budget());
      if (content === null) return "no content";
      const { time } = readTimeStampInfo(content, new Budget());
      must(Number.isFinite(time), "time");
      return "token";
    } catch (thrown) {
      return refusal(thrown, "unreadable", "too_complex");
    }
  },
});

const mail = textTarget({
  name: "mail",
  weight: 8,
  seeds: textsWith("Content-Type:"),
  run(text) {
    const bytes = new TextEncoder().encode(text);
    const parts = mailParts(bytes, text);
    for (const { start, end } of parts) {
      must(start >= 0 && start <= end && end <= bytes.length, "place of a part");
    }
    return `${parts.length} ${parts.map(({ origin }) => origin.content === null).join(" ")}`.slice(
      0,
      60,
    );
  },
});

const token = (header: unknown) =>
  `${btoa(JSON.stringify(header)).replaceAll("=", "")}.eyJhIjoxfQ.AAAA`;
const X5C = certificates.map(({ certificate }) => certificate.bytes.toBase64());

const jws = textTarget({
  name: "jws",
  weight: 8,
  seeds: [
    token({ alg: "ES256", x5c: X5C.slice(1, 2) }),
    token({ alg: "RS256", x5c: X5C, crit: ["b64"], b64: false }),
    JSON.stringify({
      payload: "eyJhIjoxfQ",
      signatures: [{ protected: "eyJhbGciOiJFUzI1NiJ9", header: { x5c: X5C }, signature: "AAAA" }],
    }),
  ],
  async run(text) {
    const read = readJws(text);
    must(read === null || isJws(text), "a signature is read that is not recognized");
    if (read === null) return "nothing";
    const codes: string[] = [];
    for (const signature of read.signatures.slice(0, 3)) {
      const verdict = await checkJws(signature, read.payload, certificates[1], new Budget());
      mustBeSentence(verdict.message);
      must(verdict.valid !== true, "a signature that nobody made is believed");
      codes.push(verdict.message);
    }
    return codes.join(" ").slice(0, 200);
  },
});

export const signed: readonly AnyTarget[] = [signedData, envelopedData, timeStamp, mail, jws];
