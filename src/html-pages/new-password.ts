import type { Language } from "../protocol/language.ts";
import { passwordLimits } from "../protocol/limits.ts";
import { type Html, html } from "./html.ts";

/** Shows a password's strength while it is typed. Part of the web client; pages work without it if it is missing. */
export const PASSWORD_SCRIPT = "/password.js";

const en = {
  length: (shortest: number) => `At least ${shortest} characters.`,
  weak: "This is easy to guess. Use several unrelated words.",
  fair: "Good enough.",
  strong: "Hard to guess.",
};

const de: typeof en = {
  length: (shortest) => `Mindestens ${shortest} Zeichen.`,
  weak: "Das ist leicht zu erraten. Nimm mehrere Wörter, die nicht zusammengehören.",
  fair: "Gut genug.",
  strong: "Schwer zu erraten.",
};

const es: typeof en = {
  length: (shortest) => `Al menos ${shortest} caracteres.`,
  weak: "Es fácil de adivinar. Usa varias palabras que no tengan relación entre sí.",
  fair: "Suficiente.",
  strong: "Difícil de adivinar.",
};

const fr: typeof en = {
  length: (shortest) => `Au moins ${shortest} caractères.`,
  weak: "C’est facile à deviner. Utilisez plusieurs mots sans lien entre eux.",
  fair: "Suffisant.",
  strong: "Difficile à deviner.",
};

const ja: typeof en = {
  length: (shortest) => `${shortest} 文字以上。`,
  weak: "推測されやすいパスワードです。互いに関係のない単語をいくつか使ってください。",
  fair: "十分です。",
  strong: "推測されにくいパスワードです。",
};

const ar: typeof en = {
  length: (shortest) => `${shortest} أحرف على الأقل.`,
  weak: "يسهل تخمينها. استخدم عدة كلمات لا علاقة بينها.",
  fair: "جيدة بما يكفي.",
  strong: "يصعب تخمينها.",
};

const words: Readonly<Record<Language, typeof en>> = { en, de, es, fr, ja, ar };

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
  const { length, weak, fair, strong } = words[language];
  return html`<label>${label} <input type="password" name="password" required minlength="${shortest}" maxlength="${longest}" autocomplete="new-password" aria-describedby="password-hint password-strength" data-guesses="${guesses}"${isFirst ? html` autofocus` : null}></label>
<p class="hint" id="password-hint">${length(shortest)} <span id="password-strength" role="status" data-weak="${weak}" data-fair="${fair}" data-strong="${strong}"></span></p>`;
}
