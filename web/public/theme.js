// Sets the remembered theme before the first paint. Its own file, because the policy forbids
// inline scripts; classic and small, because it blocks.
(() => {
  try {
    const theme = localStorage.getItem("ssl-tools:theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be closed, in a third-party frame for one; the system's theme is right then.
  }
})();
