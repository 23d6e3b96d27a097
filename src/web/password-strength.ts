import { passwordGuesses } from "../util/password-guesses.ts";

// A program of its own, which the server's pages with a form for a new password load, and the client when it asks for one.

/** From so many guesses on, a password holds even where someone has stolen its hash. */
const STRONG_GUESSES = 1e8;

export type Strength = "weak" | "fair" | "strong";

/** The strength of a password for the person whom some texts are about, where fewer guesses than `least` are too few. */
export function strengthOf(password: string, least: number, about: readonly string[]): Strength {
  const guesses = passwordGuesses(password, about);
  return guesses < least ? "weak" : guesses < STRONG_GUESSES ? "fair" : "strong";
}

const field = document.querySelector<HTMLInputElement>("input[data-guesses]");
const told = document.getElementById("password-strength");
if (field !== null && told !== null) field.addEventListener("input", () => judge(field, told));

/** Says how strong a password is, and keeps a weak one from being sent, as the server refuses it. */
function judge(field: HTMLInputElement, told: HTMLElement): void {
  const others = field.form?.querySelectorAll<HTMLInputElement>("input:not([type=password], [type=checkbox])") ?? [];
  const about = [...others].map(({ value }) => value);
  const strength = strengthOf(field.value, Number(field.dataset["guesses"]), about);
  const text = field.value === "" ? "" : (told.dataset[strength] ?? "");
  if (told.textContent !== text) told.textContent = text;
  field.setCustomValidity(strength === "weak" && field.value !== "" ? text : "");
}
