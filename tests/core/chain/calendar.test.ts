/** The dates of a chain, and the calendar file that another parser reads. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import ICAL from "ical.js";
import { calendarFile } from "../../../core/chain/calendar-file.ts";
import { calendarOf } from "../../../core/chain/calendar.ts";
import type { CalendarDate, ChainResponse } from "../../../core/chain/contract.ts";
import { termLimitOf } from "../../../core/x509/rules/announced.ts";
import { mozillaRoots } from "../../../core/x509/path/trust-store.ts";
import { writePem } from "../../../core/x509/pem/pem.ts";
import { analyzeFile, analyzeText } from "./support.ts";

const answer = await analyzeFile("plain");
const NOW = Date.parse(answer.evaluatedAt);

/** The answer as if the chain were public, with changes to its end entity. */
function publicAnswer(
  leaf: Partial<ChainResponse["certificate"]>,
  purposes = ["serverAuth"],
): ChainResponse {
  const [first, ...rest] = answer.chain;
  const info = { ...first.info, ...leaf };
  info.extensions = { ...info.extensions, extendedKeyUsage: purposes };
  return {
    ...answer,
    judgedAs: "public-tls",
    validation: { ...answer.validation, trusted: true },
    chain: [{ ...first, info }, ...rest],
  };
}

const rules = (dates: readonly CalendarDate[]) =>
  dates.filter(({ kind }) => kind === "next_certificate").map(({ date, title }) =>
    `${date} ${title}`
  );

