import type { PageContext } from "../api/page.ts";
import { ApiError } from "../protocol/errors.ts";
import { Html } from "./html.ts";
import { DEFAULT_ICON, htmlPage, type PageContent, type PageOrganization } from "./html-page.ts";
import { noOrganizationPage } from "./no-organization-page.ts";

/** A host's organization as shown to users who aren't logged in. */
export interface Entrance extends PageOrganization {
  readonly description: Html;
  readonly takesPasswords: boolean;
  /** True if one external service is the only way to log in. */
  readonly hasOnlyLogin: boolean;
  /** True if there is public content that needs no account. */
  readonly welcomesSpectators: boolean;
  readonly externalMethods: readonly ExternalMethod[];
}

/** A login method on another service's pages (logins.md 1). */
export interface ExternalMethod {
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

type OrganizationContent = Omit<PageContent, "language" | "organization">;

/** Shows a page of the host's organization, or `absent` if it has none. */
export async function organizationPage(
  context: PageContext,
  content: (organization: Entrance) => OrganizationContent | Promise<OrganizationContent>,
  absent: (context: PageContext) => Response | Promise<Response> = ({ language }) => noOrganizationPage(language),
): Promise<Response> {
  const organization = await pageOrganization(context);
  if (organization === undefined) return absent(context);
  return htmlPage({ language: context.language, organization, ...(await content(organization)) });
}
