import assert from "node:assert/strict";
import { it } from "@std/testing/bdd";
import { nearMiss } from "../../../core/names/near-miss.ts";

const dns = (...values: string[]) => values.map((value) => ({ type: "DNS", value }));

it("nearMiss says why a name that looks right does not cover a host", () => {
  assert.equal(nearMiss(dns("*.a.example"), null, "x.y.a.example"), "wildcard");
  assert.equal(nearMiss(dns("*.a.example"), null, "a.example"), "wildcard");
  assert.equal(nearMiss(dns("w*.a.example"), null, "www.a.example"), "part");
  assert.equal(nearMiss(dns("www.a.example"), null, "A.example"), "www");
  assert.equal(nearMiss(dns("a.example"), null, "www.a.example"), "www");
  assert.equal(nearMiss(dns("192.0.2.7"), null, "192.0.2.7"), "address");
  assert.equal(nearMiss([], "www.a.example", "www.a.example"), "common_name");
  assert.equal(nearMiss(dns("b.example"), "a.example", "a.example"), null);
  assert.equal(nearMiss(dns("*.a.example"), null, "b.example"), null);
  assert.equal(nearMiss(dns("*.example"), null, "a.b.example"), null);
});
