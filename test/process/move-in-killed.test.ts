/** @module-tag nightly */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exportMembers, zulipExport } from "../support/zulip-export.ts";
import { type Json, ownerOf } from "./support/person.ts";
import { until } from "./support/processes.ts";
import { relayTo } from "./support/relay.ts";
import { Script, succeed } from "./support/script.ts";
import { freshData, type Server, start } from "./support/server.ts";

const args = ["--rate-limits", "off"];

async function exportFile(folder: string): Promise<string> {
  const file = join(folder, "export.tar.gz");
  writeFileSync(file, Buffer.from(await (await zulipExport(exportMembers())).arrayBuffer()));
  return file;
}

/** Arguments and environment of the command. It keeps its state in `folder`. */
function asked(server: Server, site: string, folder: string) {
  const { email, key } = server.credentials;
  const env = { XDG_CACHE_HOME: join(folder, "cache"), PARLEY_API_KEY: key };
  return { as: ["--site", site, "--email", email], env };
}

async function said(script: Script): Promise<string> {
  const { status, output } = await script.ended;
  expect(status, output).toBe(0);
  return output;
}

test("an import continues even if the first response to each of its steps is lost", async () => {
  const [server, folder] = [await start({ args }), freshData()];
  const lost = new Set<string>();
  const site = await relayTo(server, ({ method, path, answer, response }) => {
    const what = `${method} ${path.replace(/\?.*$/, "")}`;
    if (method === "GET" || lost.has(what)) return true;
    lost.add(what);
    answer.resume();
    response.destroy();
    return false;
  });
  const { as, env } = asked(server, site, folder);
  const file = await exportFile(folder);
  await said(new Script("import", [...as, "--check", file], env));
  expect(await said(new Script("import", [...as, "--cancel"], env))).toMatch(/was canceled/);
  expect(await said(new Script("import", [...as, file], env))).toMatch(/Imported in/);
  const steps = ["", "/1/parts/1", "/1/check", "/1/cancel", "/2/parts/1", "/2/check", "/2/start"];
  expect([...lost]).toEqual(steps.map((step) => `${step.includes("parts") ? "PUT" : "POST"} /api/v1/imports${step}`));
});

test.for(["/api/v1/imports", "/api/v1/imports/1/start"])(
  "an import command killed after its POST %s request resumes the same import when it is rerun",
  async (killedAt) => {
    const [server, folder] = [await start({ args }), freshData()];
    const running: { script?: Script; isKilled?: boolean } = {};
    const site = await relayTo(server, ({ method, path }) => {
      if (method !== "POST" || path !== killedAt || running.isKilled) return true;
      running.isKilled = true;
      void running.script?.kill();
      return false;
    });
    const { as, env } = asked(server, site, folder);
    const file = await exportFile(folder);
    running.script = new Script("import", [...as, file], env);
    expect(await running.script.ended).toMatchObject({ status: null });
    const owner = await ownerOf(server);
    const all = async (): Promise<Json[]> => (await owner.ok(owner.get("/imports"))).imports;
    // The server finishes on its own what it started to write.
    await until("it waits for the command", async () => ["uploading", "done"].includes((await all())[0]?.state));
    expect(await said(new Script("import", [...as, file], env))).toMatch(/Imported in/);
    expect(await all()).toMatchObject([{ id: 1, state: "done" }]);
  },
);

test("Ctrl-C stops the import command, which prints the import's state on the server and how to cancel it", async () => {
  const [server, folder] = [await start({ args }), freshData()];
  const running: { script?: Script; endsAt?: string } = {};
  const site = await relayTo(server, ({ method, path }) => {
    if (`${method} ${path}` !== running.endsAt) return true;
    void running.script?.kill("SIGINT");
    return false;
  });
  const { as, env } = asked(server, site, folder);
  const file = await exportFile(folder);
  const interruptedAt = async (endsAt: string) => {
    running.endsAt = endsAt;
    running.script = new Script("import", [...as, "--temp", folder, file], env);
    const { status, output } = await running.script.ended;
    expect(status).toBe(1);
    // No unpacked files remain.
    expect(readdirSync(folder).filter((name) => name.startsWith("parley-import-"))).toEqual([]);
    return output;
  };
  expect(await interruptedAt("POST /api/v1/imports")).toMatch(
    /keeps what it has: run the same command again.*--cancel to give it up/,
  );
  expect(await interruptedAt("POST /api/v1/imports/1/start")).toMatch(
    /continues the import by itself\. Run the same command to follow it again, or with --cancel to undo it/,
  );
  expect(await said(new Script("import", [...as, file], env))).toMatch(/Imported in/);
});

test("files unpacked by a killed command are removed by the next one, unlike those of running commands", async () => {
  const folder = freshData();
  const gone = spawn("true");
  await once(gone, "close");
  const named = (pid: number | undefined) =>
    join(folder, `parley-import-${hostname().replaceAll(/[^\w.]/g, "_")}-${pid}-abc`);
  const [left, used] = [named(gone.pid), named(process.pid)];
  for (const one of [left, used]) {
    mkdirSync(one);
    writeFileSync(join(one, "1"), "unpacked");
  }
  await succeed("import", "--check", "--temp", folder, await exportFile(folder));
  expect([existsSync(left), existsSync(used)]).toEqual([false, true]);
});
