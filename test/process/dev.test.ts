import { cpSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { until } from "./support/processes.ts";
import { freshData, launch, root } from "./support/server.ts";

test("--watch reloads what changed and keeps the data; what does not build leaves the old one running", async () => {
  const data = freshData();
  const project = join(data, "project");
  const sources = ["scripts", "src", "migrations", "wrangler.toml", "package.json", "package-lock.json"];
  for (const name of sources) cpSync(join(root, name), join(project, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(project, "node_modules"));
  const server = await launch({ data, args: ["--watch"], project }).running();

  const worker = join(project, "src/worker.ts");
  renameSync(worker, join(project, "src/unchanged.ts"));
  writeFileSync(worker, changed("first"));
  await until("the first change is served", () => answers("first"));
  expect(await server.get("/users/me")).toMatchObject({ result: "success" });

  writeFileSync(worker, "export default {");
  await until("the mistake is told", () => server.output.includes("not reloaded"));
  expect(await answers("first")).toBe(true);

  writeFileSync(worker, changed("second"));
  await until("the second change is served", () => answers("second"));
  expect(await server.get("/users/me")).toMatchObject({ result: "success" });

  async function answers(text: string): Promise<boolean> {
    const response = await fetch(`${server.url}/change`).catch(() => null);
    return (await response?.text()) === text;
  }
});

function changed(text: string): string {
  return `
    import unchanged from "./unchanged.ts";
    export * from "./unchanged.ts";
    export default {
      fetch: (request, env, context) =>
        new URL(request.url).pathname === "/change" ? new Response("${text}") : unchanged.fetch(request, env, context),
    };
  `;
}
