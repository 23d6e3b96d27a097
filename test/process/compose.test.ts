import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { blocksOf, machine } from "./support/machine.ts";
import { succeed } from "./support/script.ts";
import { freshData, root, start } from "./support/server.ts";

// Runs the docs' container commands with the services and volumes of compose.yaml, but without a container engine.

interface Service {
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
}

/** A folder with compose.yaml, where `docker compose` runs Parley's commands on folders in place of volumes. */
async function composed() {
  const at = freshData();
  const file = join(at, "srv/compose.yaml");
  const read = () => parse(readFileSync(file, "utf8"));
  const folderOf = (volume: string) =>
    join(at, volume.startsWith(".") ? "srv" : "volumes", read().volumes[volume]?.name ?? volume);

  /** Replaces a path in a container by the folder mounted there. */
  function mapped(name: string, word: string): string {
    if (!word.startsWith("/")) return word;
    const service: Service = read().services[name];
    for (const volume of service.volumes ?? []) {
      const [from = "", to = "", access] = volume.split(":");
      if (access !== "ro" && (word === to || word.startsWith(`${to}/`))) return folderOf(from) + word.slice(to.length);
    }
    throw new Error(`${word} is ${service.read_only ? "read-only" : "lost with its container"} in ${name}`);
  }

  const tools = {
    async docker([compose, verb, ...args]: readonly string[]) {
      expect(compose).toBe("compose");
      if (verb !== "exec" && verb !== "run") return undefined;
      const index = args.findIndex((word) => Object.hasOwn(read().services, word));
      const name = args[index] ?? "";
      // Otherwise the service's own program runs, not the given one.
      if (verb === "run") expect(args.slice(0, index).join(" ")).toContain("--entrypoint node");
      const command = args.slice(index + 1).filter((word) => word !== "node");
      expect(command.shift()).toBe("scripts/parley.mjs");
      const words = command.map((word) => mapped(name, word));
      // Docker creates the folders that it mounts.
      for (const word of words.filter((one) => one.startsWith("/"))) mkdirSync(word, { recursive: true });
      return succeed(words[0] ?? "", ...words.slice(1));
    },
  };
  const { run } = await machine(at, { tools });
  copyFileSync(join(root, "compose.yaml"), file);
  return { run, folderOf, read };
}

test("following docs/updating.md backs up the data of compose.yaml, and restores it into another volume", {
  tags: "nightly",
}, async () => {
  const blocks = blocksOf("docs/updating.md");
  const { run, folderOf, read } = await composed();
  const before = folderOf("data");
  const server = await start({ data: before });
  expect(await run(blocks.get("update container") ?? "")).toMatchObject({
    calls: ["docker compose pull", "docker compose up --detach"],
    output: expect.stringContaining(": 1 organization, "),
  });
  await server.stop();
  expect(await run(blocks.get("restore container") ?? "")).toMatchObject({
    calls: ["docker compose stop parley backup", "docker compose up --detach"],
    output: expect.stringContaining("Restored to"),
  });
  expect(folderOf("data")).not.toBe(before);
  expect([before, folderOf("data")].map((folder) => existsSync(join(folder, "do")))).toEqual([true, true]);
  for (const service of ["parley", "backup"]) expect(read().services[service].volumes).toContain("data:/data");
});

test("containers write only to volumes, keep backups where the docs say, and only the server has a health check", () => {
  const { services } = parse(readFileSync(join(root, "compose.yaml"), "utf8"));
  for (const service of [services.parley, services.backup])
    expect(service).toMatchObject({ read_only: true, tmpfs: ["/tmp"] });
  expect(services.backup.command.slice(-1)).toEqual(["/backups"]);
  expect(services.backup.volumes).toContain("./backups:/backups");
  // The image's health check needs a server.
  expect([services.parley.healthcheck, services.backup.healthcheck]).toEqual([undefined, { disable: true }]);
});

test("the image build fails if the program does not start", () => {
  const lines = readFileSync(join(root, "Dockerfile"), "utf8").replaceAll(/\\\n\s*/g, "");
  const [, command = ""] = /^RUN (.*parley\.mjs start --help.*)$/m.exec(lines) ?? [];
  const built = (node: string) => spawnSync("sh", ["-c", `node() { ${node}; }; ${command}`]).status === 0;
  expect([built("true"), built('[ "$2" != start ]')]).toEqual([true, false]);
});
