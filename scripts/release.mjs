// Makes a release: npm run release -- 1.1.0 [--image NAME] [--system linux-x64]... It needs a clean tree, and a section
// "Before you update" in docs/changelog.md, written by hand. It writes the version, freezes a data directory for the
// tests of later versions, commits, makes the archives, sets the tag, and begins the next version (1.1.0-dev). If a
// step fails, everything is restored. Nothing is uploaded: pushing the tag does that (.github/workflows/release.yml).
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Failure } from "../src/cli/os/failure.ts";
import { programVersion } from "../src/cli/os/program-version.ts";
import { callForms } from "../test/rpc/call-forms.ts";
import { importBundled } from "./import-bundled.mjs";
import { SYSTEMS } from "./release/archive.mjs";
import { isLater, lastReleased, nextVersion, released } from "./release/changelog.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
/** @param {string[]} args */
const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
/** @param {string} path */
const read = (path) => readFileSync(join(root, path), "utf8");
/** @param {string} path @param {string} text */
const write = (path, text) => writeFileSync(join(root, path), text);
/** @param {string[]} args */
const node = (...args) => execFileSync(process.execPath, args, { cwd: root, stdio: "inherit" });

const options = /** @type {const} */ ({
  image: { type: "string" },
  system: { type: "string", multiple: true },
});

try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [version = ""] = positionals;
  const changelog = check(version);
  const before = git("rev-parse", "HEAD");
  const frozen = `test/process/frozen/${version}`;
  try {
    write("docs/changelog.md", changelog.text);
    writeVersion(version);
    await writeForms(version);
    node("test/process/frozen/make.ts", version);
    git("add", "--all");
    git("commit", "--quiet", "--message", `Release ${version}`);
    rmSync(join(root, "dist/release"), { recursive: true, force: true });
    node("scripts/archive.mjs", "--deb", ...(values.system ?? SYSTEMS).flatMap((system) => ["--system", system]));
    git("tag", "--annotate", `v${version}`, "--message", `Parley ${version}`);
    if (values.image !== undefined) makeImage(`${values.image}:${version}`);
    writeVersion(nextVersion(version));
    git("commit", "--quiet", "--all", "--message", `Begin ${nextVersion(version)}`);
  } catch (error) {
    if (git("tag", "--list", `v${version}`) !== "") git("tag", "--delete", `v${version}`);
    git("reset", "--quiet", "--hard", before);
    for (const ending of [".tar.gz", ".json.gz"]) rmSync(join(root, frozen + ending), { force: true });
    throw error;
  }
  console.log(`v${version} is committed and tagged, and dist/release has what is published.`);
  const branch = git("rev-parse", "--abbrev-ref", "HEAD");
  console.log(`To publish it, as someone who can push: git push --atomic origin ${branch} v${version}
Then .github/workflows/release.yml tests the tag, makes the archives again, attests where they come from, and publishes them.
To take it back before: git tag --delete v${version} && git reset --hard ${before}`);
} catch (error) {
  console.error(`release: ${/** @type {Error} */ (error).message}`);
  process.exitCode = 1;
}

/** Checks the preconditions. Returns the changelog with the new version. @param {string} version */
function check(version) {
  const last = lastReleased(read("docs/changelog.md")) ?? "0.0.0";
  if (!isLater(version, last))
    throw new Failure(`"${version}" isn't a version after ${last}: npm run release -- 1.2.3`);
  if (version.endsWith("-dev")) throw new Failure(`"${version}" is what is built between releases`);
  const changed = git("status", "--porcelain");
  if (changed !== "") throw new Failure(`commit or undo these first:\n${changed}`);
  if (git("tag", "--list", `v${version}`) !== "") throw new Failure(`there is a tag v${version}`);
  const changelog = released(read("docs/changelog.md"), version, new Date().toISOString().slice(0, 10));
  if ("refused" in changelog) throw new Failure(changelog.refused);
  return changelog;
}

/** @param {string} version */
function writeVersion(version) {
  for (const path of ["package.json", "package-lock.json"]) {
    const manifest = JSON.parse(read(path));
    manifest.version = version;
    if (manifest.packages) manifest.packages[""].version = version;
    write(path, `${JSON.stringify(manifest, null, 2)}\n`);
  }
  const constant = "src/protocol/version.ts";
  write(constant, read(constant).replace(/(PARLEY_VERSION = describeVersion\(")[^"]+/, `$1${version}`));
}

/** @param {string} version */
async function writeForms(version) {
  // During a deploy, objects of the next version serve Workers of this one.
  const { features } = await importBundled(root, "src/features.ts");
  const { PROTOCOL: protocol } = await importBundled(root, "src/rpc/realm-call.ts");
  const forms = { version, protocol, forms: callForms(features) };
  write("test/rpc/released-forms.json", `${JSON.stringify(forms, null, 2)}\n`);
}

/** @param {string} name */
function makeImage(name) {
  const { version, commit } = programVersion(root);
  const label = `org.opencontainers.image.version=${version}`;
  const args = ["build", "--tag", name, "--build-arg", `COMMIT=${commit}`, "--label", label, "."];
  const made = spawnSync("docker", args, {
    cwd: root,
    stdio: "inherit",
  });
  if (made.status !== 0) throw new Failure(`the image ${name} could not be made`);
  console.log(`The image is ${name}.`);
}
