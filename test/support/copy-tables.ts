import { copyFileSync, globSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const paths = new Map<string, string | undefined>();

/**
 * Copies the database of an object in one of the tests' workerds to another object, which has no database yet
 * (given-tables.ts).
 */
export async function copyTables(request: { json(): Promise<unknown> }): Promise<Response> {
  const [from, to] = (await request.json()) as [string, string];
  const path = paths.get(from) ?? globSync(join(tmpdir(), `miniflare-*/do/*/${from}.sqlite`))[0] ?? "";
  paths.set(from, path);
  copyFileSync(path, join(dirname(path), `${to}.sqlite`));
  return new Response();
}
