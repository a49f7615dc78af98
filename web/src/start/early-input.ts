/**
 * What was typed or chosen in the prerendered page before the app took it over: the app knows nothing
 * of it, and its next render would wipe it out.
 */

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Looks for it under `root`. The answer, called once the app has taken over, puts it back in the way
 * that a user does, with the events that the app listens to.
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
    // A slider without a value attribute is in the middle.
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
 * React compares with the value that it saw last, which a plain assignment tells it; the prototype's
 * own setter it does not see, as it does not see typing.
 */
function enter(control: Control, initial: string, value: string): void {
  control.value = initial;
  const prototype = Object.getPrototypeOf(control);
  Object.getOwnPropertyDescriptor(prototype, "value")!.set!.call(control, value);
  control.dispatchEvent(new Event("input", { bubbles: true }));
  control.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Presses the button again that public/early.js has marked: the last one that was pressed too early. */
export function repeatEarlyPress(root: ParentNode): void {
  const button = root.querySelector<HTMLButtonElement>("button[data-early]");
  if (!button) return;
  delete button.dataset.early;
  button.click();
}
