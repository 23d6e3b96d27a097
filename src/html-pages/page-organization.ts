import type { PageContext } from "../api/page.ts";
import { ApiError } from "../protocol/errors.ts";
import { Html, html } from "./html.ts";
import { DEFAULT_ICON, type PageOrganization } from "./html-page.ts";

/** A host's organization as shown to users who aren't logged in. */
interface Entrance extends PageOrganization {
  readonly description: Html;
  readonly takesPasswords: boolean;
  /** True if one external service is the only way to log in. */
  readonly hasOnlyLogin: boolean;
  /** True if there is public content that needs no account. */
  readonly welcomesSpectators: boolean;
  readonly externalMethods: readonly ExternalMethod[];
}

/** A login method on another service's pages (logins.md 1). */
interface ExternalMethod {
  readonly name: string;
  readonly display_name: string;
  readonly display_icon: string | null;
  readonly login_url: string;
  readonly signup_url: string;
}

interface ServerSettings {
  readonly realm_name?: string;
  readonly realm_icon?: string;
  readonly realm_description?: string;
  readonly realm_web_public_access_enabled?: boolean;
  readonly email_auth_enabled?: boolean;
  readonly authentication_methods?: Readonly<Record<string, boolean>>;
  readonly external_authentication_methods?: readonly ExternalMethod[];
}

/**
 * Returns the organization of a page's host, or undefined if there is none. Throws if that can't be determined right
 * now.
 */
export async function pageOrganization({ call }: Pick<PageContext, "call">): Promise<Entrance | undefined> {
  const answer = await call("GET /server_settings");
  if (!answer.ok) {
    const { code, msg, ...extra } = await answer.json<{ code: string; msg: string }>();
    if (code === "NONEXISTENT_SUBDOMAIN") return undefined;
    throw new ApiError({ code, msg, status: answer.status, extra });
  }
  const settings = await answer.json<ServerSettings>();
  if (settings.realm_name === undefined) return undefined;
  return {
    name: settings.realm_name,
    icon: settings.realm_icon ?? DEFAULT_ICON,
    description: new Html(settings.realm_description ?? ""),
    takesPasswords: settings.email_auth_enabled !== false,
    hasOnlyLogin: Object.values(settings.authentication_methods ?? { password: true }).every((isOn) => !isOn),
    welcomesSpectators: settings.realm_web_public_access_enabled === true,
    externalMethods: settings.external_authentication_methods ?? [],
  };
}

interface Buttons {
  /** True if the buttons lead to a new account. Some services can't be used for that. */
  readonly joins?: boolean;
  readonly label: (service: string) => string;
  /** The text between the buttons and the form above, if any. */
  readonly or: string | undefined;
  readonly query: Readonly<Record<string, string>>;
}

/** Returns the buttons for logging in with other services, or nothing if there are none. */
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
