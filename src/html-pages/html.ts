import type { Language } from "../protocol/language.ts";
import { passwordLimits } from "../protocol/limits.ts";
import { words } from "../protocol/words/words.ts";

/** HTML that is already escaped. */
export class Html {
  constructor(readonly text: string) {}
}

type Hole = Html | readonly Html[] | string | number | null | undefined;

/**
 * Template tag for HTML. Escapes every value that isn't `Html`. Values are only safe in text or in a quoted attribute.
 */
export function html(parts: TemplateStringsArray, ...holes: Hole[]): Html {
  let text = parts[0] ?? "";
  for (const [index, hole] of holes.entries()) text += fill(hole) + (parts[index + 1] ?? "");
  return new Html(text);
}

function fill(hole: Hole): string {
  if (hole === null || hole === undefined) return "";
  if (hole instanceof Html) return hole.text;
  if (typeof hole === "object") return hole.map((piece) => piece.text).join("");
  return escapeHtml(String(hole));
}

const ENTITIES: Record<string, string> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "#39" };

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&${ENTITIES[character]};`);

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
