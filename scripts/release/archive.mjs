// Makes a release archive of the current state: the program as JavaScript, the Worker with the web client in it, and
// the packages it runs with, for one system. Nothing in it needs to be built or installed.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "rolldown";
import { programVersion } from "../../src/cli/os/program-version.ts";
import { embedClient } from "../../src/cli/server-bundle/embed-client.ts";
import { bundleAnew } from "../../src/cli/server-bundle/server-bundle.ts";
import { slim } from "../slim.mjs";
import { hasPackage, makePackage } from "./debian.mjs";
import { closureOf, listOfParts, versionsOf } from "./parts.mjs";

/** Files copied unchanged. */
export const AS_IT_IS = [
  "LICENSE",
  "README.md",
  "docs",
  "deploy",
  "migrations",
  "wrangler.toml",
  "parley.example.toml",
  "src/outbound-http/private-ranges.json",
  "src/cli/demo/texts",
];
/** The oldest Node with everything the program needs: zstd, and SQLite without an option. */
const NODE = ">=22.15";

export const OWN_SYSTEM = `${process.platform}-${process.arch}`;
export const SYSTEMS = ["linux-x64", "linux-arm64", "darwin-arm64", "darwin-x64"];

/**
 * Makes the archive, the list of its parts, and a Debian package if requested.
 *
 * @param {string} root
 * @param {string} target the folder to write them to
 * @param {string} system such as linux-x64. Packages for a system other than this one come from the registry
 * @returns {Promise<string[]>} the names of the files
 */
export async function makeArchive(root, target, system = OWN_SYSTEM, { deb = false } = {}) {
  const { version, commit } = programVersion(root);
  const name = `parley-${version}-${system}`;
  const stage = join(target, "stage");
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });

  for (const path of AS_IT_IS) cpSync(join(root, path), join(stage, path), { recursive: true });
  const used = await writeProgram(root, stage);
  writeFileSync(
    join(stage, "worker.mjs"),
    await bundleAnew(root, "src/worker.ts", [embedClient(root, { reloads: false })]),
  );

  const installed = system === OWN_SYSTEM ? root : installFor(root, system);
  const packages = closureOf(installed, [...used, "miniflare", "workerd"]);
  for (const path of packages) cpSync(join(installed, path), join(stage, path), { recursive: true });
  slim(join(stage, "node_modules"));

  const { description, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const bundled = Object.fromEntries(versionsOf(root, packages));
  const manifest = {
    name: "parley",
    version,
    commit,
    description,
    license,
    type: "module",
    bin: { parley: "scripts/parley.mjs" },
    scripts: { start: "exec node scripts/parley.mjs start" },
    engines: { node: NODE },
    os: [osOf(system)],
    cpu: [cpuOf(system)],
    dependencies: bundled,
    bundleDependencies: Object.keys(bundled),
  };
  writeFileSync(join(stage, "package.json"), JSON.stringify(manifest, null, 2));
  const parts = `${name}.cdx.json`;
  const list = JSON.stringify(listOfParts(root, packages, { version, commit, system }), null, 1);
  for (const file of [join(stage, "parts.cdx.json"), join(target, parts)]) writeFileSync(file, list);

  const [packed] = JSON.parse(
    execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", target], {
      cwd: stage,
      encoding: "utf8",
      maxBuffer: 1e9,
      stdio: ["ignore", "pipe", "ignore"],
    }),
  );
  const archive = `${name}.tgz`;
  cpSync(join(target, packed.filename), join(target, archive));
  rmSync(join(target, packed.filename));
  const node = join(installed, `node_modules/node-${system}`);
  const debs = deb && hasPackage(system) ? [makePackage(root, { stage, target, node, version, system })] : [];
  rmSync(stage, { recursive: true, force: true });
  if (installed !== root) rmSync(installed, { recursive: true });
  return [archive, parts, ...debs];
}

/** @param {string} system */
const osOf = (system) => system.slice(0, system.indexOf("-"));
/** @param {string} system */
const cpuOf = (system) => system.slice(system.indexOf("-") + 1);

/** Installs the locked packages as another system would. @param {string} root @param {string} system */
function installFor(root, system) {
  const place = mkdtempSync(join(tmpdir(), "parley-packages-"));
  for (const file of ["package.json", "package-lock.json", ".npmrc"]) cpSync(join(root, file), join(place, file));
  const which = [
    `--os=${osOf(system)}`,
    `--cpu=${cpuOf(system)}`,
    ...(osOf(system) === "linux" ? ["--libc=glibc"] : []),
  ];
  const args = ["ci", "--ignore-scripts", "--omit=dev", "--loglevel=error", ...which];
  execFileSync("npm", args, { cwd: place, stdio: ["ignore", "ignore", "inherit"] });
  return place;
}

/**
 * Writes the commands as JavaScript, one file per source at the same path.
 *
 * @param {string} root
 * @param {string} stage
 * @returns {Promise<string[]>} the packages that they import
 */
async function writeProgram(root, stage) {
  const { output } = await build({
    cwd: root,
    input: ["scripts/parley-built.mjs", "src/cli/workerd/miniflare-process.ts"],
    write: false,
    platform: "node",
    tsconfig: false,
    external: (id) => !/^[./\0]/.test(id),
    plugins: [
      {
        name: "release",
        resolveId: {
          filter: { id: /\/(server-bundle\/server-bundle|import\/run-sources|deploy\/command)\.ts$/ },
          // A release doesn't contain what builds and deploys the program, and needs no preparation to run: the
          // `bundle` of import("../../src/cli/server-bundle/built.ts") reads the built files.
          handler: (id) => (id.endsWith("bundle.ts") ? join(root, "src/cli/server-bundle/built.ts") : "\0nothing"),
        },
      },
      {
        name: "nothing",
        load: { filter: { id: /^\0nothing$/ }, handler: () => ({ code: "export {};", moduleType: "js" }) },
      },
    ],
    moduleTypes: { ".txt": "text" },
    output: {
      format: "esm",
      preserveModules: true,
      preserveModulesRoot: root,
      entryFileNames: "[name].mjs",
      chunkFileNames: "[name].mjs",
      comments: false,
    },
  });
  const used = new Set();
  for (const chunk of output) {
    if (chunk.type !== "chunk") continue;
    for (const id of [...chunk.imports, ...chunk.dynamicImports])
      if (/^(@[\w-]+\/)?[\w-]+/.test(id) && !/^node:|\.mjs$/.test(id))
        used.add(/^(@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id);
    const isProgram = chunk.facadeModuleId === join(root, "scripts/parley-built.mjs");
    const file = join(stage, isProgram ? "scripts/parley.mjs" : chunk.fileName);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, chunk.code, { mode: isProgram ? 0o755 : 0o644 });
  }
  return [...used];
}
