/** CSS pixels at the top of the window that the header covers, as what is scrolled to leaves free. */
export function coveredByHeader(): number {
  return parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
}
