/** The popup's message protocol with fake windows. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import {
  type Embedding,
  findEmbedding,
  listenToHost,
  type PopupWindow,
  postToHost,
  readPrefill,
} from "../../web/popup/protocol.ts";
import { type Prefill, SOURCE } from "../../web/popup/messages.ts";

const SITE = "https://tools.example";
const HOST = "https://host.example";

type Posted = { message: unknown; targetOrigin: string };

class FakeTarget {
  readonly posted: Posted[] = [];
  /** Reading it throws for a window of another origin, as in browsers. */
  constructor(readonly sameOrigin: boolean) {}
  get location(): { origin: string } {
    if (!this.sameOrigin) throw new DOMException("cross-origin", "SecurityError");
    return { origin: SITE };
  }
  postMessage(message: unknown, targetOrigin: string): void {
    this.posted.push({ message, targetOrigin });
  }
}

interface Shape {
  parent?: FakeTarget;
  opener?: FakeTarget | null;
  referrer?: string;
  ancestorOrigins?: string[];
  origin?: string;
}

class FakeWindow extends EventTarget implements PopupWindow {
  readonly origin: string;
  readonly parent: unknown;
  readonly opener: unknown;
  readonly document: { referrer: string };
  readonly location: PopupWindow["location"];
  listeners = 0;
  constructor({ parent, opener = null, referrer = "", ancestorOrigins, origin = SITE }: Shape) {
    super();
    this.origin = origin;
    this.parent = parent ?? this;
    this.opener = opener;
    this.document = { referrer };
    this.location = { origin: SITE, ancestorOrigins };
  }
  override addEventListener(type: string, listener: unknown): void {
    this.listeners++;
    super.addEventListener(type, listener as EventListener);
  }
  override removeEventListener(type: string, listener: unknown): void {
    this.listeners--;
    super.removeEventListener(type, listener as EventListener);
  }
  receive(source: unknown, origin: string, data: unknown): void {
    this.dispatchEvent(Object.assign(new Event("message"), { source, origin, data }));
  }
}

const prefill = (data: unknown) => ({ source: SOURCE, type: "prefill", data });
const foreign = () => new FakeTarget(false);

describe("the popup's host", () => {
  const kindOf = (shape: Shape) => {
    const embedding = findEmbedding(new FakeWindow(shape));
    return embedding.kind === "host" ? embedding.origin : embedding.kind;
  };

  it("is the opener, with the origin of the referrer", () => {
    assert.equal(kindOf({ opener: foreign(), referrer: `${HOST}/shop?order=1` }), HOST);
    assert.equal(kindOf({ opener: foreign(), referrer: `${HOST}:8443/` }), `${HOST}:8443`);
  });

  it("is the parent if there is also an opener", () => {
    const parent = foreign();
    const embedding = findEmbedding(
      new FakeWindow({ parent, opener: foreign(), referrer: HOST, ancestorOrigins: [HOST] }),
    );
    assert(embedding.kind === "host" && embedding.framed && embedding.target === parent);
  });

  it("is this site if there is no referrer and its document is accessible", () => {
    const own = new FakeTarget(true);
    assert.equal(kindOf({ opener: own }), SITE);
    assert.equal(kindOf({ parent: own, ancestorOrigins: [SITE] }), SITE);
    assert.equal(kindOf({ parent: own }), SITE);
  });

  it("does not exist in a separate tab", () => {
    assert.equal(kindOf({}), "alone");
    assert.equal(kindOf({ referrer: HOST }), "alone");
  });

  it("is unknown without a referrer", () => {
    assert.equal(kindOf({ opener: foreign() }), "unknown");
    assert.equal(kindOf({ parent: foreign() }), "unknown");
    assert.equal(kindOf({ parent: foreign(), ancestorOrigins: [HOST] }), "unknown");
    assert.equal(kindOf({ opener: foreign(), referrer: "about:client" }), "unknown");
    assert.equal(kindOf({ opener: foreign(), referrer: "data:text/html,x" }), "unknown");
  });

  it("is unknown if the referrer is not the enclosing page", () => {
    const parent = foreign();
    const elsewhere = ["https://other.example", HOST];
    assert.equal(kindOf({ parent, referrer: HOST, ancestorOrigins: elsewhere }), "unknown");
    assert.equal(kindOf({ parent, referrer: HOST, ancestorOrigins: ["null"] }), "unknown");
  });

  it("is not determined from an opaque origin", () => {
    const shape = { origin: "null", referrer: HOST, ancestorOrigins: [HOST] };
    assert.equal(kindOf({ ...shape, parent: foreign() }), "opaque");
    assert.equal(kindOf({ ...shape, opener: foreign() }), "opaque");
  });
});

