import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { clientKey } from "../../api/http/forwarded.ts";
import { assertCostsAtMost } from "../support/cost.ts";

describe("client address", () => {
  const add = (
    name: string,
    [socket, header, trusted]: [string | null, string | null, number],
    expected: string,
  ) => it(name, () => assert.equal(clientKey(socket, header, trusted), expected));

  add("is the connection's", ["192.0.2.1", null, 0], "192.0.2.1");
  add("ignores the header when no proxy is trusted", ["192.0.2.1", "8.8.8.8", 0], "192.0.2.1");
  add("is the last of the header behind one proxy", ["10.0.0.1", "1.1.1.1, 8.8.8.8", 1], "8.8.8.8");
  add("is the second to last behind two", ["10.0.0.1", "6.6.6.6,1.1.1.1, 8.8.8.8", 2], "1.1.1.1");
  add("may be the first of the header", ["10.0.0.1", "1.1.1.1,8.8.8.8", 2], "1.1.1.1");
  add("is the connection's when the header is too short", ["10.0.0.1", "8.8.8.8", 2], "10.0.0.1");
  add("is the connection's without a header", ["10.0.0.1", null, 1], "10.0.0.1");
  add("is the connection's when the header is empty", ["10.0.0.1", "", 1], "10.0.0.1");
  add("is the connection's when the header ends empty", ["10.0.0.1", "8.8.8.8,", 1], "10.0.0.1");
  for (const text of ["unknown", "_hidden", "1.2.3", "0x7f.1", "1", "1.2.3.4.5", "::g", "[::1"]) {
    add(`is the connection's when the header says ${text}`, ["10.0.0.1", text, 1], "10.0.0.1");
  }
  add("reads a port", ["10.0.0.1", "8.8.8.8:4711", 1], "8.8.8.8");
  add(
    "counts IPv6 by /56",
    ["2001:db8:1:2:3:4:5:6", null, 0],
    "2001:db8:1:0::/56",
  );
  add("counts another host of it alike", ["2001:db8:1:2:ffff::1", null, 0], "2001:db8:1:0::/56");
  add("tells another /56 apart", ["2001:db8:1:100::1", null, 0], "2001:db8:1:100::/56");
  add("reads IPv6 in brackets", ["10.0.0.1", "[2001:db8:1:2::9]:443", 1], "2001:db8:1:0::/56");
  add("reads a zone", ["fe80::1%eth0", null, 0], "fe80:0:0:0::/56");
  add("takes mapped IPv4 as IPv4", ["::ffff:192.0.2.1", null, 0], "192.0.2.1");
  add("does so in the header too", ["10.0.0.1", "::ffff:c000:201", 1], "192.0.2.1");
  add("is unknown without a connection", [null, null, 0], "unknown");

  it("reads a header of any length quickly", async () => {
    const header = (entries: number) => `${"1.1.1.1, ".repeat(entries)}8.8.8.8`;
    const long = header(100_000);
    assert.equal(clientKey("10.0.0.1", long, 1), "8.8.8.8");
    assert.equal(clientKey("10.0.0.1", "9".repeat(1_000_000), 1), "10.0.0.1");
    const short = header(10);
    const read = (text: string) => () => {
      for (let i = 0; i < 1_000; i++) clientKey("10.0.0.1", text, 1);
    };
    // Only the end of a long header is read.
    await assertCostsAtMost(20, read(long), read(short));
  });
});
