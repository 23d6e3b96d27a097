import { headerMismatch } from "./errors.ts";
import type { JsonObject } from "./json.ts";

/** The parameter that `Mcp-Name` repeats, by method. */
const NAMED: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

/** Refuses a modern request whose headers say something else than its body: proxies decide by them. */
export function checkHeaders(headers: Headers, method: string, version: string, params: JsonObject): void {
  compare(headers, "MCP-Protocol-Version", version);
  compare(headers, "Mcp-Method", method);
  const named = NAMED[method];
  const name = named === undefined ? undefined : params[named];
  // Without a name, the parameters are refused for that.
  if (typeof name === "string") compare(headers, "Mcp-Name", name);
}

function compare(headers: Headers, name: string, expected: string): void {
  const sent = headers.get(name);
  if (sent === null) throw headerMismatch(`The header ${name} is missing.`);
  if (decoded(sent.trim()) !== expected) throw headerMismatch(`The header ${name} differs from the body.`);
}

/** A value as it is meant: what is not plain ASCII comes in Base64. */
function decoded(value: string): string | undefined {
  const [, encoded] = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value) ?? [];
  if (encoded === undefined) return value;
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
