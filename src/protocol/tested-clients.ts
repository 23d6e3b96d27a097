/** The newest versions of Zulip's clients that the tests simulate, by the name in their User-Agent. */
export const TESTED_CLIENTS = {
  ZulipFlutter: "30.0.274",
  ZulipMobile: "27.236",
  ZulipTerminal: "0.7.0",
} as const;
export type TestedClient = keyof typeof TESTED_CLIENTS;

/** How a client's version compares to the newest tested one. */
export type TestedAge = "older" | "tested" | "newer";

const MAX_VERSION_LENGTH = 20;

const isTested = (name: string): name is TestedClient => Object.hasOwn(TESTED_CLIENTS, name);

/** Returns the version of one of these clients from its User-Agent, or undefined for other clients. */
export function versionOfClient(name: string, userAgent: string): string | undefined {
  if (!isTested(name)) return undefined;
  const version = /^\w+\/(\d+(?:\.\d+)*)/.exec(userAgent)?.[1];
  return version !== undefined && version.length <= MAX_VERSION_LENGTH ? version : undefined;
}

/** Compares a client's version with the tested one. Returns undefined for clients that the tests don't simulate. */
export function testedAge(
  name: string,
  version: string | undefined,
): { readonly client: TestedClient; readonly age: TestedAge } | undefined {
  if (!isTested(name) || version === undefined) return undefined;
  const [own, tested] = [version, TESTED_CLIENTS[name]].map((text) => text.split(".").map(Number));
  const length = Math.max(own?.length ?? 0, tested?.length ?? 0);
  for (let index = 0; index < length; index++) {
    const difference = (own?.[index] ?? 0) - (tested?.[index] ?? 0);
    if (difference !== 0) return { client: name, age: difference > 0 ? "newer" : "older" };
  }
  return { client: name, age: "tested" };
}
