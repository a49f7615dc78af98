import assert from "node:assert/strict";
import { type AddressInfo, createServer } from "node:net";
import { describe, it } from "@std/testing/bdd";
import { hostClosed } from "../../../core/texts.ts";
import { presentedChain } from "../../../api/network/tls/presented-chain.ts";
import { needs } from "../../support/programs.ts";
import {
  access,
  ders,
  drain,
  HOST,
  never,
  path,
  pem,
  refused,
  startDenoTls,
  startOpenssl,
  startRaw,
} from "./support.ts";

const LEAF = pem("leaf.pem");
const CA = pem("ca.pem");
const ROOT = pem("root.pem");
const UNRELATED = pem("unrelated.pem");
const ENCODER = new TextEncoder();

const EC = ["-cert", path("leaf.pem"), "-key", path("leaf.key"), "-cert_chain", path("ca.pem")];
const rsa = (bits: number) => [
  "-cert",
  path(`rsa-${bits}.pem`),
  "-key",
  path(`rsa-${bits}.key`),
  "-cert_chain",
  path("ca.pem"),
];
const legacy = (cipher: string) => ["-cipher", `${cipher}:@SECLEVEL=0`];

/** Short deadlines, for servers that never answer: nothing else ends their connections. */
const SHORT = { connectMs: 400, handshakeMs: 400 };

describe("network: certificates as sent", () => {
  const orders: [string, string[]][] = [
    ["one", [LEAF]],
    ["in order", [LEAF, CA]],
    ["with the root", [LEAF, CA, ROOT]],
    ["misordered", [LEAF, ROOT, CA]],
    ["duplicates", [LEAF, LEAF, CA, CA, ROOT, ROOT]],
    ["unrelated ones in between and at the end", [
      LEAF,
      UNRELATED,
      CA,
      UNRELATED,
      LEAF,
      ROOT,
      UNRELATED,
    ]],
    ["the root twice at the end", [LEAF, CA, ROOT, ROOT]],
  ];
  for (const [name, sent] of orders) {
    it(`keeps them exactly: ${name}`, async () => {
      await using server = startDenoTls(sent.join(""));
      const found = await presentedChain(HOST, access(server.port), never());
      assert.deepEqual(found.certificates, ders(sent.join("")));
      assert.equal(found.address, "127.0.0.1");
    });
  }

  it("keeps them exactly when they are read in the clear", needs("openssl"), async () => {
    const file = await Deno.makeTempFile();
    try {
      const behind = [UNRELATED, ROOT, CA, CA, LEAF].join("");
      await Deno.writeTextFile(file, behind);
      await using server = await startOpenssl(
        "-cert",
        path("leaf.pem"),
        "-key",
        path("leaf.key"),
        "-cert_chain",
        file,
        "-tls1_1",
        ...legacy("ALL"),
      );
      const found = await presentedChain(HOST, access(server.port), never());
      assert.deepEqual(found.certificates, ders(LEAF + behind));
      assert.equal(found.legacyProtocol, true);
    } finally {
      await Deno.remove(file);
    }
  });

  it("returns the bytes of an item that is not a certificate", async () => {
    const broken = `-----BEGIN CERTIFICATE-----\n${btoa("no certificate")}\n` +
      "-----END CERTIFICATE-----\n";
    await using server = startDenoTls(LEAF + broken + CA);
    const found = await presentedChain(HOST, access(server.port), never());
    assert.deepEqual(found.certificates, ders(LEAF + broken + CA));
    assert.deepEqual(found.certificates[1], ENCODER.encode("no certificate"));
  });

  it("refuses more than a hundred certificates", async () => {
    await using server = startDenoTls(LEAF + CA.repeat(100));
    await refused(
      presentedChain(HOST, access(server.port), never()),
      "too_complex",
      "The host sends too many certificates. At most 100 certificates and 128 KiB are read",
    );
  });

  it(
    "refuses a thousand certificates, over TLS 1.3 and in the clear",
    needs("openssl"),
    async () => {
      await using modern = startDenoTls(LEAF + CA.repeat(999));
      await refused(
        presentedChain(HOST, access(modern.port), never()),
        "too_complex",
        /^The host sends too many certificates/,
      );
      const file = await Deno.makeTempFile();
      try {
        await Deno.writeTextFile(file, CA.repeat(999));
        await using old = await startOpenssl(...EC.slice(0, 5), file, "-tls1", ...legacy("ALL"));
        await refused(
          presentedChain(HOST, access(old.port), never()),
          "too_complex",
          /^The host sends too many certificates/,
        );
      } finally {
        await Deno.remove(file);
      }
    },
  );
});

