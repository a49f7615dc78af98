/** The pages of the table, in the order of the specification. */
import type { Table } from "./row.ts";
import { caa } from "./tables/caa.ts";
import { chain } from "./tables/chain.ts";
import { csr } from "./tables/csr.ts";
import { csrDecoder } from "./tables/csr-decoder.ts";
import { apiDocs, popupDocs } from "./tables/documentation.ts";
import { home } from "./tables/home.ts";
import { match } from "./tables/match.ts";
import { password } from "./tables/password.ts";
import { pfx } from "./tables/pfx.ts";
import { embeddedPopup, popup } from "./tables/popup.ts";

export const TABLES: Readonly<Record<string, Table>> = {
  "/": home,
  "/csr": csr,
  "/csr-decoder": csrDecoder,
  "/chain": chain,
  "/match": match,
  "/pfx": pfx,
  "/caa": caa,
  "/password": password,
  "/api/docs": apiDocs,
  "/csr/popup/docs": popupDocs,
  "/csr/popup": popup,
  "/csr/popup, embedded": embeddedPopup,
};
