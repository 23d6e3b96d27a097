import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns the workerd compatibility date the program is written for, as in deployments (wrangler.toml). */
export function compatibilityDate(root: string): string {
  const [, date] = /^compatibility_date = "(.+)"$/m.exec(readFileSync(join(root, "wrangler.toml"), "utf8")) ?? [];
  if (!date) throw new Error("wrangler.toml names no compatibility_date");
  return date;
}
