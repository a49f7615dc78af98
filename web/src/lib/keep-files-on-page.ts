/**
 * A file dropped beside a place for files would make the browser leave the page and lose what is
 * typed. Gives the function that ends it.
 */
export function keepFilesOnPage(): () => void {
  const prevent = (event: Event) => event.preventDefault();
  addEventListener("dragover", prevent);
  addEventListener("drop", prevent);
  return () => {
    removeEventListener("dragover", prevent);
    removeEventListener("drop", prevent);
  };
}
