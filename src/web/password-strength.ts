import { passwordGuesses } from "../util/password-guesses.ts";

// A separate program, loaded by the pages of the server and the views of the client that ask for a new password.

/** Guesses that a strong password withstands, even if its hash was stolen. */
const STRONG_GUESSES = 1e8;

export type Strength = "weak" | "fair" | "strong";

/** Rates a password: weak below `least` guesses. Texts in `about`, such as the name, count as easy to guess. */
export function strengthOf(password: string, least: number, about: readonly string[]): Strength {
  const guesses = passwordGuesses(password, about);
  return guesses < least ? "weak" : guesses < STRONG_GUESSES ? "fair" : "strong";
}

const field = document.querySelector<HTMLInputElement>("input[data-guesses]");
const strengthOutput = document.getElementById("password-strength");
if (field !== null && strengthOutput !== null) field.addEventListener("input", () => judge(field, strengthOutput));

/** Shows the password's strength, and keeps the form from submitting a weak one, which the server would refuse. */
function judge(field: HTMLInputElement, told: HTMLElement): void {
  const others = field.form?.querySelectorAll<HTMLInputElement>("input:not([type=password], [type=checkbox])") ?? [];
  const about = [...others].map(({ value }) => value);
  const strength = strengthOf(field.value, Number(field.dataset["guesses"]), about);
  const text = field.value === "" ? "" : (told.dataset[strength] ?? "");
  if (told.textContent !== text) told.textContent = text;
  field.setCustomValidity(strength === "weak" && field.value !== "" ? text : "");
}
