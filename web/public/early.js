// Runs before the app's code. A separate file, because the policy forbids inline scripts; a small
// classic script, because it blocks the first paint.
(() => {
  const root = document.documentElement;
  // Apply the stored theme before the first paint.
  try {
    const theme = localStorage.getItem("ssl-tools:theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {
    // Storage may be blocked, for example in a third-party frame: keep the system's theme.
  }
  // Mark the last button that was clicked before hydration; web/src/start repeats the click.
  addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button || "ready" in root.dataset) return;
    root.querySelector("[data-early]")?.removeAttribute("data-early");
    button.dataset.early = button.textContent;
  }, true);
})();
