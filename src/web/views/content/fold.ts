import { messageWords } from "../../words/feed.ts";

/** Keys of the messages that the user has unfolded since the page was loaded. */
const unfolded = new Set<string>();

/** Messages that were measured. Marking them with an attribute would make the browser compute their styles again. */
const measured = new WeakSet<HTMLElement>();

/** Messages up to this share of the window's height are shown in full. */
const SHARE = 0.6;
const MIN_PX = 320;
/**
 * Messages that exceed the limit by no more than this are still shown in full, because a button would take as much
 * space.
 */
const SLACK_PX = 140;

/**
 * Folds messages that are too tall for the window and weren't measured yet. Reads all heights before changing anything,
 * so that the page is laid out only once.
 */
export function foldTall(list: HTMLElement, windowHeight: number): void {
  const most = Math.max(MIN_PX, Math.round(windowHeight * SHARE));
  const all = [...list.querySelectorAll<HTMLElement>(".message-fold")];
  const fresh = all.filter((fold) => !measured.has(fold));
  const tall = fresh.map((fold) => fold.offsetHeight > most + SLACK_PX);
  for (const [index, fold] of fresh.entries()) {
    measured.add(fold);
    fold.querySelector(":scope > .message-fold-button")?.remove();
    if (tall[index] !== true) continue;
    const key = fold.dataset["message"] ?? "";
    fold.style.setProperty("--fold", `${most}px`);
    fold.append(buttonOf(fold, key));
    show(fold, unfolded.has(key));
  }
}

/** Has a message measured again after its content changed. */
export function measureAgain(fold: HTMLElement): void {
  measured.delete(fold);
  delete fold.dataset["fit"];
}

function buttonOf(fold: HTMLElement, key: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "message-fold-button";
  const toggle = (isOpen: boolean) => {
    if (isOpen) unfolded.add(key);
    else unfolded.delete(key);
    show(fold, isOpen);
  };
  button.addEventListener("click", () => toggle(fold.dataset["fit"] === "cut"));
  // A folded message unfolds when the focus moves into it.
  fold.addEventListener("focusin", (event) => {
    if (event.target !== button && fold.dataset["fit"] === "cut") toggle(true);
  });
  return button;
}

function show(fold: HTMLElement, isOpen: boolean): void {
  fold.dataset["fit"] = isOpen ? "open" : "cut";
  const button = fold.querySelector(":scope > .message-fold-button");
  if (button === null) return;
  button.setAttribute("aria-expanded", String(isOpen));
  button.textContent = isOpen ? messageWords().less : messageWords().more;
}
