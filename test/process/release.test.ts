/** @module-tag nightly */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { AS_IT_IS, OWN_SYSTEM } from "../../scripts/release/archive.mjs";
import { isLater, nextVersion, released } from "../../scripts/release/changelog.mjs";
import { makeData, removeData, root, SETUP_TOKEN } from "./support/launch.ts";
import { blocksOf, machine } from "./support/machine.ts";
import { until } from "./support/processes.ts";
import { freshData } from "./support/server.ts";

// One release is made for all tests of this file, in a separate repository with the current content of this one.

const VERSION = "99.0.0-rc.1";
const ARCHIVE = `parley-${VERSION}-${process.platform}-${process.arch}.tgz`;

const DEB = `parley_${VERSION.replace("-", "~")}_${process.arch === "x64" ? "amd64" : process.arch}.deb`;

let folder = "";
/** The repository, and the unpacked archive of the release. */
let [clone, unpacked] = ["", ""];
let commit = "";

const git = (...args: string[]) => execFileSync("git", args, { cwd: clone, encoding: "utf8" }).trim();
const release = (...args: string[]) =>
  spawnSync(process.execPath, ["scripts/release.mjs", ...args], { cwd: clone, encoding: "utf8" });

beforeAll(() => {
  folder = makeData();
  clone = join(folder, "clone");
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: root, encoding: "utf8" });
  for (const file of files.split("\0").filter((name) => name !== "" && existsSync(join(root, name))))
    cpSync(join(root, file), join(clone, file));
  symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
  const changelog = join(clone, "docs/changelog.md");
  const unreleased = "## Unreleased\n\n### Operators\n\n- A change.\n\n### Before you update\n\nNothing.\n";
  const now = readFileSync(changelog, "utf8");
  const real = /## Unreleased\n[\s\S]*?(?=\n## )/;
  // After a release, there are no unreleased changes.
  if (/^### /m.test(real.exec(now)?.[0] ?? "")) expect(released(now, VERSION, "")).toHaveProperty("text");
  writeFileSync(changelog, now.replace(real, unreleased));
  git("init", "--quiet");
  for (const [name, value] of [
    ["user.name", "Test"],
    ["user.email", "test@example.org"],
  ] as const)
    git("config", name, value);
  writeFileSync(join(clone, ".git/info/exclude"), "node_modules\n");
  git("add", "--all");
  git("commit", "--quiet", "--message", "Begin");
});
afterAll(() => removeData(folder));

test("a release is refused with uncommitted changes, an older version, or an incomplete changelog", () => {
  const changelog = join(clone, "docs/changelog.md");
  const text = readFileSync(changelog, "utf8");
  expect(release("0.0.1")).toMatchObject({ status: 1, stderr: expect.stringContaining("isn't a version after") });
  const refused = (section: string) => released(`# Changelog\n\n## Unreleased\n\n${section}\n\n## Data\n`, "1.0.0", "");
  expect(refused("- A change.")).toEqual({ refused: expect.stringContaining("Before you update") });
  expect(refused("### Before you update\n\n### Other\n\n- A change.")).toEqual({ refused: expect.any(String) });
  for (const changes of ["- A change.", "### Everyone\n\n- A change."])
    expect(refused(`### Before you update\n\nNothing.\n\n${changes}`)).toEqual({
      refused: expect.stringContaining("People"),
    });
  writeFileSync(changelog, `${text}\n`);
  expect(release(VERSION)).toMatchObject({ status: 1, stderr: expect.stringContaining("M docs/changelog.md") });
  writeFileSync(changelog, text);
  expect([git("status", "--porcelain"), git("tag")]).toEqual(["", ""]);
});

test.for([
  ["1.1.0", "1.2.0-dev"],
  ["1.1.1", "1.2.0-dev"],
  ["2.0.0-rc.1", "2.0.0-dev"],
] as const)("nextVersion after %s is %s", ([version, next]) => expect(nextVersion(version)).toBe(next));

