import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CLIENTS, versionOf } from "./compatibility/clients.mjs";
import { compatibilityPage } from "./compatibility/page.mjs";

// Runs the tests of third-party clients and libraries, and writes the results to compatibility.json and
// docs/compatibility.md.

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "compatibility-"));
const report = join(folder, "report.json");
const files = [...new Set(CLIENTS.flatMap((one) => one.files))];
spawnSync("npx", ["vitest", "run", ...files, "--reporter=dot", "--reporter=json", `--outputFile.json=${report}`], {
  cwd: root,
  stdio: "inherit",
});
/** @type {{ testResults: { name: string, assertionResults: { title: string, fullName: string, status: string }[] }[] }} */
const { testResults } = JSON.parse(readFileSync(report, "utf8"));
rmSync(folder, { recursive: true });

const locked = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
const clients = CLIENTS.map(({ client, how, version, files, titles = /^/, failing: known = [] }) => {
  const results = testResults
    .filter(({ name }) => files.some((file) => name.endsWith(`/${file}`)))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ title }) => titles.test(title));
  const named = (/** @type {string} */ status) =>
    results.filter((one) => one.status === status).map((one) => one.fullName);
  const passed = named("passed");
  const failing = [...named("failed"), ...known];
  const skipped = results.length - passed.length - named("failed").length;
  const counts = { passed: passed.length, failed: failing.length, skipped };
  return { client, version: versionOf(version, locked), how, ...counts, failing };
});
writeFileSync(join(root, "compatibility.json"), `${JSON.stringify(clients, null, 2)}\n`);
writeFileSync(join(root, "docs/compatibility.md"), compatibilityPage(clients));
const empty = clients.filter(({ passed }) => passed === 0).map(({ client }) => client);
if (empty.length > 0) {
  console.error(`No test passed of: ${empty.join(", ")}.`);
  process.exitCode = 1;
}
