import { readIfThere, writeDurable } from "../os/durable.ts";

interface Credentials {
  readonly email: string;
  readonly key: string;
  readonly site: string;
}

export function parseZuliprc(text: string): Partial<Credentials> {
  const fields = text.matchAll(/^\s*(email|key|site)\s*[=:]\s*(\S+)/gm);
  return Object.fromEntries(Array.from(fields, ([, name, value]) => [name, value]));
}

/** @returns null if the file is missing or incomplete */
export function readZuliprc(file: string): Credentials | null {
  const { email, key, site } = parseZuliprc(readIfThere(file) ?? "");
  return email && key && site ? { email, key, site } : null;
}

export function writeZuliprc(file: string, { email, key, site }: Credentials) {
  writeDurable(file, `[api]\nemail=${email}\nkey=${key}\nsite=${site}\n`);
}
