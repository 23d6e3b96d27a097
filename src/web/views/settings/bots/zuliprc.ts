import type { Secrets } from "./key-dialog.tsx";

/** The file by which programs log in, in the form that the libraries of Zulip's API read. */
export function zuliprcOf({ email, key, token }: Omit<Secrets, "name">, site: string): string {
  const lines = ["[api]", `email=${email}`, `key=${key}`, `site=${site}`];
  return `${[...lines, ...(token === undefined ? [] : [`token=${token}`])].join("\n")}\n`;
}
