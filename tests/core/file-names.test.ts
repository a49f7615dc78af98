import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import {
  certificateFileName,
  chainFileName,
  csrFileName,
  fileBaseName,
  keyFileName,
  portableName,
} from "../../core/file-names.ts";

describe("file names from a common name", () => {
  const names: [commonName: string, base: string][] = [
    ["example.com", "example.com"],
    ["*.example.com", "wildcard.example.com"],
    ["jo@example.com", "jo_at_example.com"],
    ["xn--bcher-kva.example", "xn--bcher-kva.example"],
    ["bücher.example", "b_cher.example"],
    ["a b/c\\d:e\0f", "a_b_c_d_e_f"],
    ["Jo Doe (Example)", "Jo_Doe__Example_"],
    ["🚀", "_"],
    ["x".repeat(50), "x".repeat(50)],
    ["x".repeat(90), "x".repeat(50)],
    [`${"x".repeat(48)}@example.com`, `${"x".repeat(48)}_a`],
    ["", "SSL_Certificate"],
    ["  ", "SSL_Certificate"],
  ];
  for (const [commonName, base] of names) {
    it(`${JSON.stringify(commonName).slice(0, 40)} gives ${base}`, () => {
      assert.equal(fileBaseName(commonName), base);
      assert.equal(csrFileName(commonName), `${base}.csr.txt`);
      assert.equal(keyFileName(commonName), `${base}.key.txt`);
    });
  }

  it("uses the fallback if the common name is empty", () => {
    assert.equal(fileBaseName("", "certificate"), "certificate");
  });

  it("use the organization if there is no common name, and then a fixed name", () => {
    const example = { commonName: "*.example.com", organizationName: "Example" };
    const organization = { commonName: null, organizationName: "Example Inc." };
    const nameless = { commonName: "", organizationName: null };
    assert.equal(certificateFileName(example), "wildcard.example.com.crt.txt");
    assert.equal(certificateFileName(organization, 2), "Example_Inc._2.crt.txt");
    assert.equal(certificateFileName(nameless, 1), "certificate_1.crt.txt");
    assert.equal(chainFileName(example, "chain.json"), "wildcard.example.com_chain.json");
    assert.equal(chainFileName(organization, "chain.pem"), "Example_Inc._chain.pem.txt");
    assert.equal(chainFileName(nameless, "fullchain.pem"), "certificate_fullchain.pem.txt");
  });

  it("are portable: not a device of Windows, not a hidden file, not an option", () => {
    const names: [commonName: string, base: string][] = [
      ["shop.example.com", "shop.example.com"],
      ["con.example.com", "_con.example.com"],
      ["NUL", "_NUL"],
      ["com1.example", "_com1.example"],
      ["console.example", "console.example"],
      ["com10.example", "com10.example"],
      ["..", "_.."],
      ["-rf", "_-rf"],
      ["*.example.com", "wildcard.example.com"],
    ];
    for (const [commonName, base] of names) assert.equal(portableName(commonName), base);
  });
});
