import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makePackage } from "../../scripts/release/debian.mjs";
import { root } from "./support/launch.ts";
import { freshData } from "./support/server.ts";

const hasTools = spawnSync("dpkg-deb", ["--version"]).status === 0;

/** Makes a package from a minimal archive tree, and unpacks it. */
function packed() {
  const at = freshData();
  const [stage, node, target, tree] = [join(at, "stage"), join(at, "node"), join(at, "target"), join(at, "tree")];
  const long = `node_modules/${"a-package-with-a-long-name/".repeat(6)}index.js`;
  for (const path of ["scripts", "docs", join(long, "..")]) mkdirSync(join(stage, path), { recursive: true });
  for (const path of ["deploy", "LICENSE", "README.md", "parley.example.toml"])
    cpSync(join(root, path), join(stage, path), { recursive: true });
  writeFileSync(
    join(stage, "scripts/parley.mjs"),
    'console.log("Usage: parley\\n\\nA server.\\n\\n  start  runs it");\n',
  );
  writeFileSync(join(stage, long), "");
  const components = [{ name: "sharp", version: "1.0.0", licenses: [{ license: { id: "Apache-2.0" } }] }];
  writeFileSync(join(stage, "parts.cdx.json"), JSON.stringify({ components }));
  mkdirSync(join(node, "bin"), { recursive: true });
  writeFileSync(join(node, "bin/node"), "\x7fELF", { mode: 0o755 });
  writeFileSync(join(node, "LICENSE"), "Node.js is licensed.");
  const file = join(target, makePackage(root, { stage, target, node, version: "1.2.0-rc.1", system: "linux-arm64" }));
  expect(readdirSync(target)).toEqual(["parley_1.2.0~rc.1_arm64.deb"]);
  execFileSync("dpkg-deb", ["--extract", file, tree]);
  const read = (path: string) => readFileSync(join(tree, path), "utf8");
  const dpkg = (...args: string[]) => execFileSync("dpkg-deb", args, { encoding: "utf8" });
  return { file, tree, long, read, dpkg };
}

test("a Debian package contains the program and its Node, owned by root", ({ skip }) => {
  skip(!hasTools, "dpkg-deb is not installed");
  const { file, tree, long, read, dpkg } = packed();
  expect(dpkg("--field", file, "Version", "Architecture")).toBe("Version: 1.2.0~rc.1\nArchitecture: arm64\n");
  expect(dpkg("--info", file, "conffiles")).toBe("/etc/parley/parley.toml\n");
  const list = dpkg("--contents", file).trim().split("\n");
  expect(list.filter((line) => !/^(d|-rw|-r.x)\S* root\/root /.test(line))).toEqual([]);
  expect(list.filter((line) => line.startsWith("-rwx")).map((line) => line.replace(/.* /, ""))).toEqual([
    "./usr/bin/parley",
    "./usr/lib/parley/bin/node",
  ]);
  expect(list.join("\n")).toContain(`./usr/lib/parley/${long}`);
  expect(read("usr/bin/parley")).toContain('/usr/lib/parley/bin/node /usr/lib/parley/scripts/parley.mjs "$@"\n');
  const sums = dpkg("--info", file, "md5sums");
  expect(spawnSync("md5sum", ["--check", "--quiet"], { cwd: tree, input: sums }).status).toBe(0);
  expect(read("usr/share/doc/parley/copyright")).toMatch(/MIT License[\s\S]*- sharp 1\.0\.0 \(Apache-2\.0\)\n/);
});

test("a Debian package contains the units of deploy/, adapted to its paths and user", ({ skip }) => {
  skip(!hasTools, "dpkg-deb is not installed");
  const { tree, read } = packed();
  const units = readdirSync(join(root, "deploy")).filter((name) => /\.(service|timer)$/.test(name));
  expect(readdirSync(join(tree, "usr/lib/systemd/system"))).toEqual(units);
  for (const unit of units) {
    const now = read(`usr/lib/systemd/system/${unit}`).split("\n");
    const before = readFileSync(join(root, "deploy", unit), "utf8").split("\n");
    const gone = before.filter((line) => !line.startsWith("#") && !now.includes(line));
    expect(gone.filter((line) => !/^(WorkingDirectory|Exec\w+|DynamicUser)=/.test(line))).toEqual([]);
    if (unit.endsWith(".service")) expect(now.filter((line) => line.startsWith("User="))).toEqual(["User=parley"]);
  }
  expect(read("usr/lib/systemd/system/parley.service")).toMatch(
    /^\[Unit\][\s\S]*\nEnvironment=PARLEY_CONFIG=\/etc\/parley\/parley.toml\n[\s\S]*\nExecStart=\/usr\/bin\/parley start --data \/var\/lib\/parley\n/,
  );
  expect(read("usr/lib/sysusers.d/parley.conf")).toMatch(/^u parley - /);
});

test("the settings of a Debian package let the organization be created in a browser, and are otherwise the defaults", ({
  skip,
}) => {
  skip(!hasTools, "dpkg-deb is not installed");
  const lines = packed().read("etc/parley/parley.toml").split("\n");
  expect(lines.filter((line) => line !== "" && !line.startsWith("#"))).toEqual(["found_in_browser = true"]);
  expect(lines).toContain('# root_domain = "localhost"');
});

/** Runs a maintainer script with tools that only record their calls. */
function calls(script: string, ...args: string[]): string[] {
  const at = freshData();
  for (const tool of "systemd-sysusers chown chmod rm deb-systemd-helper deb-systemd-invoke systemctl".split(" "))
    writeFileSync(join(at, tool), `#!/bin/sh\necho ${tool} "$@" >> ${at}/calls\n`, { mode: 0o755 });
  writeFileSync(join(at, "calls"), "");
  const env = { PATH: at };
  const file = join(root, "scripts/release/debian", script);
  const { status, stderr } = spawnSync("/bin/sh", [file, ...args], { env, encoding: "utf8" });
  expect(status, stderr).toBe(0);
  // These calls are made only on machines that run systemd.
  const said = readFileSync(join(at, "calls"), "utf8").trim().split("\n");
  return said.filter((call) => !/^(deb-systemd-invoke|systemctl) /.test(call));
}

test("installing a Debian package creates the user; only the first installation sets the settings file's permissions", () => {
  const settings = ["chown parley: /etc/parley/parley.toml", "chmod 600 /etc/parley/parley.toml"];
  const units = ["parley.service", "parley-backup.timer"].flatMap((unit) => [
    `deb-systemd-helper unmask ${unit}`,
    `deb-systemd-helper --quiet was-enabled ${unit}`,
    `deb-systemd-helper enable ${unit}`,
  ]);
  const user = "systemd-sysusers parley.conf";
  expect(calls("postinst", "configure", "")).toEqual([user, ...settings, ...units]);
  expect(calls("postinst", "configure", "1.0.0")).toEqual([user, ...units]);
  expect(calls("postinst", "triggered", "x")).toEqual([""]);
});

test("removing a Debian package keeps the data, purging deletes it, and neither touches backups", () => {
  for (const step of ["remove", "upgrade"]) expect(calls("prerm", step)).toEqual([""]);
  for (const step of ["remove", "upgrade", "abort-install"]) expect(calls("postrm", step)).toEqual([""]);
  expect(calls("postrm", "purge")).toEqual([
    "deb-systemd-helper purge parley.service parley-backup.timer",
    "rm -rf /var/lib/parley",
  ]);
});
