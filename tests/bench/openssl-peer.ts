/** The contender "OpenSSL, in process": libcrypto, called without the start of a program. */
import type { Contender } from "./harness.ts";

const pointer = "pointer";
const SYMBOLS = {
  d2i_X509: { parameters: [pointer, "buffer", "isize"], result: pointer },
  X509_free: { parameters: [pointer], result: "void" },
  X509_digest: { parameters: [pointer, pointer, "buffer", "buffer"], result: "i32" },
  X509_get_pubkey: { parameters: [pointer], result: pointer },
  EVP_PKEY_free: { parameters: [pointer], result: "void" },
  EVP_sha256: { parameters: [], result: pointer },
  X509_get_subject_name: { parameters: [pointer], result: pointer },
  X509_get_issuer_name: { parameters: [pointer], result: pointer },
  X509_NAME_oneline: { parameters: [pointer, "buffer", "i32"], result: pointer },
  X509_check_purpose: { parameters: [pointer, "i32", "i32"], result: "i32" },
  X509_STORE_new: { parameters: [], result: pointer },
  X509_STORE_free: { parameters: [pointer], result: "void" },
  X509_STORE_add_cert: { parameters: [pointer, pointer], result: "i32" },
  X509_STORE_CTX_new: { parameters: [], result: pointer },
  X509_STORE_CTX_free: { parameters: [pointer], result: "void" },
  X509_STORE_CTX_init: { parameters: [pointer, pointer, pointer, pointer], result: "i32" },
  X509_STORE_CTX_set_time: { parameters: [pointer, "u64", "i64"], result: "void" },
  X509_verify_cert: { parameters: [pointer], result: "i32" },
  OPENSSL_sk_new_null: { parameters: [], result: pointer },
  OPENSSL_sk_push: { parameters: [pointer, pointer], result: "i32" },
  OPENSSL_sk_free: { parameters: [pointer], result: "void" },
} as const satisfies Deno.ForeignLibraryInterface;

type Library = Deno.DynamicLibrary<typeof SYMBOLS>["symbols"];

/** null where the library is missing. */
function open(): Library | null {
  try {
    return Deno.dlopen("libcrypto.so.3", SYMBOLS).symbols;
  } catch {
    return null;
  }
}

const library = open();

function read(lib: Library, der: Uint8Array<ArrayBuffer>): Deno.PointerValue {
  // The function moves the pointer that it gets, so it needs a place that holds one.
  const place = new BigUint64Array([BigInt(Deno.UnsafePointer.value(Deno.UnsafePointer.of(der)))]);
  const certificate = lib.d2i_X509(null, place, BigInt(der.length));
  if (certificate === null) throw new Error("OpenSSL does not read it");
  return certificate;
}

/** Reads the names, the extensions and the key, and digests the certificate. */
export function opensslReads(der: Uint8Array<ArrayBuffer>): Contender[] {
  if (library === null) return [];
  const lib = library;
  const sha256 = lib.EVP_sha256();
  const digest = new Uint8Array(32);
  const length = new Uint32Array(1);
  const name = new Uint8Array(1024);
  return [{
    name: "OpenSSL, in process",
    run() {
      const certificate = read(lib, der);
      lib.X509_NAME_oneline(lib.X509_get_subject_name(certificate), name, name.length);
      lib.X509_NAME_oneline(lib.X509_get_issuer_name(certificate), name, name.length);
      // It decodes and keeps the extensions.
      lib.X509_check_purpose(certificate, -1, 0);
      lib.EVP_PKEY_free(lib.X509_get_pubkey(certificate));
      lib.X509_digest(certificate, sha256, digest, length);
      lib.X509_free(certificate);
    },
  }];
}

/** Reads and verifies a chain: the end entity, its issuer and the root. `at` in milliseconds. */
export function opensslVerifies(
  chain: readonly Uint8Array<ArrayBuffer>[],
  at: number,
): Contender[] {
  if (library === null) return [];
  const lib = library;
  return [{
    name: "OpenSSL, in process",
    run() {
      const [leaf, issuer, root] = chain.map((der) => read(lib, der));
      const store = lib.X509_STORE_new();
      lib.X509_STORE_add_cert(store, root);
      const untrusted = lib.OPENSSL_sk_new_null();
      lib.OPENSSL_sk_push(untrusted, issuer);
      const context = lib.X509_STORE_CTX_new();
      lib.X509_STORE_CTX_init(context, store, leaf, untrusted);
      lib.X509_STORE_CTX_set_time(context, 0n, BigInt(Math.floor(at / 1000)));
      if (lib.X509_verify_cert(context) !== 1) throw new Error("OpenSSL does not agree");
      lib.X509_STORE_CTX_free(context);
      lib.OPENSSL_sk_free(untrusted);
      lib.X509_STORE_free(store);
      for (const certificate of [leaf, issuer, root]) lib.X509_free(certificate);
    },
  }];
}
