import { type Html, html } from "./html.ts";
import type { ExternalMethod } from "./page-organization.ts";

interface Buttons {
  /** True if the buttons create a new account. Services that can't create accounts get no button. */
  readonly joins?: boolean;
  readonly label: (service: string) => string;
  /** The text between the buttons and the form above them, if there is a form. */
  readonly or: string | undefined;
  readonly query: Readonly<Record<string, string>>;
}

export function externalButtons(
  methods: readonly ExternalMethod[],
  { joins = false, label, or, query }: Buttons,
): Html | null {
  const usable = methods.filter(({ login_url, signup_url }) => !joins || signup_url !== login_url);
  if (usable.length === 0) return null;
  const fields = new URLSearchParams(query);
  const buttons = usable.map(
    ({ display_name, display_icon, login_url, signup_url }) =>
      html`<a class="button other" href="${joins ? signup_url : login_url}?${fields.toString()}">${
        display_icon && html`<img src="${display_icon}" alt="" width="18" height="18">`
      }<span>${label(display_name)}</span></a>\n`,
  );
  const divider = or === undefined ? null : html`<p class="or"><span>${or}</span></p>\n`;
  return html`${divider}<div class="others">\n${buttons}</div>\n`;
}