interface Negotiated {
  tlsVersion: string;
  cipher: string | RegExp;
  alpn?: string | null;
  legacyProtocol?: boolean;
  ocspStapled?: boolean | null;
  clientCertificateRequested?: boolean | null;
}

describe("network: protocols", () => {
  const cases: [name: string, server: string[], expected: Negotiated][] = [
    ["TLS 1.3", [...EC, "-tls1_3"], {
      tlsVersion: "TLSv1.3",
      cipher: /^TLS_(AES|CHACHA20)_/,
      ocspStapled: null,
    }],
    ["TLS 1.3 with ALPN", [...EC, "-tls1_3", "-alpn", "h2"], {
      tlsVersion: "TLSv1.3",
      cipher: /^TLS_/,
      alpn: "h2",
    }],
    ["TLS 1.2", [...EC, "-tls1_2", "-alpn", "http/1.1"], {
      tlsVersion: "TLSv1.2",
      cipher: /^TLS_ECDHE_ECDSA_WITH_/,
      alpn: "http/1.1",
    }],
    ["an unknown application protocol", [...EC, "-alpn", "acme-tls/1"], {
      tlsVersion: "TLSv1.3",
      cipher: /^TLS_/,
      alpn: null,
    }],
    ["TLS 1.1", [...rsa(2048), "-tls1_1", ...legacy("ALL")], {
      tlsVersion: "TLSv1.1",
      cipher: "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA",
      legacyProtocol: true,
      ocspStapled: false,
      clientCertificateRequested: false,
    }],
    ["TLS 1.0", [...rsa(2048), "-tls1", ...legacy("ALL")], {
      tlsVersion: "TLSv1.0",
      cipher: "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA",
      legacyProtocol: true,
    }],
    ["RSA key exchange only", [...rsa(2048), "-tls1_2", ...legacy("AES128-GCM-SHA256")], {
      tlsVersion: "TLSv1.2",
      cipher: "TLS_RSA_WITH_AES_128_GCM_SHA256",
      legacyProtocol: true,
    }],
    ["CBC only", [...rsa(2048), "-tls1_2", ...legacy("ECDHE-RSA-AES128-SHA256")], {
      tlsVersion: "TLSv1.2",
      cipher: "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256",
      legacyProtocol: true,
    }],
    ["DHE only", [...rsa(2048), "-tls1_2", ...legacy("DHE-RSA-AES256-GCM-SHA384")], {
      tlsVersion: "TLSv1.2",
      cipher: "TLS_DHE_RSA_WITH_AES_256_GCM_SHA384",
      legacyProtocol: true,
    }],
    ["an RSA key of 1024 bits", [...rsa(1024), ...legacy("ALL")], {
      tlsVersion: "TLSv1.2",
      cipher: /^TLS_ECDHE_RSA_WITH_AES_\d+_GCM_/,
      legacyProtocol: false,
    }],
    ["client certificate required, TLS 1.3", [...EC, "-tls1_3", "-Verify", "1"], {
      tlsVersion: "TLSv1.3",
      cipher: /^TLS_/,
    }],
    ["client certificate required, TLS 1.2", [...EC, "-tls1_2", "-Verify", "1"], {
      tlsVersion: "TLSv1.2",
      cipher: /^TLS_ECDHE_ECDSA_/,
      legacyProtocol: false,
      clientCertificateRequested: true,
    }],
    [
      "client certificate required, TLS 1.0",
      [...rsa(2048), "-tls1", "-Verify", "1", ...legacy("ALL")],
      {
        tlsVersion: "TLSv1.0",
        cipher: /^TLS_/,
        legacyProtocol: true,
        clientCertificateRequested: true,
      },
    ],
  ];
  for (const [name, server, expected] of cases) {
    it(name, needs("openssl"), async () => {
      await using running = await startOpenssl(...server);
      const found = await presentedChain(HOST, access(running.port), never());
      assert.equal(found.tlsVersion, expected.tlsVersion);
      if (typeof expected.cipher === "string") assert.equal(found.cipher, expected.cipher);
      else assert.match(found.cipher, expected.cipher);
      assert.equal(found.alpn, expected.alpn ?? null);
      assert.equal(found.legacyProtocol, expected.legacyProtocol ?? false);
      if ("ocspStapled" in expected) assert.equal(found.ocspStapled, expected.ocspStapled);
      if ("clientCertificateRequested" in expected) {
        assert.equal(found.clientCertificateRequested, expected.clientCertificateRequested);
      }
      const leaf = pem(server[1].slice(server[1].lastIndexOf("/") + 1));
      assert.deepEqual(found.certificates, ders(leaf + CA));
    });
  }

  it("sends the server name to servers that require it", needs("openssl"), async () => {
    // Without its name, or with another one, this server aborts the handshake or presents the other
    // certificate.
    for (const version of ["-tls1_3", "-tls1_2"]) {
      await using server = await startOpenssl(
        "-cert",
        path("rsa-2048.pem"),
        "-key",
        path("rsa-2048.key"),
        "-cert2",
        path("leaf.pem"),
        "-key2",
        path("leaf.key"),
        "-servername",
        HOST,
        "-servername_fatal",
        version,
      );
      const found = await presentedChain(HOST, access(server.port), never());
      assert.deepEqual(found.certificates[0], ders(LEAF)[0]);
      await refused(
        presentedChain("other.chain.test", access(server.port), never()),
        "host_without_tls",
        /^The host ended the TLS handshake: unrecogni[sz]ed name\. .* no virtual host for this name/,
      );
    }
  });

  it(
    "reports whether an OCSP response is stapled if it reads in the clear",
    needs("openssl"),
    async () => {
      const file = await Deno.makeTempFile();
      try {
        // The server staples any file that has the form of a response.
        await Deno.writeFile(file, new Uint8Array([0x30, 0x03, 0x0a, 0x01, 0x03]));
        await using server = await startOpenssl(
          ...rsa(2048),
          "-tls1_1",
          "-status_file",
          file,
          ...legacy("ALL"),
        );
        const found = await presentedChain(HOST, access(server.port), never());
        assert.equal(found.ocspStapled, true);
      } finally {
        await Deno.remove(file);
      }
    },
  );
});

