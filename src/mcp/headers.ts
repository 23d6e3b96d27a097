import { headerMismatch } from "./errors.ts";
import type { JsonObject } from "./json.ts";

/** Parameter repeated in `Mcp-Name`, by method. */
const NAMED: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

/** Throws if a modern request's headers contradict its body, because proxies decide by the headers. */
export function checkHeaders(headers: Headers, method: string, version: string, params: JsonObject): void {
  compare(headers, "MCP-Protocol-Version", version);
  compare(headers, "Mcp-Method", method);
  const named = NAMED[method];
  const name = named === undefined ? undefined : params[named];
  // A missing name is reported as invalid parameters.
  if (typeof name === "string") compare(headers, "Mcp-Name", name);
}

function compare(headers: Headers, name: string, expected: string): void {
  const sent = headers.get(name);
  if (sent === null) throw headerMismatch(`The header ${name} is missing.`);
  if (decodeHeader(sent.trim()) !== expected) throw headerMismatch(`The header ${name} differs from the body.`);
}

/** Decodes a header value: anything but plain ASCII is sent in Base64. */
function decodeHeader(value: string): string | undefined {
  const [, encoded] = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value) ?? [];
  if (encoded === undefined) return value;
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
