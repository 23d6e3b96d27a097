import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { until } from "./support/processes.ts";
import { freshData, root } from "./support/server.ts";

// Not every machine has a runtime for containers: here the Dockerfile is followed line by line in a fresh directory.

type Line = readonly [instruction: string, rest: string];

/** What needs a system of its own: the packages of the base image, and who owns a folder. */
const OF_THE_SYSTEM = /^(apt-get update|mkdir \/data)/;

test("what the Dockerfile says makes a server that runs, is healthy, and ends when it is told to", async () => {
  const folder = freshData();
  const place = join(folder, "srv");
  const data = join(folder, "data");
  mkdirSync(place);
  const lines = readLines();
  const left = new Set(["FROM", "USER", "VOLUME", "EXPOSE", "WORKDIR"]);
  let begin: string[] = [];
  let check: string[] = [];
  for (const [instruction, rest] of lines) {
    if (instruction === "COPY") copy(rest.split(" "), place);
    else if (instruction === "RUN" && !OF_THE_SYSTEM.test(rest)) run(rest, place);
    else if (instruction === "ENTRYPOINT") begin = JSON.parse(rest);
    else if (instruction === "HEALTHCHECK") check = JSON.parse(/CMD (\[.*\])$/.exec(rest)?.[1] ?? "");
    else expect(left.has(instruction) || instruction === "RUN", instruction).toBe(true);
  }
  for (const tool of ["vitest", "playwright-core", "wrangler"])
    expect(existsSync(join(place, "node_modules", tool)), tool).toBe(false);

  const [program = "", ...args] = begin.map((word) => (word === "/data" ? data : word === "9991" ? "0" : word));
  const server = spawn(join(place, program), args, { cwd: place, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void server.kill("SIGKILL"));
  let said = "";
  for (const output of [server.stdout, server.stderr]) output.setEncoding("utf8").on("data", (text) => (said += text));
  const port = await until(
    "the server runs",
    () => said.includes("Ctrl-C") && /0\.0\.0\.0 port (\d+)/.exec(said)?.[1],
    60_000,
  );
  const isHealthy = () => {
    const [tool = "", ...words] = check.map((word) => (word === "9991" ? port : word === "/data" ? data : word));
    return spawnSync(join(place, tool), words, { cwd: place }).status === 0;
  };
  expect(isHealthy()).toBe(true);
  server.kill("SIGTERM");
  await until("it has ended", () => server.exitCode === 0);
  expect(isHealthy()).toBe(false);
});

/** The lines of the Dockerfile, each with those that continue it. */
function readLines(): Line[] {
  const text = readFileSync(join(root, "Dockerfile"), "utf8").replace(/\\\n\s*/g, "");
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1).trim()]);
}

/** Copies what the context of the build has; it has nothing that .dockerignore does not let in. */
function copy(words: readonly string[], place: string): void {
  const to = words.at(-1) ?? "";
  const allowed = readFileSync(join(root, ".dockerignore"), "utf8").split("\n");
  for (const from of words.slice(0, -1)) {
    expect(allowed).toContain(`!${from}`);
    cpSync(join(root, from), to === "./" ? join(place, from) : join(place, to), { recursive: true });
  }
}

function run(command: string, cwd: string): void {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("npm_")));
  const { status, stderr } = spawnSync("sh", ["-c", command], { cwd, env, encoding: "utf8" });
  expect(status, `${command}: ${stderr}`).toBe(0);
}