/** A ServerHello for TLS 1.2 with a current cipher suite, as the only message of its record. */
const SERVER_HELLO = new Uint8Array([
  ...[22, 3, 3, 0, 42, 2, 0, 0, 38, 3, 3],
  ...new Uint8Array(32),
  ...[0, 0xc0, 0x2f, 0],
]);

describe("network: hosts that send no certificates", () => {
  const cases: [
    name: string,
    talk: (connection: Deno.Conn) => Promise<void>,
    code: "host_without_tls" | "host_timeout",
    message: string,
  ][] = [
    [
      "plain HTTP on the port",
      async (connection) => {
        await connection.read(new Uint8Array(4096));
        await connection.write(ENCODER.encode("HTTP/1.1 400 Bad Request\r\n\r\n"));
      },
      "host_without_tls",
      "The host does not speak TLS on port 443",
    ],
    [
      "a greeting of another protocol",
      async (connection) => {
        await connection.write(ENCODER.encode("220 mail.example ESMTP\r\n"));
        await drain(connection);
      },
      "host_without_tls",
      "The host does not speak TLS on port 443",
    ],
    [
      "an immediate close",
      () => Promise.resolve(),
      "host_without_tls",
      hostClosed(443),
    ],
    ["silence", drain, "host_timeout", "The host did not answer in time on port 443"],
    [
      "half a handshake",
      async (connection) => {
        await connection.read(new Uint8Array(4096));
        await connection.write(SERVER_HELLO);
        await drain(connection);
      },
      "host_timeout",
      "The host did not answer in time on port 443",
    ],
    [
      "a handshake that arrives byte by byte",
      async (connection) => {
        await connection.read(new Uint8Array(4096));
        for (const octet of SERVER_HELLO) {
          await connection.write(new Uint8Array([octet]));
          await new Promise((resume) => setTimeout(resume, 100));
        }
      },
      "host_timeout",
      "The host did not answer in time on port 443",
    ],
    [
      "a fatal alert",
      async (connection) => {
        await connection.read(new Uint8Array(4096));
        await connection.write(new Uint8Array([21, 3, 3, 0, 2, 2, 49]));
        await drain(connection);
      },
      "host_without_tls",
      "The host ended the TLS handshake: access denied. The server does not let us in. " +
      "Check its list of allowed clients and addresses",
    ],
    [
      "garbage in a TLS record",
      async (connection) => {
        await connection.read(new Uint8Array(4096));
        await connection.write(new Uint8Array([22, 3, 3, 0, 4, 99, 0, 0, 0]));
        await drain(connection);
      },
      "host_without_tls",
      "The TLS handshake with the host failed",
    ],
  ];
  for (const [name, talk, code, message] of cases) {
    it(name, async () => {
      await using server = startRaw(talk);
      await refused(
        presentedChain(HOST, access(server.port, { limits: SHORT }), never()),
        code,
        message,
      );
    });
  }

  it("a closed port", async () => {
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = listener.addr;
    listener.close();
    await refused(
      presentedChain(HOST, access(port), never()),
      "host_unreachable",
      "The host could not be reached on port 443",
    );
  });

  it("a reset, which gives the same answer whenever it arrives", async () => {
    const server = createServer((socket) => void socket.resetAndDestroy());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = server.address() as AddressInfo;
      for (let run = 0; run < 3; run++) {
        await refused(
          presentedChain(HOST, access(port), never()),
          "host_without_tls",
          hostClosed(443),
        );
      }
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  for (
    const [name, first, piece] of [
      ["empty handshake records", SERVER_HELLO, new Uint8Array([22, 3, 3, 0, 0])],
      ["hello requests", new Uint8Array(), new Uint8Array([22, 3, 3, 0, 4, 0, 0, 0, 0])],
      ["warnings", new Uint8Array(), new Uint8Array([21, 3, 3, 0, 2, 1, 112])],
      [
        "one certificate without an end",
        new Uint8Array([...SERVER_HELLO, 22, 3, 3, 0, 4, 11, 0xff, 0xff, 0xff]),
        new Uint8Array([22, 3, 3, 0x40, 0, ...new Uint8Array(0x4000)]),
      ],
    ] as const
  ) {
    it(`an endless handshake: ${name}`, async () => {
      let sent = 0;
      await using server = startRaw(async (connection) => {
        await connection.read(new Uint8Array(4096));
        await connection.write(first);
        const flood = new Uint8Array(64 * 1024 - (64 * 1024) % piece.length || piece.length);
        for (let at = 0; at < flood.length; at += piece.length) flood.set(piece, at);
        for (;;) sent += await connection.write(flood);
      });
      const before = Deno.memoryUsage().rss;
      await assert.rejects(
        presentedChain(HOST, access(server.port, { limits: SHORT }), never()),
        { name: "OperationError" },
      );
      const grown = Deno.memoryUsage().rss - before;
      assert(grown < 64 * 1024 * 1024, `${grown} bytes more after ${sent} were sent`);
    });
  }
});

describe("network: addresses", () => {
  it("connects to the checked address after one look-up", async () => {
    await using server = startDenoTls(LEAF);
    let lookups = 0;
    const found = await presentedChain(
      HOST,
      access(server.port, {
        // A second look-up would lead to another address.
        resolve: () => Promise.resolve(lookups++ === 0 ? ["127.0.0.1"] : ["10.0.0.1"]),
      }),
      never(),
    );
    assert.equal(lookups, 1);
    assert.deepEqual(found.addresses, ["127.0.0.1"]);
  });

  it("connects only to port 443", async () => {
    await using server = startDenoTls(LEAF);
    const asked: number[] = [];
    await presentedChain(
      HOST,
      access(0, {
        connectPort: (port) => {
          asked.push(port);
          return server.port;
        },
      }),
      never(),
    );
    assert.deepEqual(asked, [443]);
  });

  it("tries the next address if the first one refuses connections, and reports which one answered", async () => {
    await using server = startDenoTls(LEAF);
    const found = await presentedChain(
      HOST,
      access(server.port, {
        resolve: () => Promise.resolve(["127.0.0.99", "127.0.0.1"]),
        guard: (address) => address.startsWith("127.0.0."),
      }),
      never(),
    );
    assert.equal(found.address, "127.0.0.1");
    assert.deepEqual(found.addresses, ["127.0.0.99", "127.0.0.1"]);
  });

  it("connects over IPv6", async () => {
    const listener = Deno.listenTls({
      hostname: "::1",
      port: 0,
      cert: LEAF,
      key: pem("leaf.key"),
    });
    const served = listener.accept().then(async (connection) => {
      await drain(connection).catch(() => {});
      connection.close();
    });
    const found = await presentedChain(
      HOST,
      access(listener.addr.port, {
        resolve: () => Promise.resolve(["::1"]),
        guard: (address) => address === "::1",
      }),
      never(),
    );
    assert.equal(found.address, "::1");
    assert.deepEqual(found.certificates, ders(LEAF));
    await served;
    listener.close();
  });

  it("does not connect if one of the addresses is not allowed", async () => {
    await using server = startDenoTls(LEAF);
    await refused(
      presentedChain(
        HOST,
        access(server.port, { resolve: () => Promise.resolve(["127.0.0.1", "10.0.0.1"]) }),
        never(),
      ),
      "host_refused",
      "HOST NOT FOUND OR NOT PUBLIC",
    );
    assert.equal(server.accepted, 0);
  });
});

describe("network: ending early", () => {
  it("closes the socket of an aborted request", async () => {
    const connected = Promise.withResolvers<void>();
    await using server = startRaw(async (connection) => {
      connected.resolve();
      await drain(connection);
    });
    const controller = new AbortController();
    const answer = presentedChain(HOST, access(server.port), controller.signal);
    const ended = refused(answer, "host_timeout", /in time/);
    await connected.promise;
    controller.abort();
    await ended;
    await server.closed;
  });

  it("closes the socket of a handshake in the clear too", async () => {
    const connected = Promise.withResolvers<void>();
    let connections = 0;
    await using server = startRaw(async (connection) => {
      // The runtime's handshake is refused, and the handshake in the clear gets no answer.
      if (connections++ === 0) {
        await connection.read(new Uint8Array(4096));
        await connection.write(new Uint8Array([21, 3, 3, 0, 2, 2, 40]));
        return;
      }
      connected.resolve();
      await drain(connection);
    });
    const controller = new AbortController();
    const ended = refused(
      presentedChain(HOST, access(server.port), controller.signal),
      "host_timeout",
      /in time/,
    );
    await connected.promise;
    controller.abort();
    await ended;
  });

  it("does not connect for a request that was aborted before", async () => {
    await using server = startRaw(drain);
    await assert.rejects(presentedChain(HOST, access(server.port), AbortSignal.abort()));
    assert.equal(server.accepted, 0);
  });
});
