import { signal } from "@preact/signals";

/** The label of the row that was searched for. The section that has the row leads to it once it is drawn. */
export const sought = signal<string | undefined>(undefined);

const NAMES = "label, legend, h2, h3, button, a, .setting-name";
const CONTROLS = "input, select, textarea, button, a";

/** Scrolls to the row as soon as it is drawn, and focuses its control; returns a function that stops waiting for it. */
export function findRow(box: HTMLElement, name: string): () => void {
  const find = (): boolean => {
    const found = [...box.querySelectorAll<HTMLElement>(NAMES)].find((one) => one.textContent?.trim() === name);
    if (found === undefined) return false;
    sought.value = undefined;
    found.scrollIntoView({ block: "center" });
    const control =
      found instanceof HTMLLabelElement ? found.control : found.matches(CONTROLS) ? found : found.parentElement;
    const focused = control?.matches(CONTROLS) ? control : control?.querySelector<HTMLElement>(CONTROLS);
    focused?.focus();
    return true;
  };
  if (find()) return () => {};
  const observer = new MutationObserver(() => find() && observer.disconnect());
  observer.observe(box, { childList: true, subtree: true });
  return () => observer.disconnect();
}
