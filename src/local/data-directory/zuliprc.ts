import { readPrivate, writePrivate } from "../system/private-file.ts";

interface Credentials {
  readonly email: string;
  readonly key: string;
  readonly site: string;
}

export function readZuliprc(file: string): Credentials | null {
  const text = readPrivate(file);
  if (text === null) return null;
  const field = (name: string) => new RegExp(`^${name}\\s*=\\s*(\\S+)`, "m").exec(text)?.[1];
  const [email, key, site] = [field("email"), field("key"), field("site")];
  return email && key && site ? { email, key, site } : null;
}

export function writeZuliprc(file: string, { email, key, site }: Credentials) {
  writePrivate(file, `[api]\nemail=${email}\nkey=${key}\nsite=${site}\n`);
}
