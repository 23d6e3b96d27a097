import type { PageContext } from "../endpoints/page.ts";
import { Html } from "./html.ts";
import { DEFAULT_ICON, type PageOrganization } from "./html-page.ts";

/** The organization of a page's host, as it presents itself to people who are not logged in. */
interface Entrance extends PageOrganization {
  readonly description: Html;
  /** Whether people log in with passwords. */
  readonly takesPasswords: boolean;
  /** Whether there is something to read without an account. */
  readonly welcomesSpectators: boolean;
}

interface ServerSettings {
  readonly realm_name?: string;
  readonly realm_icon?: string;
  readonly realm_description?: string;
  readonly realm_web_public_access_enabled?: boolean;
  readonly email_auth_enabled?: boolean;
}

/** The organization of a page's host; undefined where there is none. */
export async function pageOrganization({ ask }: Pick<PageContext, "ask">): Promise<Entrance | undefined> {
  const settings: ServerSettings | undefined = await ask("GET /server_settings");
  if (settings?.realm_name === undefined) return undefined;
  return {
    name: settings.realm_name,
    icon: settings.realm_icon ?? DEFAULT_ICON,
    description: new Html(settings.realm_description ?? ""),
    takesPasswords: settings.email_auth_enabled !== false,
    welcomesSpectators: settings.realm_web_public_access_enabled === true,
  };
}
