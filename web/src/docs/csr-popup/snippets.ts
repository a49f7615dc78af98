/** Code for integrators to copy. `origin`: the origin of this site. */

export const directLink = (origin: string) =>
  `<a href="${origin}/csr/popup" target="_blank" rel="noopener">Make a CSR</a>`;

export const popupWindow = (origin: string) =>
  `<script src="${origin}/csr-popup.js"></script>
<button id="make">Make a CSR</button>
<script>
  document.getElementById("make").addEventListener("click", async () => {
    try {
      const { csr, privateKey } = await csrPopup.open();
      // They are yours now.
    } catch (error) {
      // error.code: "blocked" by the browser, or "closed" before there was a result.
    }
  });
</script>`;

export const popupWindowPlain = (origin: string) =>
  `const popup = window.open(
  "${origin}/csr/popup", "_blank", "popup,width=1000,height=800");
if (!popup) alert("Please allow popups for this site.");`;

export const modalFrame = () =>
  `const { csr, privateKey } = await csrPopup.open({ mode: "frame" });`;

export const modalFramePlain = (origin: string) =>
  `<dialog id="csr">
  <iframe src="${origin}/csr/popup" width="1000" height="850" title="CSR generator"
    referrerpolicy="origin" allow="clipboard-write"></iframe>
</dialog>`;

export const prefilled = () =>
  `await csrPopup.open({
  prefill: {
    commonName: "www.example.com",
    organization: "Example Company, Inc.",
    email: "admin@example.com",
    certificateType: "SSL/TLS",
  },
});`;

export const prefilledPlain = (origin: string) =>
  `const site = "${origin}";
addEventListener("message", (event) => {
  if (event.source !== popup || event.origin !== site) return;
  if (event.data.source !== "ssl-tools-csr" || event.data.type !== "ready") return;
  popup.postMessage({
    source: "ssl-tools-csr",
    type: "prefill",
    data: { commonName: "www.example.com", organization: "Example Company, Inc." },
  }, site);
});`;

export const receiving = () =>
  `const result = await csrPopup.open({
  closeWhenGenerated: true,
  onError: (message) => console.warn(message),
});
// result: { csr, privateKey, commonName, isWildcard, keyType, keySize, digestAlgorithm }`;

export const receivingPlain = (origin: string) =>
  `const site = "${origin}";
addEventListener("message", (event) => {
  // Without both checks any page could pass you a key that it knows.
  if (event.source !== popup || event.origin !== site) return;
  const message = event.data;
  if (message.source !== "ssl-tools-csr") return;
  switch (message.type) {
    case "generated": useCsr(message.data.csr, message.data.privateKey); break;
    case "error": show(message.error); break;
    case "close": popup.close(); break; // in a frame: take the frame away
  }
});`;
