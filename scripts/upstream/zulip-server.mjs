import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const CHANGELOG = "api_docs/changelog.md";

/** @param {string} checkout */
export const isZulipServer = (checkout) => existsSync(join(checkout, CHANGELOG));

/**
 * Returns the newest feature level, and the endpoints that the changelog mentions for each level.
 *
 * @param {string} checkout
 */
export function readZulipServer(checkout) {
  const [, ...parts] = readFileSync(join(checkout, CHANGELOG), "utf8").split(/^\*\*Feature levels? /m);
  /** @type {Record<string, string[]>} */
  const levels = {};
  for (const part of parts) {
    const level = /^\d+/.exec(part)?.[0];
    const text = part.split(/^#/m)[0] ?? "";
    if (level !== undefined)
      levels[level] = [
        ...new Set([...text.matchAll(/`((?:GET|POST|PATCH|PUT|DELETE) [^`]+)`/g)].map((one) => one[1] ?? "")),
      ];
  }
  const level = Math.max(0, ...Object.keys(levels).map(Number));
  return { client: "zulip", level, levels };
}

/** @typedef {ReturnType<typeof readZulipServer>} ServerFacts */