test.for([
  ["1.0.0", "0.1.0", true],
  ["1.0.0", "1.0.0-rc.1", true],
  ["1.0.0-rc.10", "1.0.0-rc.9", true],
  ["1.0.0-rc.1", "1.0.0", false],
  ["1.0.0", "1.0.0", false],
  ["1.9.0", "1.10.0", false],
  ["1.0", "0.1.0", false],
] as const)("%s is later than %s: %s", ([version, last, expected]) => expect(isLater(version, last)).toBe(expected));

test("a release is a commit with the version, a tag, and a complete archive", () => {
  // Left by an earlier attempt of this test that reached its tag but not its end.
  if (git("tag", "--list", `v${VERSION}`) !== "") {
    git("tag", "--delete", `v${VERSION}`);
    git("reset", "--quiet", "--hard", "HEAD~2");
  }
  // The bundler prints warnings about a slow machine to stderr.
  const { status, stdout, stderr } = release(VERSION, "--system", OWN_SYSTEM);
  expect(status, stderr).toBe(0);
  expect(stdout).toContain("tagged");
  expect(stdout).toMatch(/git push --atomic origin \S+ v99/);
  commit = git("rev-parse", "--short=10", `v${VERSION}^{}`);
  // A commit after a release doesn't have its version.
  expect(git("describe", "--tags", "HEAD~1")).toBe(`v${VERSION}`);
  expect(JSON.parse(readFileSync(join(clone, "package.json"), "utf8")).version).toBe("99.0.0-dev");
  expect(git("status", "--porcelain")).toBe("");
  const text = readFileSync(join(clone, "docs/changelog.md"), "utf8");
  expect(text).toMatch(/## Unreleased\n\n## 99\.0\.0-rc\.1 \(\d{4}-\d\d-\d\d\)\n\n### Before you update\n\n\S/);
  expect(text).not.toContain("| unreleased |");
  expect(readdirSync(join(clone, "test/process/frozen"))).toContain(`${VERSION}.tar.gz`);
  expect(JSON.parse(readFileSync(join(clone, "test/rpc/released-forms.json"), "utf8")).version).toBe(VERSION);
  expect(release(VERSION).status).toBe(1);

  const published = join(clone, "dist/release");
  const debs = process.platform === "linux" ? [DEB] : [];
  const files = ["SHA256SUMS", ARCHIVE.replace(".tgz", ".cdx.json"), ARCHIVE, ...debs].sort();
  expect(readdirSync(published).sort()).toEqual(files);
  expect(readFileSync(join(published, "SHA256SUMS"), "utf8").match(/\S+$/gm)).toEqual(files.slice(1));
  unpacked = join(folder, "unpacked");
  mkdirSync(unpacked);
  execFileSync("tar", ["-xzf", join(published, ARCHIVE), "--strip-components=1", "-C", unpacked]);
});

test("the Debian package has the archive's program, and a Node that runs it", ({ skip }) => {
  const file = join(clone, "dist/release", DEB);
  const tree = join(folder, "debian");
  const { error } = spawnSync("dpkg-deb", ["--extract", file, tree]);
  skip(error !== undefined, "dpkg-deb is not installed");
  const program = join(tree, "usr/lib/parley");
  for (const path of ["worker.mjs", "node_modules/miniflare/package.json", "migrations"])
    expect(existsSync(join(program, path)), path).toBe(true);
  const node = spawnSync(join(program, "bin/node"), [join(program, "scripts/parley.mjs"), "--version"]);
  expect([node.status, String(node.stdout)]).toEqual([0, `${VERSION}\n`]);
  const lintian = spawnSync("lintian", ["--fail-on", "error,warning", file], { encoding: "utf8" });
  if (lintian.error === undefined) expect(lintian.status, lintian.stdout).toBe(0);
});

/** Runs a command of the archive with only Node on the PATH. */
function parley(...args: string[]) {
  const bin = join(folder, "bin");
  if (!existsSync(bin)) {
    mkdirSync(bin);
    symlinkSync(process.execPath, join(bin, "node"));
  }
  const command = ["scripts/parley.mjs", ...args];
  const env = { PATH: bin, SETUP_TOKEN };
  return { command, options: { cwd: unpacked, env, encoding: "utf8" } as const };
}

function ran(...args: string[]) {
  const { command, options } = parley(...args);
  const { status, stdout, stderr } = spawnSync(process.execPath, command, options);
  return { status, output: stdout + stderr };
}

test("the archive's program starts with one command and needs no bundler, TypeScript or git", async () => {
  const data = join(folder, "data");
  const { command, options } = parley("start", "--demo", "--port", "0", "--data", data, "--quiet");
  const server = spawn(process.execPath, command, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void server.kill("SIGKILL"));
  let said = "";
  for (const output of [server.stdout, server.stderr]) output.setEncoding("utf8").on("data", (text) => (said += text));
  await until("the server runs", () => said.includes("Ctrl-C"));
  expect(said.startsWith(`Parley ${VERSION} is running at`), said).toBe(true);
  expect(ran("--version")).toEqual({ status: 0, output: `${VERSION}\n` });
  const url = /running at (\S+)/.exec(said)?.[1] ?? "";
  const health = await fetch(`${url}/health`, { headers: { authorization: `Bearer ${SETUP_TOKEN}` } });
  expect(await health.json()).toMatchObject({ status: "ok", version: VERSION });
  expect(await (await fetch(`${url}/api/v1/server_settings`)).json()).toMatchObject({ svc_merge_base: VERSION });
  expect(await (await fetch(url)).text()).toContain("<script");

  const [backups, whole] = [freshData(), join(freshData(), "whole.tar")];
  for (const args of [
    ["healthy", "--data", data],
    ["backup", "--data", data, backups],
    ["restore", "--data", join(freshData(), "restored"), backups],
    ["repair", "--check", "--data", data],
    ["export", "--data", data, whole],
    ["import", "--check", whole],
    ["operator", "--help"],
  ])
    expect(ran(...args)).toMatchObject({ status: 0 });
  expect(ran("deploy")).toEqual({ status: 1, output: expect.stringMatching(/^deploy: .*checkout.*\n$/) });
  expect(ran("start", "--watch", "--data", freshData())).toMatchObject({ output: expect.stringContaining("checkout") });
  server.kill("SIGTERM");
  await until("it has ended", () => server.exitCode === 0);
});

const BEFORE = "99.0.0-rc.0";

const blocks = blocksOf("docs/updating.md");

/** A machine whose tools with outside effects only record their calls. */
const updated = async () => {
  const { at, run } = await machine(join(folder, "machine"), {
    tools: Object.fromEntries(["systemctl", "docker", "npm", "npx", "gh"].map((name) => [name, () => undefined])),
    words: () => [
      ["VERSION", VERSION],
      ["BEFORE", BEFORE],
      ["linux-x64", `${process.platform}-${process.arch}`],
    ],
  });
  return {
    at,
    /** Runs commands, and returns the calls of these tools. */
    run: async (commands = "", cwd = at, env: Record<string, string> = {}) => (await run(commands, { cwd, env })).calls,
  };
};

test("following docs/updating.md replaces an archive, and restores the previous one with its data", async () => {
  const { at, run } = await updated();
  const version = () => JSON.parse(readFileSync(join(at, "srv/parley/package.json"), "utf8")).version;
  cpSync(unpacked, join(at, "srv/parley"), { recursive: true });
  writeFileSync(join(at, "srv/parley/package.json"), JSON.stringify({ version: BEFORE, commit: "", type: "module" }));
  writeFileSync(join(at, "srv/parley/parley.toml"), "");
  cpSync(join(clone, "dist/release", ARCHIVE), join(at, "srv", ARCHIVE));
  cpSync(join(folder, "data"), join(at, "var/lib/parley"), { recursive: true });
  expect(await run(blocks.get("update archive"))).toEqual(["systemctl stop parley", "systemctl start parley"]);
  expect([version(), existsSync(join(at, "srv/parley/parley.toml"))]).toEqual([VERSION, true]);
  expect(await run(blocks.get("back archive"))).toEqual(["systemctl stop parley", "systemctl start parley"]);
  expect(version()).toBe(BEFORE);
  expect(await run(blocks.get("restore archive"))).toEqual(["systemctl stop parley", "systemctl start parley"]);
  expect(readdirSync(join(at, "var/lib")).sort()).toEqual(["parley", "parley-newer"]);
  expect(existsSync(join(at, "var/lib/parley/d1"))).toBe(true);
});

test("following docs/updating.md updates a checkout, and reverts it", async () => {
  const { at, run } = await updated();
  git("tag", `v${BEFORE}`, `v${VERSION}~1`);
  git("remote", "add", "origin", clone);
  const place = join(at, "srv/parley");
  rmSync(place, { recursive: true, force: true });
  symlinkSync(clone, place);
  expect(await run(blocks.get("update checkout"))).toEqual(["systemctl restart parley"]);
  expect(git("describe", "--tags")).toBe(`v${VERSION}`);
  expect(await run(blocks.get("back checkout"))).toEqual(["systemctl restart parley"]);
  expect(git("describe", "--tags")).toBe(`v${BEFORE}`);
  expect(await run(blocks.get("update cloudflare"), clone)).toEqual(["npm run deploy"]);
  expect(git("describe", "--tags")).toBe(`v${VERSION}`);
  expect(await run(blocks.get("back cloudflare"), clone)).toEqual(["npx wrangler rollback"]);
  // Those for containers are in compose.test.ts.
  expect(blocks.size).toBe(9);
});

test("the release workflow tests a tag, builds archives, and publishes them with the changelog", async () => {
  const { run } = await updated();
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const workflow = readFileSync(join(root, ".github/workflows/release.yml"), "utf8");
  const lines = [...workflow.matchAll(/^ +- run: (.*)$/gm)].map(([, line = ""]) => line);
  // The tests are already running, and the archive already exists.
  const done = /^npm (?:run )?(test|check|archive)(?: -- --deb)?$/;
  expect(lines.flatMap((line) => scripts[done.exec(line)?.[1] ?? ""] ?? [])).toHaveLength(3);
  const env = {
    GITHUB_REF_NAME: `v${VERSION}`,
    GITHUB_REPOSITORY: "owner/parley",
    GITHUB_ACTOR: "ada",
    GH_TOKEN: "token",
  };
  const calls: string[] = [];
  for (const line of lines.filter((one) => !done.test(one))) calls.push(...(await run(line, clone, env)));
  expect(calls).toEqual([
    expect.stringMatching(`^gh release create v${VERSION} .*dist/release/SHA256SUMS dist/release/parley-.*tgz`),
    "docker login ghcr.io --username ada --password-stdin",
    expect.stringMatching(
      `--build-arg COMMIT=${commit} --label org.opencontainers.image.version=${VERSION} --tag ghcr.io/owner/parley:${VERSION} \\.$`,
    ),
  ]);
  expect(readFileSync(join(clone, "dist/notes.md"), "utf8")).toMatch(
    /^\n### Before you update\n[\s\S]*### Operators\n/,
  );
});

test("the list of components names every package in the archive and the bundles, with its license", () => {
  const { components } = JSON.parse(readFileSync(join(unpacked, "parts.cdx.json"), "utf8"));
  const named = new Set(components.map(({ name }: { name: string }) => name));
  const listed = components.map((one: { name: string; version: string }) => `${one.name} ${one.version}`);
  const packages = readdirSync(join(unpacked, "node_modules"), { recursive: true, encoding: "utf8" })
    .filter((path) => /(^|node_modules\/)(@[^/]+\/)?[^@/.][^/]*\/package\.json$/.test(path))
    .map((path) => JSON.parse(readFileSync(join(unpacked, "node_modules", path), "utf8")))
    .map(({ name, version }) => `${name} ${version}`);
  expect(packages.length).toBeGreaterThan(20);
  expect(packages.filter((one) => !listed.includes(one))).toEqual([]);
  for (const name of ["preact", "markdown-it", "itty-router", "katex", "miniflare", "workerd", "sharp"])
    expect(named.has(name), name).toBe(true);
  for (const name of ["typescript", "rolldown", "lightningcss", "esbuild", "wrangler", "vitest"]) {
    expect(named.has(name), name).toBe(false);
    expect(existsSync(join(unpacked, "node_modules", name)), name).toBe(false);
  }
  expect(
    components.filter((one: object) => !/"licenses":\[\{"(license|expression)":/.test(JSON.stringify(one))),
  ).toEqual([]);
  expect(JSON.stringify(components)).not.toContain("NOASSERTION");
});

test("the Dockerfile builds a small server that runs, is healthy, and stops on request", async () => {
  const place = join(freshData(), "image");
  const { copied, runs, begin, check } = readDockerfile();
  // The first stage gets everything the archive is made of, and builds it. Here it is built already.
  for (const path of [...AS_IT_IS, "src", "scripts", "package.json", "package-lock.json"])
    expect(
      copied.some((one) => path === one || path.startsWith(`${one}/`)),
      path,
    ).toBe(true);
  const allowed = readFileSync(join(root, ".dockerignore"), "utf8").split("\n");
  for (const path of copied) expect(allowed).toContain(`!${path}`);
  expect(runs.join("\n")).toMatch(/node scripts\/ensure\.mjs program[\s\S]*node scripts\/archive\.mjs \/archive/);
  cpSync(unpacked, join(place, "srv/parley"), { recursive: true });
  const warming = runs.filter((one) => one.includes("parley.mjs"));
  for (const one of warming)
    expect(spawnSync("sh", ["-c", one.replaceAll("/srv/parley", join(place, "srv/parley"))]).status).toBe(0);
  expect(warming).toHaveLength(2);

  const data = freshData();
  const as = (words: readonly string[], port: string) =>
    words.map((word) => (word === "/data" ? data : word === "9991" ? port : word === "node" ? process.execPath : word));
  const options = { cwd: join(place, "srv/parley"), env: {} };
  const [program = "", ...args] = as(begin, "0");
  const server = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void server.kill("SIGKILL"));
  let said = "";
  for (const output of [server.stdout, server.stderr]) output.setEncoding("utf8").on("data", (text) => (said += text));
  const port = await until("the server runs", () => said.includes("Ctrl-C") && /0\.0\.0\.0 port (\d+)/.exec(said)?.[1]);
  const isHealthy = () => {
    const [tool = "", ...words] = as(check, String(port));
    return spawnSync(tool, words, options).status === 0;
  };
  expect(isHealthy()).toBe(true);
  server.kill("SIGTERM");
  await until("it has ended", () => server.exitCode === 0);
  expect(isHealthy()).toBe(false);
});

/** What the Dockerfile copies from the folder, runs in its first stage, and starts in its last. */
function readDockerfile() {
  const text = readFileSync(join(root, "Dockerfile"), "utf8").replace(/\\\n\s*/g, "");
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const rest = (instruction: string) =>
    lines.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1).trim());
  const known = "FROM WORKDIR COPY ARG RUN USER VOLUME EXPOSE HEALTHCHECK ENTRYPOINT".split(" ");
  expect(lines.map((line) => line.split(" ")[0]).filter((word) => !known.includes(word ?? ""))).toEqual([]);
  return {
    copied: rest("COPY")
      .filter((line) => !line.startsWith("--from"))
      .flatMap((line) => line.split(" ").slice(0, -1)),
    runs: rest("RUN"),
    begin: JSON.parse(rest("ENTRYPOINT")[0] ?? "[]") as string[],
    check: JSON.parse(/CMD (\[.*\])$/.exec(rest("HEALTHCHECK")[0] ?? "")?.[1] ?? "[]") as string[],
  };
}
