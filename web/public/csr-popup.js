// @ts-check
/*
 * CSR popup helper: opens the CSR generator in a window or a frame, and returns the CSR and the key.
 *
 *   <script src="https://…/csr-popup.js"></script>
 *   const { csr, privateKey } = await csrPopup.open({ prefill: { commonName: "example.com" } });
 *
 * A classic script without dependencies; its types are in csr-popup.d.ts.
 */
(() => {
  const SOURCE = "ssl-tools-csr";
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  /** The origin of this script. Messages are exchanged only with this origin. */
  const origin = new URL(script.src).origin;
  const address = `${origin}/csr/popup`;

  /** @param {import("./csr-popup.d.ts").CsrPopupOptions} [options] */
  function open(options = {}) {
    return new Promise((resolve, reject) => {
      const shown = options.mode === "frame" ? openFrame() : openWindow();
      if (!shown) return reject(fault("blocked", "The browser blocked the popup window"));

      /** @param {MessageEvent} event */
      const onMessage = (event) => {
        if (event.source !== shown.target() || event.origin !== origin) return;
        const message = event.data;
        if (!message || message.source !== SOURCE) return;
        if (message.type === "ready" && options.prefill) {
          shown.target().postMessage(
            { source: SOURCE, type: "prefill", data: options.prefill },
            origin,
          );
        } else if (message.type === "generated") {
          resolve(message.data);
          if (options.onGenerated) options.onGenerated(message.data);
          if (options.closeWhenGenerated) shown.close();
        } else if (message.type === "error") {
          if (options.onError) options.onError(message.error);
        } else if (message.type === "close") shown.close();
      };
      addEventListener("message", onMessage);
      shown.closed.then(() => {
        removeEventListener("message", onMessage);
        // Does nothing after a result.
        reject(fault("closed", "The popup was closed before a CSR was made"));
      });
    });
  }

  /** A popup window of 1000x800, or null if the browser blocks it. */
  function openWindow() {
    const popup = globalThis.open(address, "_blank", "popup,width=1000,height=800");
    if (!popup) return null;
    const closed = new Promise((resolve) => {
      // Browsers fire no event when a window of another origin closes.
      const timer = setInterval(() => {
        if (!popup.closed) return;
        clearInterval(timer);
        resolve(undefined);
      }, 250);
    });
    return { target: () => popup, close: () => popup.close(), closed };
  }

  /** A modal frame of 1000x850, or smaller, so that the page behind it stays visible at the edges. */
  function openFrame() {
    const dialog = document.createElement("dialog");
    const frame = document.createElement("iframe");
    frame.src = address;
    frame.title = "CSR generator";
    frame.referrerPolicy = "origin";
    frame.allow = "clipboard-write";
    Object.assign(dialog.style, {
      width: "min(1000px, 96vw)",
      height: "min(850px, 96dvh)",
      maxWidth: "none",
      maxHeight: "none",
      // Style resets of some pages remove the automatic margins that centre a dialog.
      margin: "auto",
      padding: "0",
      border: "0",
      borderRadius: "12px",
      boxShadow: "0 0 0 1px rgb(128 128 128 / 0.4), 0 24px 64px rgb(0 0 0 / 0.4)",
      overflow: "hidden",
    });
    Object.assign(frame.style, { width: "100%", height: "100%", border: "0", display: "block" });
    dialog.setAttribute("aria-label", frame.title);
    dialog.append(frame);
    document.body.append(dialog);
    dialog.showModal();
    const closed = new Promise((resolve) => {
      dialog.addEventListener("close", () => {
        dialog.remove();
        resolve(undefined);
      });
    });
    return {
      target: () => /** @type {Window} */ (frame.contentWindow),
      close: () => dialog.close(),
      closed,
    };
  }

  /**
   * @param {"blocked" | "closed"} code
   * @param {string} message
   */
  function fault(code, message) {
    return Object.assign(new Error(message), { code });
  }

  Object.assign(globalThis, { csrPopup: Object.freeze({ origin, open }) });
})();
