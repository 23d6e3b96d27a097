import { cpSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./launch.ts";

/** Copies the project to a directory, so that a test can change its sources. Returns the path. */
export function copyProject(directory: string): string {
  const project = join(directory, "project");
  for (const name of ["scripts", "src", "migrations", "wrangler.toml", "package.json", "package-lock.json"]) {
    cpSync(join(root, name), join(project, name), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(project, "node_modules"));
  return project;
}

/** The Worker of a copied project. A test can replace it with versions that differ in their response at `/change`. */
export class ChangingWorker {
  readonly #file: string;

  constructor(project: string) {
    this.#file = join(project, "src/worker.ts");
    renameSync(this.#file, join(project, "src/unchanged.ts"));
  }

  answer(text: string): void {
    writeFileSync(
      this.#file,
      `import unchanged from "./unchanged.ts";
       export * from "./unchanged.ts";
       export default {
         fetch: (request, env, context) =>
           new URL(request.url).pathname === "/change" ? new Response("${text}") : unchanged.fetch(request, env, context),
       };`,
    );
  }

  break(): void {
    writeFileSync(this.#file, "export default {");
  }
}

/** Returns a server's response at `/change`, or undefined if the server can't be reached. */
export async function answerOf({ url }: { readonly url: string }): Promise<string | undefined> {
  const response = await fetch(`${url}/change`).catch(() => null);
  return response?.text();
}
