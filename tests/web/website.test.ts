/** One line is read as a website only if the server can check it, and Enter may send it. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { hostToConnect } from "../../core/names/hosts.ts";
import { hostAddress } from "../../web/src/hand-over/host-address.ts";
import { readWebsite } from "../../web/src/arrivals/website.ts";

/** The host, "? host" if it may also be a file, or the reason why it cannot be checked. */
function answer(text: string): string | null {
  const website = readWebsite(text);
  if (website === null) return null;
  if (website.kind === "refused") return website.reason;
  return website.mayBeFile ? `? ${website.host}` : website.host;
}

const HOSTS: Readonly<Record<string, string>> = {
  "example.com": "example.com",
  " example.com\n": "example.com",
  "WWW.Example.COM": "www.example.com",
  "example.com.": "example.com",
  "https://example.com/": "example.com",
  "HTTPS://shop.example.com/cart?id=1#top": "shop.example.com",
  "http://example.com": "example.com",
  "https:\\\\example.com\\path": "example.com",
  "example.com/path": "example.com",
  "example.com?token=secret": "example.com",
  "example.com#secret": "example.com",
  "example.com:443": "example.com",
  "example.com:0443/x": "example.com",
  "https://example.com:/x": "example.com",
  "https://user:secret@example.com:443/a@b": "example.com",
  "https://a@b@example.com": "example.com",
  "münchen.example": "xn--mnchen-3ya.example",
  "ＥＸＡＭＰＬＥ.com": "example.com",
  "例え.テスト": "xn--r8jz45g.xn--zckzah",
  "xn--mnchen-3ya.example": "xn--mnchen-3ya.example",
  "https://backup.zip": "backup.zip",
  "https://docs.rs/hono": "docs.rs",
  "www.onet.pl": "www.onet.pl",
  "docs.rs/hono": "docs.rs",
};

const MAY_BE_FILES: Readonly<Record<string, string>> = {
  "backup.zip": "? backup.zip",
  "Backup.ZIP": "? backup.zip",
  "install.sh": "? install.sh",
  "README.md": "? readme.md",
  "id.pub": "? id.pub",
  "video.mov": "? video.mov",
};

const REFUSED: readonly [RegExp, readonly string[]][] = [
  [/^This looks like the name of a file/, [
    "server.key",
    "Server.PEM",
    "www.example.com.crt",
    "site.conf",
    "https://server.key",
    "full.chain.txt",
  ]],
  [/^Port 8443 is not supported. We can check only port 443\.$/, [
    "example.com:8443",
    "https://example.com:8443/x",
    "https://u:p@example.com:8443",
  ]],
  [/^Port 80 /, ["http://example.com:80/"]],
  [/^Port 0 /, ["example.com:0"]],
  [/^This is an IP address/, [
    "192.0.2.1",
    "https://192.0.2.1/x",
    "192.0.2.1:443",
    "2.5.30.17",
    "https://2.5.29.17/",
    "１９２.0.2.1",
    "0x7f.0.0.1",
    "[2001:db8::1]",
    "2001:db8::1",
    "https://[2001:db8::1]:443/",
    "fe80::1%eth0",
  ]],
  [/^Our server cannot reach this name/, [
    "localhost",
    "localhost:3000",
    "https://localhost/",
    "https://intranet/x",
  ]],
  [/^This is an e-mail address/, ["jo@example.com", "jo.doe+x@mail.example.org"]],
  [/^A wildcard is not a website/, ["*.example.com", "https://*.example.com/"]],
];

const NOTHING = [
  "",
  " \n",
  "example",
  "intranet",
  "hello world",
  "See example.com for that.",
  "example.com\nexample.org",
  "example.com example.org",
  "example.com,example.org",
  "-----BEGIN",
  "MIIBszCCAVmgAwIBAgIUQ2Vy",
  "3082015930820100",
  "00:11:22:33:44:55",
  "1.2.840.113549.1.1.11",
  "2.5.29.17",
  "2.5.4.3",
  "ftp://example.com",
  "mailto:jo@example.com",
  "javascript:alert(1)",
  "data:text/plain,example.com",
  "user:secret@example.com",
  "postgres://user:secret@db.example.com/x",
  "_dmarc.example.com",
  "-a.example.com",
  "a..example.com",
  "example.com..",
  ".example.com",
  "ex%61mple.com",
  "example.c",
  "example.123",
  "/etc/ssl/certs",
  "C:\\certs\\server.key",
  "https://",
  "https:///",
  "@example.com",
  `${"a".repeat(64)}.example.com`,
  `${"a.".repeat(200)}example.com`,
  `https://example.com/${"a".repeat(3000)}`,
];

describe("a line that a user types", () => {
  for (const [text, host] of Object.entries({ ...HOSTS, ...MAY_BE_FILES })) {
    it(`is the website ${host}: ${JSON.stringify(text)}`, () => assert.equal(answer(text), host));
  }
  for (const [reason, texts] of REFUSED) {
    for (const text of texts) {
      it(`cannot be checked: ${text}`, () => assert.match(answer(text) ?? "", reason));
    }
  }
  it("is not a website if it is anything else", () => {
    assert.deepEqual(NOTHING.filter((text) => answer(text) !== null), []);
  });

  it("is a host that the server accepts, and nothing else is in the address", () => {
    for (const text of [...Object.keys(HOSTS), ...Object.keys(MAY_BE_FILES)]) {
      const website = readWebsite(text);
      assert(website?.kind === "host");
      assert.equal(hostToConnect(website.host), website.host);
      assert.match(hostAddress(website.host), /^\/chain#host=[a-z0-9.-]+$/);
    }
  });
});
