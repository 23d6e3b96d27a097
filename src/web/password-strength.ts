import { passwordGuesses } from "../util/password-guesses.ts";

// A program of its own: the server's pages that ask for a new password load it, and the client where it asks for one.

/** The guesses that a strong password withstands: enough even for someone who has stolen its hash. */
const STRONG_GUESSES = 1e8;

export type Strength = "weak" | "fair" | "strong";

/** The strength of a password. It is weak below `least` guesses; texts in `about`, such as the name, are easy to guess. */
export function strengthOf(password: string, least: number, about: readonly string[]): Strength {
  const guesses = passwordGuesses(password, about);
  return guesses < least ? "weak" : guesses < STRONG_GUESSES ? "fair" : "strong";
}

const field = document.querySelector<HTMLInputElement>("input[data-guesses]");
const told = document.getElementById("password-strength");
if (field !== null && told !== null) field.addEventListener("input", () => judge(field, told));

/** Shows the strength of the password, and keeps the form from sending a weak one, which the server would refuse. */
function judge(field: HTMLInputElement, told: HTMLElement): void {
  const others = field.form?.querySelectorAll<HTMLInputElement>("input:not([type=password], [type=checkbox])") ?? [];
  const about = [...others].map(({ value }) => value);
  const strength = strengthOf(field.value, Number(field.dataset["guesses"]), about);
  const text = field.value === "" ? "" : (told.dataset[strength] ?? "");
  if (told.textContent !== text) told.textContent = text;
  field.setCustomValidity(strength === "weak" && field.value !== "" ? text : "");
}
