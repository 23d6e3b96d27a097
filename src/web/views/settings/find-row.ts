import { signal } from "@preact/signals";

/** The row that somebody has searched for, by what it is called: the section that has it shows it once it is there. */
export const sought = signal<string | undefined>(undefined);

const NAMES = "label, legend, h2, h3, button, a, .setting-name";
const CONTROLS = "input, select, textarea, button, a";

/** Leads to the row as soon as it stands there; returns what ends the waiting. */
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
