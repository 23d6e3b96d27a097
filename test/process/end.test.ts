import { readdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ownerOf } from "./support/person.ts";
import { isRunning, processesNaming, until } from "./support/processes.ts";
import { freshData, launch, start } from "./support/server.ts";

test("SIGTERM stops everything in order, without waiting for the answer to a long poll", async () => {
  const server = await start();
  const owner = await ownerOf(server);
  const { queue_id, last_event_id } = await owner.ok(owner.post("/register", { event_types: ["typing"] }));
  const waiting = owner.get("/events", { queue_id, last_event_id }).catch(() => null);
  expect(await server.stop("SIGTERM")).toMatchObject({ status: 0, signal: null });
  expect(processesNaming(server.data)).toEqual([]);
  expect((await waiting)?.status).not.toBe(200);
});

test("Ctrl-C, which also reaches workerd, isn't treated as a crash", async () => {
  const server = await start({ group: true });
  process.kill(-server.launch.pid, "SIGINT");
  const ended = await server.launch.ended;
  expect(ended.status).toBe(0);
  expect(ended.output).not.toContain("starting it again");
  expect(processesNaming(server.data)).toEqual([]);
});

for (const [signal, options] of [
  ["SIGTERM", {}],
  ["SIGINT", { tags: "nightly" }],
  ["SIGKILL", { tags: "nightly" }],
] as const)
  test(`${signal} sent only to npm stops everything`, options, async () => {
    const server = await start({ npm: true });
    expect(server.launch.pid).not.toBe(server.node);
    process.kill(server.launch.pid, signal);
    await until("all have ended", () => processesNaming(server.data).length === 0);
  });

test("a signal during startup stops the server too", async () => {
  const launched = launch();
  await until("it has begun", () => processesNaming(`${launched.data}/run/workerd-`).length > 0);
  process.kill(launched.pid, "SIGTERM");
  expect(await launched.ended).toMatchObject({ status: 0 });
  expect(processesNaming(launched.data)).toEqual([]);
});

test("a start replaces a workerd that outlived kill -9 of node, and also works after kill -9 of both", async () => {
  const first = await start();
  const { runtime } = first;
  await first.killHard("node");
  expect(isRunning(runtime)).toBe(true);
  const second = await start({ data: first.data });
  expect(isRunning(runtime)).toBe(false);
  expect(second.runtime).not.toBe(runtime);
  expect(second.password).toBeUndefined();
  expect(await second.get("/users/me")).toMatchObject({ result: "success" });
  await second.killHard("all");
  const third = await start({ data: first.data });
  expect(await third.get("/users/me")).toMatchObject({ result: "success" });
});

test("after kill -9 of npm and node together, the next npm start takes over", { tags: "nightly" }, async () => {
  const first = await start({ npm: true });
  process.kill(first.launch.pid, "SIGKILL");
  process.kill(first.node, "SIGKILL");
  await first.launch.ended;
  const second = await start({ npm: true, data: first.data });
  expect(await second.get("/users/me")).toMatchObject({ result: "success" });
  expect(processesNaming(`${first.data}/run/workerd-`)).toEqual([second.runtime]);
});

test("a killed workerd is restarted, and the server exits with an error line if it can't be", async () => {
  const server = await start();
  const { runtime } = server;
  await server.killHard("workerd");
  await until("it answers again", () => server.healthy());
  expect(server.runtime).not.toBe(runtime);
  await expect.poll(() => server.output).toContain("starting it again");
  const [link = ""] = readdirSync(join(server.data, "run")).filter((name) => name.startsWith("workerd-"));
  rmSync(join(server.data, "run", link));
  symlinkSync("/bin/false", join(server.data, "run", link));
  await server.killHard("workerd");
  const ended = await server.launch.ended;
  expect(ended.status).toBe(1);
  expect(ended.output).toMatch(/^parley: workerd ended .* couldn't be started again$/m);
});

test("only one of several servers started on one directory runs, and errors of later ones name its process", async () => {
  const data = freshData();
  const launches = [launch({ data }), launch({ data })];
  const outcomes = await Promise.all(
    launches.map((launched) =>
      launched.running().then(
        (server) => server,
        () => null,
      ),
    ),
  );
  const [winner, ...others] = outcomes.filter((server) => server !== null);
  expect(others).toEqual([]);
  expect(processesNaming(`${data}/run/workerd-`)).toEqual([winner?.runtime]);
  const losers = launches.filter((launched) => launched !== winner?.launch);
  for (const { ended } of losers) {
    expect(await ended).toMatchObject({ status: 1, output: expect.stringContaining("another server") });
  }
  const later = await launch({ data }).ended;
  expect(later.status).toBe(1);
  expect(later.output.trim()).toMatch(new RegExp(`^parley: another server \\(process ${winner?.node}, [^\n]*$`));
  expect(await winner?.healthy()).toBe(true);
});

test("a server killed repeatedly during its first start comes up with a valid key and a printed password", {
  tags: "nightly",
}, async () => {
  const data = freshData();
  let shown = "";
  for (const stage of ["run/lock", "run/workerd-", "d1", "owner.new", "zuliprc"]) {
    const launched = launch({ data });
    await until(`${stage} is there, or was there and is gone`, () => {
      const [folder, name] = stage.includes("/") ? stage.split("/") : ["", stage];
      return present(join(data, folder ?? "")).some((entry) => entry.startsWith(name ?? "")) || launched.isRunning;
    });
    process.kill(launched.pid, "SIGKILL");
    shown += (await launched.ended).output;
  }
  const server = await start({ data });
  shown += server.output;
  expect(shown).toMatch(/with the password \S+/);
  expect(await server.get("/users/me")).toMatchObject({ result: "success" });
});

function present(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
