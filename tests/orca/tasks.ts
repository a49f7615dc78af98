/** Tasks of a user who hears the page and uses only the keyboard. */
import type { Session } from "./session.ts";

interface Task {
  readonly name: string;
  readonly title: string;
  run(session: Session): Promise<void>;
}

const fixture = (path: string) =>
  Deno.readTextFile(new URL(`../fixtures/${path}`, import.meta.url));

export const tasks: readonly Task[] = [
  {
    name: "csr",
    title: "Create a CSR for www.example.org",
    async run(reader) {
      await reader.open("/csr");
      await reader.until("e", "Common Name", 4);
      await reader.press("Insert+a");
      await reader.type("www.example.org");
      reader.heading("Run too early: required fields are empty");
      await reader.press("ctrl+Return");
      await reader.hears("ORGANIZATION IS REQUIRED");
      reader.heading("Fill in the rest");
      await reader.type("Example Ltd");
      await reader.until("Tab", "City", 4);
      await reader.type("Ghent");
      await reader.until("Tab", "State/Province", 4);
      await reader.type("East Flanders");
      await reader.until("Tab", "Administrative E-mail", 4);
      await reader.type("admin@example.org");
      await reader.press("ctrl+Return");
      await reader.hears("ready");
      reader.heading("Read the result");
      await reader.press("Down", 1);
      await reader.until("Down", "private key", 40);
      reader.heading("Copy the CSR");
      await reader.until("b", "Copy CSR", 40);
      await reader.press("Return");
      await reader.hears("Copied");
    },
  },
  {
    name: "chain",
    title: "Judge a chain whose issuer is missing",
    async run(reader) {
      await reader.open("/chain");
      await reader.until("e", "Certificate", 4);
      await reader.press("Insert+a");
      await reader.paste(await fixture("chain/incomplete.pem"));
      await reader.hears("is missing");
      reader.heading("Read on from the result");
      // The result is next to the form, so the focus stays in the field.
      await reader.press("Insert+a");
      await reader.until("h", "is missing", 12);
      for (let line = 0; line < 12; line++) await reader.press("Down");
      reader.heading("Go to the certificates by their headings");
      await reader.until("h", "Certification path", 12);
      await reader.until("h", "www.fixture.example", 3);
    },
  },
  {
    name: "match",
    title: "Match a key that belongs to another certificate",
    async run(reader) {
      await reader.open("/match");
      await reader.until("e", "Certificate", 4);
      await reader.press("Insert+a");
      await reader.paste(await fixture("match/rsa-certificate.pem"));
      await reader.until("Tab", "Private Key entry", 6);
      await reader.paste(await fixture("match/p256-pkcs8-key.pem"));
      await reader.press("ctrl+Return");
      await reader.hears("DO NOT MATCH");
    },
  },
  {
    name: "inspect",
    title: "Inspect three objects",
    async run(reader) {
      await reader.open("/inspect");
      await reader.until("e", "Text to inspect", 4);
      await reader.press("Insert+a");
      await reader.paste(await threeObjects());
      await reader.hears("3 objects found");
      reader.heading("The verdict");
      await reader.press("ctrl+Home");
      await reader.until("h", "is in no public list", 12);
      for (let line = 0; line < 8; line++) await reader.press("Down");
    },
  },
  {
    name: "panels",
    title: "Go through the parts of an inspector's answer",
    async run(reader) {
      await reader.open("/inspect");
      await reader.until("e", "Text to inspect", 4);
      await reader.press("Insert+a");
      await reader.paste(await threeObjects());
      await reader.hears("Result region");
      reader.heading("The answer bar, its cause and the one thing to do");
      await reader.press("ctrl+Home");
      await reader.until("h", "is in no public list", 12);
      for (let line = 0; line < 3; line++) await reader.press("Down");
      reader.heading("The folder for a server");
      await reader.until("b", "Get the folder for nginx", 30);
      await reader.press("Return");
      await reader.until("c", "Where it should work", 12);
      reader.heading("The objects of the map, as a tree");
      await reader.until("b", "p256.example.com Certificate", 30);
      await reader.press("Return");
      reader.heading("The three tabs of the object");
      await reader.until("Tab", "Answer", 30);
      await reader.press("Right");
      await reader.hears("Details");
      await reader.press("Right");
      await reader.hears("Bytes");
    },
  },
  {
    name: "caa",
    title: "Create CAA records for example.org",
    async run(reader) {
      await reader.open("/caa");
      await reader.until("e", "Domain", 4);
      await reader.press("Insert+a");
      await reader.type("example.org");
      await reader.press("ctrl+Return");
      await reader.hears("records");
      reader.heading("Copy all records");
      await reader.until("b", "Copy All", 40);
      await reader.press("Return");
      await reader.hears("Copied");
    },
  },
  {
    name: "pages",
    title: "Go to other pages by their links",
    async run(reader) {
      await reader.open("/");
      reader.heading("By a card of the home page");
      await reader.until("h", "CSR Generator", 12);
      await reader.press("Return");
      await reader.hears("CSR Generator");
      reader.heading("By the menu");
      await reader.press("ctrl+Home");
      await reader.until("b", "SSL Certificate Tools", 4);
      await reader.press("Return");
      await reader.until("Tab", "CSR Decoder", 4);
      await reader.press("Return");
      await reader.hears("CSR Decoder heading");
    },
  },
];

/** A certificate, its key and its CSR. */
async function threeObjects(): Promise<string> {
  const parts = [
    "match/p256-certificate.pem",
    "match/p256-pkcs8-key.pem",
    "match/p256-request.pem",
  ];
  return (await Promise.all(parts.map(fixture))).join("");
}