describe("a message of the popup", () => {
  it('is posted to the host\'s origin and never to "*"', () => {
    const target = foreign();
    const shapes: Shape[] = [
      { opener: target, referrer: HOST },
      { parent: target, referrer: HOST, ancestorOrigins: [HOST] },
    ];
    for (const shape of shapes) {
      const window = new FakeWindow(shape);
      const embedding = findEmbedding(window);
      listenToHost(window, embedding, () => {});
      postToHost(embedding, { type: "error", error: "NO" });
      postToHost(embedding, { type: "close" });
    }
    assert.equal(target.posted.length, 6);
    assert.deepEqual(
      new Set(target.posted.map(({ targetOrigin }) => targetOrigin)),
      new Set([HOST]),
    );
    assert.deepEqual(target.posted.slice(0, 3).map(({ message }) => message), [
      { source: SOURCE, type: "ready" },
      { source: SOURCE, type: "error", error: "NO" },
      { source: SOURCE, type: "close" },
    ]);
  });

  it("is not posted without a known host", () => {
    const target = foreign();
    const shapes: Shape[] = [
      { opener: target },
      { parent: target, ancestorOrigins: [HOST] },
      { parent: target, origin: "null", referrer: HOST },
      { opener: target, origin: "null", referrer: HOST },
    ];
    for (const shape of shapes) {
      const window = new FakeWindow(shape);
      const embedding = findEmbedding(window);
      listenToHost(window, embedding, () => assert.fail("received"));
      postToHost(embedding, { type: "close" });
      assert.equal(window.listeners, 0);
      window.receive(target, HOST, prefill({ commonName: "a.example" }));
      window.receive(target, SITE, prefill({ commonName: "a.example" }));
      window.receive(target, "null", prefill({ commonName: "a.example" }));
    }
    assert.deepEqual(target.posted, []);
  });
});

describe("a message that the popup accepts", () => {
  function listen(): { window: FakeWindow; target: FakeTarget; received: Prefill[]; stop(): void } {
    const target = foreign();
    const window = new FakeWindow({ opener: target, referrer: HOST });
    const embedding: Embedding = findEmbedding(window);
    const received: Prefill[] = [];
    const stop = listenToHost(window, embedding, (data) => received.push(data));
    return { window, target, received, stop };
  }

  it("comes from the host's window and origin", () => {
    const { window, target, received, stop } = listen();
    const message = prefill({ commonName: "a.example", certificateType: "S/MIME" });
    window.receive(foreign(), HOST, message);
    window.receive(null, HOST, message);
    window.receive(window, SITE, message);
    window.receive(target, SITE, message);
    window.receive(target, "https://other.example", message);
    window.receive(target, `${HOST}.evil.example`, message);
    window.receive(target, "http://host.example", message);
    window.receive(target, "null", message);
    assert.deepEqual(received, []);
    window.receive(target, HOST, message);
    assert.deepEqual(received, [{ commonName: "a.example", certificateType: "S/MIME" }]);
    stop();
    window.receive(target, HOST, message);
    assert.equal(received.length, 1);
  });

  it("is well-formed", () => {
    const malformed: unknown[] = [
      null,
      undefined,
      "prefill",
      7,
      [],
      {},
      { type: "prefill", data: { commonName: "a" } },
      { source: "other", type: "prefill", data: { commonName: "a" } },
      { source: SOURCE, type: "submit", data: { commonName: "a" } },
      { source: SOURCE, type: "generated", data: { commonName: "a" } },
      { source: SOURCE, type: "prefill" },
      prefill(null),
      prefill("commonName"),
      prefill(["a"]),
      prefill({ commonName: 1 }),
      prefill({ commonName: null }),
      prefill({ commonName: { toString: () => "a" } }),
      prefill({ commonName: "a", email: ["b"] }),
      prefill({ commonName: "x".repeat(1001) }),
      prefill({ certificateType: "VPN" }),
      prefill({ commonName: "a", certificateType: "ssl/tls" }),
    ];
    for (const message of malformed) {
      assert.equal(readPrefill(message), null, JSON.stringify(message));
    }
  });

  it("is reduced to the four fields", () => {
    const data = Object.assign(Object.create({ organization: "inherited" }), {
      commonName: "a.example",
      email: undefined,
      city: "x",
      submit: true,
    });
    assert.deepEqual(readPrefill(prefill(data)), { commonName: "a.example" });
    const hostile = JSON.parse('{"__proto__":{"commonName":"a"},"constructor":{"x":1}}');
    assert.deepEqual(readPrefill(prefill(hostile)), {});
  });
});
