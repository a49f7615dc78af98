import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { hostOfUri, hostToConnect, ownerName, readTypedDomain } from "../../../core/names/hosts.ts";
import { isOperationError } from "../../../core/kernel/errors.ts";

const NOT_A_DOMAIN = "PLEASE ENTER A VALID DOMAIN NAME";
const NOTHING = "PLEASE PROVIDE A URL TO ANALYZE";

const UNDERSTOOD: [typed: string, host: string][] = [
  ["example.com", "example.com"],
  ["  example.com\n", "example.com"],
  ["EXAMPLE.Com", "example.com"],
  ["example.com.", "example.com"],
  ["https://example.com", "example.com"],
  ["HTTPS://Example.com/", "example.com"],
  ["http://example.com", "example.com"],
  ["https://example.com/a/path?query=1#part", "example.com"],
  ["example.com/a/path", "example.com"],
  ["example.com?query", "example.com"],
  ["example.com:443", "example.com"],
  ["https://example.com:443/path", "example.com"],
  ["http://example.com:443/path", "example.com"],
  ["https://example.com.:443/", "example.com"],
  ["a-b.c--d.example.co.uk", "a-b.c--d.example.co.uk"],
  ["1.2.3.example", "1.2.3.example"],
  ["bücher.example", "xn--bcher-kva.example"],
  ["https://BÜCHER.example/", "xn--bcher-kva.example"],
  ["xn--bcher-kva.example", "xn--bcher-kva.example"],
  ["例え.テスト", "xn--r8jz45g.xn--zckzah"],
  ["münchen.рф", "xn--mnchen-3ya.xn--p1ai"],
  ["example。com", "example.com"],
  ["ｅｘａｍｐｌｅ．ｃｏｍ", "example.com"],
  [`${"a".repeat(63)}.example`, `${"a".repeat(63)}.example`],
];

const REFUSED: [typed: string, message: string][] = [
  ["", NOTHING],
  ["   ", NOTHING],
  ["https://", NOTHING],
  ["http://", NOTHING],
  ["localhost", NOT_A_DOMAIN],
  ["com", NOT_A_DOMAIN],
  ["example.c", NOT_A_DOMAIN],
  ["example.c0m", NOT_A_DOMAIN],
  ["example..com", NOT_A_DOMAIN],
  ["example.com..", NOT_A_DOMAIN],
  [".example.com", NOT_A_DOMAIN],
  ["-a.example", NOT_A_DOMAIN],
  ["a-.example", NOT_A_DOMAIN],
  ["a_b.example", NOT_A_DOMAIN],
  // A JSON Web Token without a signature (RFC 7519, 6.1).
  ["eyJhbGciOiJub25lIn0.eyJzdWIiOiIxMDAifQ.", NOT_A_DOMAIN],
  ["https://eyJhbGciOiJub25lIn0.eyJzdWIiOiIxMDAifQ", NOT_A_DOMAIN],
  ["*.example.com", NOT_A_DOMAIN],
  ["exa mple.com", NOT_A_DOMAIN],
  [`${"a".repeat(64)}.example`, NOT_A_DOMAIN],
  [`${"a.".repeat(124)}example`, NOT_A_DOMAIN],
  ["127.0.0.1", NOT_A_DOMAIN],
  ["2130706433", NOT_A_DOMAIN],
  ["0x7f000001", NOT_A_DOMAIN],
  ["0177.0.0.1", NOT_A_DOMAIN],
  ["127.1", NOT_A_DOMAIN],
  ["１２７.０.０.１", NOT_A_DOMAIN],
  ["[::1]", NOT_A_DOMAIN],
  ["https://[::ffff:127.0.0.1]/", NOT_A_DOMAIN],
  ["user@example.com", NOT_A_DOMAIN],
  ["https://user:password@example.com", NOT_A_DOMAIN],
  ["ftp://example.com", NOT_A_DOMAIN],
  ["file:///etc/passwd", NOT_A_DOMAIN],
  ["javascript:alert(1)", NOT_A_DOMAIN],
  ["https://https://example.com", NOT_A_DOMAIN],
  ["example.com:99999", NOT_A_DOMAIN],
  ["example.com:8443", "Port 8443 is not supported. Only port 443 is checked"],
  ["https://example.com:444/path", "Port 444 is not supported. Only port 443 is checked"],
  ["http://example.com:80/", "Port 80 is not supported. Only port 443 is checked"],
  [`example.com/${"a".repeat(4096)}`, NOT_A_DOMAIN],
];

describe("the host of a URL", () => {
  for (const [typed, host] of UNDERSTOOD) {
    it(`understands ${JSON.stringify(typed.slice(0, 60))}`, () => {
      assert.equal(hostToConnect(typed), host);
    });
  }

  for (const [typed, message] of REFUSED) {
    it(`refuses ${JSON.stringify(typed.slice(0, 60))}`, () => {
      assert.throws(() => hostToConnect(typed), (fault) => {
        assert(isOperationError(fault));
        assert.deepEqual([fault.code, fault.message, fault.path], [
          "invalid_input",
          message,
          "url",
        ]);
        return true;
      });
    });
  }
});

describe("the readers of a host", () => {
  const connect = (text: string) => {
    try {
      return hostToConnect(text);
    } catch {
      return null;
    }
  };
  const TABLE: [text: string, connect: string | null, typed: string | null, uri: string | null][] =
    [
      ["a.test", "a.test", "a.test", null],
      ["https://A.test./x", "a.test", "a.test", null],
      ["https://a.test:8443/x", null, "a.test", "a.test"],
      ["ldap://a.test:389/x?y#z", null, null, "a.test"],
      ["https://jo@a.test/", null, null, "a.test"],
      ["https://localhost/", null, null, "localhost"],
      ["https://bücher.example/", "xn--bcher-kva.example", "xn--bcher-kva.example", null],
      ["*.a.test", null, "a.test", null],
      ["eyJhbGciOiJub25lIn0.eyJzdWIiOiIxMDAifQ.", null, null, null],
      ["https://192.0.2.1/", null, null, null],
      ["https://[2001:db8::1]/", null, null, null],
    ];
  for (const [text, connected, typed, uri] of TABLE) {
    it(`each read ${text} for their own use`, () => {
      assert.deepEqual([connect(text), ownerName(text), hostOfUri(text)], [connected, typed, uri]);
      assert.equal(readTypedDomain(text)?.wildcard ?? false, text.startsWith("*."));
    });
  }
});
