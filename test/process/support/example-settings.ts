import { SETTING_GROUPS, type Setting } from "../../../src/config/settings.ts";

const HEAD = `# Parley's settings, with their defaults. Copy this file to parley.toml, which git ignores, and remove the # from the lines
# you change. \`npm start\` and \`npm run deploy\` read it. At a start, environment variables override it: the same names in
# uppercase (with the prefix PARLEY_ for settings that only apply to your own machine). Command-line options override both.
#
# A secret can be in a separate file: mail_token_file = "/run/secrets/mail_token". Files with secrets belong to the user that
# runs the server: chmod 600 parley.toml. Only deploy/parley.service runs as a user of its own: put its secrets in
# /etc/parley.env (MAIL_TOKEN=...), which systemd reads as root, and leave this file readable. Deployments don't read secrets
# from here; set them with \`npx wrangler secret put NAME\`.`;

const TAIL = `# Cloudflare only: overrides for wrangler.toml. Databases and buckets are matched by their bindings; other lists are replaced.
# Parley's own settings have to be above the first line in brackets.

# [wrangler]
# name = "parley"
# routes = [
#   { pattern = "chat.example.org", custom_domain = true },
#   { pattern = "*.chat.example.org/*", zone_name = "example.org" },
# ]
# d1_databases = [{ binding = "DB", database_name = "parley" }, { binding = "DB2", database_name = "parley-2" }]
# r2_buckets = [{ binding = "UPLOADS", bucket_name = "parley-uploads" }]
# send_email = [{ name = "EMAIL" }]
# addresses = ["*@in.example.org"]
# limits = { cpu_ms = 30000 }
`;

/** Returns the text of parley.example.toml, which has the default and description of each setting. */
export function exampleSettings(): string {
  const groups = Object.entries(SETTING_GROUPS).map(([title, settings]) => {
    const entries = Object.entries<Setting>(settings).map(([name, setting]) => describe(name, setting));
    return [`## ${title}`, ...entries].join("\n\n");
  });
  return [HEAD, ...groups, TAIL].join("\n\n");
}

function describe(name: string, setting: Setting): string {
  const { default: always, ownDefault = always, example = "" } = setting;
  return `# ${setting.says}\n# ${name.toLowerCase()} = ${written(setting, ownDefault ?? example)}${noteOn(setting)}`;
}

/** Describes where a setting applies, or how its defaults with `npm start` and on Cloudflare differ. */
function noteOn({ where, default: always, ownDefault = always, cloudflareDefault = always }: Setting): string {
  if (where === "machine") return "  # npm start only";
  if (where === "cloudflare") return "  # Cloudflare only";
  if (cloudflareDefault === ownDefault) return "";
  return `  # on Cloudflare ${cloudflareDefault}${ownDefault === undefined ? "; npm start: none" : ""}`;
}

function written({ takes }: Setting, text: string): string {
  if (takes.kind === "whole") return text;
  if (takes.kind === "switch") return text === "on" ? "true" : "false";
  return takes.kind === "json" ? inline(JSON.parse(text)) : JSON.stringify(text);
}

/** Formats a JSON value as TOML on one line. */
function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, each]) => `${key === "" ? '""' : key} = ${inline(each)}`);
  return `{ ${fields.join(", ")} }`;
}
