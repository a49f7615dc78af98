/** Presses the button again that public/early.js has marked: the last one that was pressed too early. */
export function repeatEarlyPress(root: ParentNode): void {
  const button = root.querySelector<HTMLButtonElement>("button[data-early]");
  if (!button) return;
  delete button.dataset.early;
  button.click();
}
