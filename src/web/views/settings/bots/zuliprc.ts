import type { Secrets } from "./key-dialog.tsx";

/** The content of the file with which programs log in, in the format of the libraries for Zulip's API. */
export function zuliprcOf({ email, key, token }: Omit<Secrets, "name">, site: string): string {
  const lines = ["[api]", `email=${email}`, `key=${key}`, `site=${site}`];
  return `${[...lines, ...(token === undefined ? [] : [`token=${token}`])].join("\n")}\n`;
}
