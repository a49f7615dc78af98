/**
 * Restores input and clicks from before hydration. React does not see what the user typed into the
 * prerendered page, and its next render would overwrite it.
 */

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Finds the controls below `root` that the user changed. Returns a function that enters the values
 * again after hydration, with the events that React listens to.
 */
export function findEarlyInput(root: ParentNode): () => void {
  const redo: (() => void)[] = [];
  for (const control of root.querySelectorAll<Control>("input, textarea, select")) {
    if (control instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(control.type)) {
      if (control.checked && !control.defaultChecked) redo.push(() => check(control, true));
      else if (!control.checked && control.defaultChecked && control.type === "checkbox") {
        redo.push(() => check(control, false));
      }
      continue;
    }
    const initial = initialOf(control);
    const { value } = control;
    if (value !== initial && value !== "") redo.push(() => enter(control, initial, value));
  }
  return () => redo.forEach((each) => each());
}

function initialOf(control: Control): string {
  if (!(control instanceof HTMLSelectElement)) {
    // A slider without a value attribute starts in the middle.
    return control.type === "range"
      ? control.getAttribute("value") ?? control.value
      : control.defaultValue;
  }
  const options = [...control.options];
  return (options.find((option) => option.defaultSelected) ?? options[0])?.value ?? "";
}

function check(control: HTMLInputElement, checked: boolean): void {
  control.checked = !checked;
  control.click();
}

/**
 * React overrides the `value` setter to track the last value, and ignores events without a change. The
 * plain assignment sets the tracked value; the prototype's setter then changes the control without
 * React's knowledge, as typing does.
 */
function enter(control: Control, initial: string, value: string): void {
  control.value = initial;
  const prototype = Object.getPrototypeOf(control);
  Object.getOwnPropertyDescriptor(prototype, "value")!.set!.call(control, value);
  control.dispatchEvent(new Event("input", { bubbles: true }));
  control.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Repeats the last click before hydration: public/early.js has marked the button. */
export function repeatEarlyClick(root: ParentNode): void {
  const button = root.querySelector<HTMLButtonElement>("button[data-early]");
  if (!button) return;
  const { early } = button.dataset;
  delete button.dataset.early;
  // The restored input may have given the button another meaning, to which the user has not agreed.
  if (button.textContent === early) button.click();
}