describe("the calendar of a chain", () => {
  it("has the end of every certificate and the renewal, each with a clause", () => {
    const dates = answer.calendar!;
    assert.deepEqual(
      dates.map(({ kind, index }) => `${kind} ${index}`).toSorted(),
      ["expires 0", "issuer_expires 1", "issuer_expires 2", "renew 0"],
    );
    assert.ok(dates.every(({ clause }) => clause.length > 5));
    assert.deepEqual(dates, dates.toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date)));
    const { notBefore, notAfter } = answer.certificate;
    const renewal = dates.find(({ kind }) => kind === "renew")!;
    const [start, end] = [Date.parse(notBefore), Date.parse(notAfter)];
    assert.equal(
      Math.floor((start + (end - start) * 2 / 3) / 1000),
      Date.parse(renewal.date) / 1000,
    );
    assert.equal(dates.find(({ kind }) => kind === "expires")!.date, notAfter);
  });

  it("does not ask for the renewal of a CA", async () => {
    const { calendar } = await analyzeFile("lone-ca");
    assert.deepEqual(calendar!.map(({ kind }) => kind), ["expires"]);
  });

  it("says that a chain ends with an issuer that ends first", () => {
    const before = publicAnswer({ notAfter: "2099-01-01T00:00:00Z" });
    const messages = calendarOf(before, NOW).filter(({ kind }) => kind === "issuer_expires")
      .map(({ message }) => message);
    assert.match(messages[0], / expires\. From then on the chain is not valid, although /);
    assert.doesNotMatch(
      answer.calendar!.find(({ kind }) => kind === "issuer_expires")!.message,
      /valid/,
    );
  });

  it("reports the rules that begin after the certificate was issued", () => {
    const issued = (notBefore: string, purposes?: string[]) =>
      rules(calendarOf(publicAnswer({ notBefore }, purposes), NOW));
    const [two, one, caa, seven] = [
      "2026-03-15 New limit: 200 days",
      "2027-03-15 New limit: 100 days",
      "2027-03-15 CAA: accounts and methods",
      "2029-03-15 New limit: 47 days",
    ];
    assert.deepEqual(issued("2026-03-14T23:59:59Z"), [two, one, caa, seven]);
    assert.deepEqual(issued("2026-03-15T00:00:00Z"), [one, caa, seven]);
    assert.deepEqual(issued("2027-03-15T00:00:00Z"), [seven]);
    assert.deepEqual(issued("2029-03-15T00:00:00Z"), []);
    const clients = issued("2027-03-14T23:59:59Z", ["serverAuth", "clientAuth"]);
    assert.deepEqual(clients, [one, caa, "2027-03-15 No more client certificates", seven]);
    // Chrome's rule is not about a root that Chrome refuses.
    const chrome = { name: "Chrome", outcome: "refused", until: null };
    const answer = publicAnswer({ notBefore: "2027-03-14T23:59:59Z" }, [
      "serverAuth",
      "clientAuth",
    ]);
    const acceptance = {
      scope: "public",
      roots: [],
      programs: [chrome],
    } as unknown as ChainResponse["acceptance"];
    assert.deepEqual(rules(calendarOf({ ...answer, acceptance }, NOW)), [one, caa, seven]);
  });

  it("has the defaults of Let's Encrypt for its certificates only", () => {
    const notBefore = "2026-11-01T00:00:00Z";
    const issued = (organizationName: string) =>
      rules(calendarOf(
        publicAnswer({ notBefore, issuer: { ...answer.certificate.issuer, organizationName } }),
        NOW,
      )).filter((rule) => rule.includes("Let's Encrypt"));
    assert.deepEqual(issued("Let's Encrypt"), [
      "2027-02-10 Let's Encrypt: 64 days",
      "2028-02-16 Let's Encrypt: 45 days",
    ]);
    assert.deepEqual(issued("Other CA"), []);
  });

  it("does not ask for the renewal of a chain that is not valid, or has expired", async () => {
    const kinds = ({ calendar }: ChainResponse) => calendar!.map(({ kind }) => kind);
    for (const file of ["expired-leaf", "signature-leaf", "incomplete"]) {
      const analyzed = await analyzeFile(file);
      assert(kinds(analyzed).includes("expires"), file);
      assert(!kinds(analyzed).includes("renew"), file);
    }
  });

  it("does not ask for the renewal of a certificate without an end", () => {
    const dates = calendarOf(publicAnswer({ notAfter: "9999-12-31T23:59:59Z" }), NOW);
    assert.deepEqual(dates.filter(({ kind }) => kind === "renew"), []);
    const { message, clause } = dates.find(({ kind }) => kind === "expires")!;
    assert.equal(message, "www.fixture.example never expires: this date means that it has no end.");
    assert.equal(clause, "RFC 5280, 4.1.2.5");
  });

  it("has no coming rule for a private authority", () => {
    assert.deepEqual(rules(answer.calendar!), []);
  });

  it("knows the age limits of roots on both sides of each day", () => {
    const cases = [
      ["2005-12-31", "2025-04-15"],
      ["2006-01-01", "2026-04-15"],
      ["2007-12-31", "2026-04-15"],
      ["2008-01-01", "2027-04-15"],
      ["2009-12-31", "2027-04-15"],
      ["2010-01-01", "2028-04-15"],
      ["2011-12-31", "2028-04-15"],
      ["2012-01-01", "2029-04-15"],
      ["2014-04-14", "2029-04-15"],
      ["2014-04-15", "2029-04-15"],
      ["2015-06-04", "2030-06-04"],
    ];
    for (const [created, limit] of cases) {
      assert.equal(termLimitOf(Date.parse(created)), limit, created);
    }
  });

  it("expects the limit of a public root, and cites both programs", async () => {
    const root = mozillaRoots().certificates.find(({ subject }) =>
      subject.commonName === "GTS Root R1"
    )!;
    const { acceptance, chain } = await analyzeText(
      writePem("CERTIFICATE", root.bytes),
      "2026-08-22T00:00:00Z",
    );
    // As the root of a chain with one more certificate.
    const below = { ...answer.chain[0], index: 0 };
    const dates = calendarOf({ ...answer, acceptance, chain: [below, ...chain] }, NOW);
    const limit = dates.find(({ kind }) => kind === "root_limit")!;
    assert.deepEqual(
      [limit.date, limit.certainty, limit.index, limit.clause],
      [
        "2031-06-22",
        "expected",
        1,
        "Chrome Root Program Policy, 1.3.1.2; Mozilla Root Store Policy, 7.4",
      ],
    );
    assert.match(limit.message, /^Chrome and Mozilla announced that they will remove old roots\. /);
  });

  it("marks what is past", () => {
    const dates = calendarOf(answer, Date.parse("2100-01-01"));
    assert.ok(dates.every(({ isPast }) => isPast));
    const [first] = answer.calendar!;
    const at = (offset: number) => calendarOf(answer, Date.parse(first.date) + offset)[0].isPast;
    assert.deepEqual([at(-1000), at(0)], [false, true]);
  });
});

