// What cannot wait for the app's code. Its own file, because the policy forbids inline scripts;
// classic and small, because it blocks.
(() => {
  const root = document.documentElement;
  // The remembered theme, before the first paint.
  try {
    const theme = localStorage.getItem("ssl-tools:theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {
    // Storage may be closed, in a third-party frame for one; the system's theme is right then.
  }
  // A button pressed before the page listens is marked, and web/src/start presses it again.
  addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button || "ready" in root.dataset) return;
    root.querySelector("[data-early]")?.removeAttribute("data-early");
    button.dataset.early = "";
  }, true);
})();
