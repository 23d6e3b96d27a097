import { isMailServer, readMailServer } from "../../config/mail-server.ts";
import type { Setting } from "../../config/settings.ts";

const HOST = /^(?:(?:\*\.)?[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/** Returns why a string isn't a valid value of a setting, or undefined if it is valid. */
export function faultOf({ takes, isSecret, example }: Setting, text: string): string | undefined {
  const not = isSecret ? "" : `, not "${text}"`;
  switch (takes.kind) {
    case "text":
      if (takes.form === undefined || takes.form.test(text)) return undefined;
      if (isSecret) return "has not the form that it needs";
      return `cannot be "${text}"${example === undefined ? "" : ` (such as "${example}")`}`;
    case "whole": {
      const number = Number(text);
      if (/^\d+$/.test(text) && number >= takes.least && number <= takes.most) return undefined;
      return `takes a whole number from ${takes.least} to ${takes.most}${not}`;
    }
    case "choice":
      return takes.of.includes(text) ? undefined : `takes one of ${takes.of.join(", ")}${not}`;
    case "switch":
      return /^(?:on|off)$/.test(text) ? undefined : `takes on or off${not}`;
    case "url": {
      const { schemes = ["https", "http"] } = takes;
      if (takes.orOff && text === "off") return undefined;
      const scheme = /^([a-z]+):\/\//i.exec(text)?.[1]?.toLowerCase() ?? "";
      if (schemes.includes(scheme) && URL.canParse(text)) return undefined;
      return `takes an address such as ${example ?? "https://chat.example.org"}${takes.orOff ? ", or off" : ""}${not}`;
    }
    case "hosts": {
      if (takes.orOff && text === "off") return undefined;
      const bare = (host: string) => (takes.withScheme ? host.replace(/^https?:\/\//, "") : host);
      const wrong = text.split(/[\s,]+/).find((host) => host !== "" && !HOST.test(bare(host)));
      return wrong === undefined ? undefined : `cannot have "${wrong}"`;
    }
    case "mail":
      return faultOfMail(text);
    case "json":
      return faultOfJson(takes.of, text);
  }
}

/** The text may contain a password, so errors don't quote it. */
function faultOfMail(text: string) {
  if (!isMailServer(text))
    return isWebAddress(text) ? undefined : "takes an address that begins with smtps:, smtp: or https:";
  const server = readMailServer(text);
  return typeof server === "string" ? server : undefined;
}

const isWebAddress = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text);

/** The text may contain secrets, so errors don't quote it. */
function faultOfJson(of: "list" | "table", text: string) {
  try {
    const value: unknown = JSON.parse(text);
    if (of === "list" ? Array.isArray(value) : typeof value === "object" && value !== null && !Array.isArray(value))
      return undefined;
  } catch {
    // The text isn't JSON at all.
  }
  return `takes ${of === "list" ? "a list" : "an object"} in JSON`;
}