const DATE: CalendarDate = {
  date: "2027-03-15",
  kind: "next_certificate",
  index: 0,
  title: "At most 100 days",
  message: "A message",
  certainty: "certain",
  isPast: false,
  clause: "Baseline Requirements, 6.3.2",
};
const PARTS = { name: "shop.example.com", fingerprint: "AB:".repeat(31) + "AB", now: NOW };

function eventsOf(file: string) {
  return new ICAL.Component(ICAL.parse(file)).getAllSubcomponents("vevent")
    .map((component) => ({ component, event: new ICAL.Event(component) }));
}

describe("the calendar file", () => {
  it("is read by another parser, with days, times and alarms", () => {
    const file = calendarFile(
      [DATE, { ...DATE, kind: "expires", date: "2027-06-08T12:00:00Z" }],
      PARTS,
    );
    const [day, time] = eventsOf(file);
    assert.equal(day.event.summary, "shop.example.com: At most 100 days");
    assert.equal(day.event.description, "A message (certain; Baseline Requirements, 6.3.2)");
    assert.deepEqual([day.event.startDate.isDate, day.event.startDate.toString()], [
      true,
      "2027-03-15",
    ]);
    assert.equal(time.event.startDate.toJSDate().toISOString(), "2027-06-08T12:00:00.000Z");
    assert.equal(
      day.component.getFirstPropertyValue("dtstamp")!.toString(),
      "2026-06-15T12:00:00Z",
    );
    const alarm = day.component.getFirstSubcomponent("valarm")!;
    assert.equal(String(alarm.getFirstPropertyValue("trigger")), "-P7D");
    assert.notEqual(day.event.uid, time.event.uid);
    assert.equal(
      eventsOf(calendarFile([DATE], { ...PARTS, now: NOW + 1000 }))[0].event.uid,
      day.event.uid,
    );
  });

  it("has no past dates", () => {
    assert.deepEqual(eventsOf(calendarFile([{ ...DATE, isPast: true }], PARTS)), []);
  });

  it("escapes hostile names, and folds lines at 75 octets between characters", () => {
    const name = "a;b,c\\d\r\nEND:VEVENT\r\nBEGIN:VEVENT\u0000\u202e" +
      "\u00e9\u{1f512}".repeat(400);
    const file = calendarFile([{ ...DATE, message: `${name}\nX:1` }], { ...PARTS, name });
    assert.equal(eventsOf(file).length, 1);
    const [{ event }] = eventsOf(file);
    assert.match(event.summary, /^a;b,c\\d<U\+000D><U\+000A>END:VEVENT.*…: At most 100 days$/);
    assert.ok([...event.summary].length < 300);
    const lines = file.split("\r\n");
    assert.equal(lines.pop(), "");
    for (const line of lines) {
      assert.ok(new TextEncoder().encode(line).length <= 75, line);
      // deno-lint-ignore no-control-regex -- none of them may be in a line
      assert.doesNotMatch(line, /[\u0000-\u001f\u007f\ufffd]/);
    }
    assert.equal(lines.filter((line) => line.startsWith("BEGIN:VEVENT")).length, 1);
  });
});
