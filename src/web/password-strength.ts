import { passwordGuesses } from "../util/password-guesses.ts";

// A separate program, which is loaded by the server's pages and the client's views that request a new password.

/** Number of guesses that a strong password withstands, even if its hash was stolen. */
const STRONG_GUESSES = 1e8;

export type Strength = "weak" | "fair" | "strong";

/**
 * Rates a password. It is weak if fewer than `least` guesses find it. Strings in `about`, such as the user's name,
 * count as easy to guess.
 */
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
