/** Verifies signed certificate timestamps with OpenSSL's own code (`man SCT_validate`), by way of libcrypto. */

const LIBRARY = "libcrypto.so.3";

/** `NID_ct_precert_scts`, and the source of a timestamp that is in a certificate. */
const NID_PRECERT_SCTS = 951;
const SOURCE_X509V3_EXTENSION = 2;
const STATUSES = ["not set", "unknown log", "valid", "invalid", "unverified", "unknown version"];

const SYMBOLS = {
  d2i_X509: { parameters: ["pointer", "buffer", "i64"], result: "pointer" },
  X509_get_ext_d2i: { parameters: ["pointer", "i32", "pointer", "pointer"], result: "pointer" },
  CTLOG_STORE_new: { parameters: [], result: "pointer" },
  CTLOG_STORE_load_file: { parameters: ["pointer", "buffer"], result: "i32" },
  CT_POLICY_EVAL_CTX_new: { parameters: [], result: "pointer" },
  CT_POLICY_EVAL_CTX_set1_cert: { parameters: ["pointer", "pointer"], result: "i32" },
  CT_POLICY_EVAL_CTX_set1_issuer: { parameters: ["pointer", "pointer"], result: "i32" },
  CT_POLICY_EVAL_CTX_set_shared_CTLOG_STORE: {
    parameters: ["pointer", "pointer"],
    result: "void",
  },
  CT_POLICY_EVAL_CTX_set_time: { parameters: ["pointer", "u64"], result: "void" },
  OPENSSL_sk_num: { parameters: ["pointer"], result: "i32" },
  OPENSSL_sk_value: { parameters: ["pointer", "i32"], result: "pointer" },
  SCT_set_source: { parameters: ["pointer", "i32"], result: "i32" },
  SCT_validate: { parameters: ["pointer", "pointer"], result: "i32" },
  SCT_get_validation_status: { parameters: ["pointer"], result: "i32" },
} as const;

/** A log: its name without signs of the file's format, and its key as SubjectPublicKeyInfo. */
interface KnownLog {
  name: string;
  key: Uint8Array;
}

/**
 * Returns the status of each timestamp in the certificate: "valid", "invalid", "unknown log" or "unverified".
 * Null if OpenSSL cannot read the list.
 *
 * @param now milliseconds since 1970
 */
export async function opensslTimestamps(
  certificate: Uint8Array,
  issuer: Uint8Array,
  logs: readonly KnownLog[],
  now: number,
): Promise<string[] | null> {
  const file = await Deno.makeTempFile({ suffix: ".cnf" });
  const names = logs.map((_, place) => `log${place}`);
  await Deno.writeTextFile(
    file,
    [
      `enabled_logs = ${names.join(",")}`,
      ...logs.flatMap(({ key, name }, place) => [
        `[log${place}]`,
        `description = ${name.replace(/[^A-Za-z0-9 ]/g, "")}`,
        `key = ${key.toBase64()}`,
      ]),
      "",
    ].join("\n"),
  );
  const library = Deno.dlopen(LIBRARY, SYMBOLS);
  try {
    const ssl = library.symbols;
    const store = ssl.CTLOG_STORE_new();
    if (ssl.CTLOG_STORE_load_file(store, text(file)) !== 1) {
      throw new Error("The logs cannot be read");
    }
    const read = (der: Uint8Array): Deno.PointerValue => {
      // OpenSSL moves the pointer that it is given, so it is kept in memory of its own.
      const bytes = Uint8Array.from(der);
      const address = Deno.UnsafePointer.value(Deno.UnsafePointer.of(bytes));
      const found = ssl.d2i_X509(null, new BigUint64Array([BigInt(address)]), BigInt(bytes.length));
      if (found === null) throw new Error("The certificate cannot be read");
      return found;
    };
    const leaf = read(certificate);
    const context = ssl.CT_POLICY_EVAL_CTX_new();
    ssl.CT_POLICY_EVAL_CTX_set1_cert(context, leaf);
    ssl.CT_POLICY_EVAL_CTX_set1_issuer(context, read(issuer));
    ssl.CT_POLICY_EVAL_CTX_set_shared_CTLOG_STORE(context, store);
    ssl.CT_POLICY_EVAL_CTX_set_time(context, BigInt(now));
    const list = ssl.X509_get_ext_d2i(leaf, NID_PRECERT_SCTS, null, null);
    if (list === null) return null;
    return Array.from({ length: ssl.OPENSSL_sk_num(list) }, (_, place) => {
      const timestamp = ssl.OPENSSL_sk_value(list, place);
      ssl.SCT_set_source(timestamp, SOURCE_X509V3_EXTENSION);
      ssl.SCT_validate(timestamp, context);
      return STATUSES[ssl.SCT_get_validation_status(timestamp)];
    });
  } finally {
    library.close();
    await Deno.remove(file);
  }
}

const text = (value: string) => new TextEncoder().encode(`${value}\0`);
