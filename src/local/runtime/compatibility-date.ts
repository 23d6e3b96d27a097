import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The date whose behaviour of workerd the program is made for, as deployments have it (wrangler.toml). */
export function compatibilityDate(root: string): string {
  const [, date] = /^compatibility_date = "(.+)"$/m.exec(readFileSync(join(root, "wrangler.toml"), "utf8")) ?? [];
  if (!date) throw new Error("wrangler.toml names no compatibility_date");
  return date;
}
