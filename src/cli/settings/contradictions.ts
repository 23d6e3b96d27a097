import type { SettingName } from "../../config/settings.ts";
import type { StartSettings } from "./setting-sources.ts";

const LOCAL = "localhost";

/** Settings of a service that is only enabled if all of them are set. */
const TOGETHER: readonly SettingName[][] = [
  ["BIG_BLUE_BUTTON_URL", "BIG_BLUE_BUTTON_SECRET"],
  ["ZOOM_ACCOUNT_ID", "ZOOM_CLIENT_ID", "ZOOM_CLIENT_SECRET"],
];

/** Returns the contradictions among settings on your own machine, each with how to fix it. */
export function contradictionsIn(settings: StartSettings): string[] {
  return [...aboutNames(settings), ...aboutMail(settings), ...aboutServices(settings)];
}

function aboutNames(settings: StartSettings): string[] {
  const root = settings.text("ROOT_DOMAIN").toLowerCase();
  const site = settings.given("SITE_URL");
  const found: string[] = [];
  if (site !== undefined) {
    const { protocol, hostname, pathname, search, hash, username } = new URL(site.text);
    if (pathname !== "/" || search !== "" || hash !== "" || username !== "")
      found.push(`${site.by} takes an address without a path, such as https://chat.example.org, not "${site.text}"`);
    if (root !== LOCAL && hostname !== root)
      found.push(
        `${site.by} "${site.text}" is not at the root domain: set root_domain to "${hostname}", or site_url to https://${root}`,
      );
    if (protocol === "http:" && isPublicName(hostname))
      found.push(
        `${site.by} "${site.text}" would send passwords and cookies of a public name in clear: set it to https://${hostname}`,
      );
  }
  if (root === LOCAL) found.push(...organizationsWithoutDomain(settings));
  return found;
}

/** False for names that can't exist on the internet and therefore belong to a private network. */
export const isPublicName = (name: string) =>
  name.includes(".") &&
  !/^[\d.]+$|^\[|\.(?:local|localhost|internal|intranet|lan|home|corp|private|onion|test|example|invalid|home\.arpa)$/.test(
    name,
  );

/** Named organizations need a domain. Other machines can't resolve names below localhost. */
function organizationsWithoutDomain(settings: StartSettings): string[] {
  const site = settings.given("SITE_URL");
  if (site === undefined || new URL(site.text).hostname.endsWith(LOCAL)) return [];
  const named = {
    JWT_SECRETS: Object.keys(settings.json("JWT_SECRETS", {})),
    LOGIN_PROVIDERS: settings
      .json<{ organizations?: unknown }[]>("LOGIN_PROVIDERS", [])
      .flatMap(({ organizations }) => organizations),
  };
  return (["JWT_SECRETS", "LOGIN_PROVIDERS"] as const).flatMap((setting) => {
    const first = named[setting].find((name) => typeof name === "string" && name !== "");
    if (first === undefined) return [];
    const { by = setting } = settings.given(setting) ?? {};
    return [`${by} names the organization "${first}", which others find below a domain alone: set root_domain`];
  });
}

function aboutMail(settings: StartSettings): string[] {
  const service = settings.given("MAIL_URL");
  if (service === undefined || settings.given("MAIL_FROM") !== undefined) return [];
  if (settings.text("ROOT_DOMAIN").toLowerCase() !== LOCAL) return [];
  return [
    `${service.by} is set, and emails would be from noreply@localhost: set mail_from to an address that can send`,
  ];
}

function aboutServices(settings: StartSettings): string[] {
  return TOGETHER.flatMap((names) => {
    const given = names.flatMap((name) => settings.given(name) ?? []);
    const missing = names.filter((name) => settings.given(name) === undefined);
    if (given[0] === undefined || missing.length === 0) return [];
    return [`${given[0].by} counts as none without ${missing.map((name) => name.toLowerCase()).join(" and ")}`];
  });
}
