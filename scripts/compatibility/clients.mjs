import { readFileSync } from "node:fs";

/** @type {Record<"zulip-flutter" | "zulip-web", Record<string, string>>} */
export const failing = JSON.parse(readFileSync(new URL("../../test/clients/failing.json", import.meta.url), "utf8"));

/**
 * Third-party clients and libraries that tests run or simulate. `titles` selects a client's tests in a shared file.
 * @type {readonly {
 *   client: string,
 *   how: "runs" | "decodes by its table" | "sends its requests",
 *   version: string | { package: string },
 *   files: readonly string[],
 *   titles?: RegExp,
 *   failing?: readonly string[],
 * }[]}
 */
export const CLIENTS = [
  {
    client: "zulip-flutter (Zulip's app)",
    how: "decodes by its table",
    version: "30.0.274",
    files: ["test/clients/zulip-flutter.test.ts", "test/protocol/clients.test.ts"],
    titles: /^(?:the app |every table field|the server knows|zulip-flutter )/,
    failing: Object.entries(failing["zulip-flutter"]).map(([event, why]) => `${event}: ${why}`),
  },
  {
    client: "zulip-mobile (Zulip's earlier app)",
    how: "sends its requests",
    version: "27.236",
    files: ["test/protocol/clients.test.ts"],
    titles: /^zulip-mobile /,
  },
  {
    client: "zulip-terminal",
    how: "decodes by its table",
    version: "0.7.0",
    files: ["test/protocol/clients.test.ts", "test/features/messages/core/fetch/zulip-terminal.test.ts"],
    titles: /^(?!zulip-(?:flutter|mobile) |matterbridge |Zulip's )/,
  },
  {
    client: "Zulip's web client",
    how: "decodes by its table",
    version: "12",
    files: ["test/clients/zulip-web.test.ts"],
  },
  {
    client: "zulip-desktop",
    how: "decodes by its table",
    version: "",
    files: ["test/clients/libraries.test.ts"],
    titles: /zulip-desktop/,
  },
  {
    client: "python-zulip-api",
    how: "decodes by its table",
    version: "0.8.2",
    files: ["test/clients/libraries.test.ts"],
    titles: /python-zulip-api/,
  },
  {
    client: "gozulipbot",
    how: "decodes by its table",
    version: "",
    files: ["test/clients/libraries.test.ts"],
    titles: /gozulipbot/,
  },
  {
    client: "matterbridge",
    how: "sends its requests",
    version: "",
    files: ["test/protocol/clients.test.ts"],
    titles: /^matterbridge /,
  },
  { client: "zulip-js", how: "runs", version: { package: "zulip-js" }, files: ["test/process/zulip-js.test.ts"] },
  { client: "tus-js-client", how: "runs", version: { package: "tus-js-client" }, files: ["test/process/tus.test.ts"] },
  {
    client: "@modelcontextprotocol/client and sdk",
    how: "runs",
    version: { package: "@modelcontextprotocol/client" },
    files: ["test/process/assistant-clients.test.ts"],
  },
  {
    client: "@modelcontextprotocol/conformance",
    how: "runs",
    version: { package: "@modelcontextprotocol/conformance" },
    files: ["test/process/assistant-conformance.test.ts"],
  },
  {
    client: "oidc-provider",
    how: "runs",
    version: { package: "oidc-provider" },
    files: ["test/process/login-services.test.ts"],
  },
  { client: "smtp-server", how: "runs", version: { package: "smtp-server" }, files: ["test/process/mail.test.ts"] },
];

/**
 * Returns the version of a client that tests run.
 *
 * @param {typeof CLIENTS[number]["version"]} version
 * @param {Record<string, { version?: string }>} locked
 */
export const versionOf = (version, locked) =>
  typeof version === "string" ? version : (locked[`node_modules/${version.package}`]?.version ?? "unknown");
