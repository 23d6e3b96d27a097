import type { Language } from "../protocol/language.ts";
import { passwordLimits } from "../protocol/limits.ts";
import { words } from "../protocol/words/words.ts";
import { type Html, html } from "./html.ts";

/** Shows a password's strength while it is typed. Part of the web client; pages work without it if it is missing. */
export const PASSWORD_SCRIPT = "/password.js";

const passwordWords = words("newPassword", {
  length: "At least {shortest, number} characters.",
  weak: "This is easy to guess. Use several unrelated words.",
  fair: "Good enough.",
  strong: "Hard to guess.",
});

/** Returns a form field for choosing a password, for a page with `PASSWORD_SCRIPT`. */
export function newPasswordField({
  language,
  label,
  isFirst = false,
}: {
  readonly language: Language;
  readonly label: string;
  readonly isFirst?: boolean;
}): Html {
  const { password_min_length: shortest, password_max_length: longest, password_min_guesses: guesses } = passwordLimits;
  const { length, weak, fair, strong } = passwordWords[language];
  return html`<label>${label} <input type="password" name="password" required minlength="${shortest}" maxlength="${longest}" autocomplete="new-password" aria-describedby="password-hint password-strength" data-guesses="${guesses}"${isFirst ? html` autofocus` : null}></label>
<p class="hint" id="password-hint">${length(shortest)} <span id="password-strength" role="status" data-weak="${weak}" data-fair="${fair}" data-strong="${strong}"></span></p>`;
}
