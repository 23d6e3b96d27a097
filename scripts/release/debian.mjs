// Makes a Debian package from an archive's tree, with a Node of its own. Written without dpkg-deb, so that a release
// can be made on any system: a package is two tar archives in an ar archive.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { strip } from "../slim.mjs";

/** Debian's names of architectures. @type {Readonly<Record<string, string>>} */
const ARCHITECTURES = { "linux-x64": "amd64", "linux-arm64": "arm64" };
const SCRIPTS = ["postinst", "prerm", "postrm"];
const own = fileURLToPath(new URL("debian", import.meta.url));
const conffile = "etc/parley/parley.toml";

/** @param {string} system such as linux-x64 */
export const hasPackage = (system) => system in ARCHITECTURES;

/**
 * @param {string} root
 * @param {{ stage: string, target: string, node: string, version: string, system: string }} made the tree of an
 *   archive, which is moved into the package; the folder that gets the package; npm's package of the system's Node
 * @returns the name of the file
 */
export function makePackage(root, { stage, target, node, version, system }) {
  const place = join(target, "package");
  rmSync(place, { recursive: true, force: true });
  const [tree, control] = [join(place, "tree"), join(place, "control")];
  const [program, papers] = [join(tree, "usr/lib/parley"), join(tree, "usr/share/doc/parley")];
  for (const folder of [dirname(program), papers, control]) mkdirSync(folder, { recursive: true });
  renameSync(stage, program);
  /** @param {string} path @param {string | Buffer} content */
  const write = (path, content) => {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), content);
  };

  cpSync(join(node, "bin/node"), join(program, "bin/node"));
  strip(join(program, "bin/node"));
  write("usr/bin/parley", WRAPPER);

  const release = releaseOf(root, version);
  const copyright = copyrightOf(program);
  const help = execFileSync(process.execPath, [join(program, "scripts/parley.mjs"), "--help"], { encoding: "utf8" });
  const settings = readFileSync(join(program, "parley.example.toml"), "utf8");
  write(conffile, settingsOf(settings));
  for (const unit of readdirSync(join(program, "deploy")).filter((name) => /\.(service|timer)$/.test(name))) {
    write(`usr/lib/systemd/system/${unit}`, unitOf(readFileSync(join(program, "deploy", unit), "utf8")));
    rmSync(join(program, "deploy", unit));
  }
  write("usr/lib/sysusers.d/parley.conf", 'u parley - "Parley, a team chat server" /var/lib/parley\n');
  write("usr/share/man/man8/parley.8.gz", gzip(manualOf(help, release)));
  write("usr/share/lintian/overrides/parley", readFileSync(join(own, "lintian-overrides")));
  for (const name of ["docs", "README.md", "parts.cdx.json"]) renameSync(join(program, name), join(papers, name));
  renameSync(join(program, "deploy"), join(papers, "examples"));
  for (const name of ["LICENSE", "parley.example.toml"]) rmSync(join(program, name));
  write("usr/share/doc/parley/copyright", copyright);
  write("usr/share/doc/parley/node-license.gz", gzip(readFileSync(join(node, "LICENSE"))));
  write("usr/share/doc/parley/changelog.gz", gzip(changelogOf(release)));

  const files = readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const size = files.reduce((sum, file) => sum + Math.ceil(statSync(file).size / 1024), 0);
  const sums = files.map((file) => {
    const content = readFileSync(file);
    chmodSync(file, isProgram(content, file.slice(tree.length)) ? 0o755 : 0o644);
    return `${md5(content)}  ${file.slice(tree.length + 1)}\n`;
  });
  writeFileSync(join(control, "md5sums"), sums.filter((line) => !line.endsWith(`  ${conffile}\n`)).join(""));
  writeFileSync(join(control, "conffiles"), `/${conffile}\n`);
  const architecture = ARCHITECTURES[system];
  writeFileSync(join(control, "control"), controlOf(release, architecture, size));
  for (const name of SCRIPTS) writeFileSync(join(control, name), readFileSync(join(own, name)), { mode: 0o755 });

  const file = `parley_${release.version}_${architecture}.deb`;
  const members = /** @type {const} */ ([
    ["debian-binary", Buffer.from("2.0\n")],
    ["control.tar.gz", tar(control, release.seconds)],
    ["data.tar.gz", tar(tree, release.seconds)],
  ]);
  const blocks = members.flatMap(([name, content]) => arMember(name, content, release.seconds));
  writeFileSync(join(target, file), Buffer.concat([Buffer.from("!<arch>\n"), ...blocks]));
  rmSync(place, { recursive: true });
  return file;
}

// Without this, root's commands would leave compiled code in a folder that belongs to dpkg.
const WRAPPER = `#!/bin/sh
NODE_DISABLE_COMPILE_CACHE=1 exec /usr/lib/parley/bin/node /usr/lib/parley/scripts/parley.mjs "$@"
`;

/** @typedef {{ version: string, seconds: string, date: string, maintainer: string }} Release */

/** @param {string} root @param {string} version @returns {Release} */
function releaseOf(root, version) {
  const args = ["log", "-1", "--format=%ct%n%cD%n%an <%ae>"];
  const [seconds = "", date = "", maintainer = ""] = execFileSync("git", args, { cwd: root, encoding: "utf8" }).split(
    "\n",
  );
  // Debian sorts 1.1.0~dev before 1.1.0, and interprets the part after a hyphen as Debian's own revision.
  return { version: version.replaceAll("-", "~"), seconds, date, maintainer };
}

/** Returns the settings file that a server starts with, until someone edits it. @param {string} example */
export function settingsOf(example) {
  const [, list = ""] = /^(## [\s\S]*)$/m.exec(example) ?? [];
  const text = list
    .replaceAll("  # npm start only", "")
    .replace(/^# found_in_browser = false.*$/m, "found_in_browser = true");
  if (!text.includes("\nfound_in_browser = true\n")) throw new Error("parley.example.toml has no found_in_browser");
  return `# Parley's settings, with their defaults: remove the # from the lines you change, then systemctl reload parley, or
# restart for what it names. Only the user parley and root can read this file, so it can have secrets.

${text}`;
}

/** Converts a systemd unit for an unpacked archive to one for the package. @param {string} unit */
export function unitOf(unit) {
  const text = unit
    .replace(/^#[\s\S]*?(?=^\[Unit\])/m, "")
    .replaceAll("/usr/bin/env node scripts/parley.mjs", "/usr/bin/parley")
    .replace(/^WorkingDirectory=.*\n/m, "Environment=PARLEY_CONFIG=/etc/parley/parley.toml\n")
    .replace("/srv/parley/parley.toml", "/etc/parley/parley.toml")
    .replace(/^(# The user of .*\n)?DynamicUser=yes\n(User=parley\n)?/m, "User=parley\nRemoveIPC=yes\n");
  if (/\/srv\/|DynamicUser|node /.test(text)) throw new Error(`a unit has paths that the package doesn't:\n${text}`);
  return text;
}

/** @param {string} help @param {Release} release */
function manualOf(help, { version, date }) {
  const day = new Date(date).toISOString().slice(0, 10);
  const escaped = help
    .replaceAll("\\", "\\e")
    .replace(/^(?=[.'])/gm, "\\&")
    .replaceAll("-", "\\-");
  return `.TH PARLEY 8 ${day} "Parley ${version}"
.SH NAME
parley \\- a team chat server, with its operator's tools
.SH SYNOPSIS
.B parley
.I COMMAND
[options]
.SH DESCRIPTION
.nf
${escaped.replace(/^.*\n\n.*\n\n/, "")}.fi
.SH FILES
.I /etc/parley/parley.toml
has the settings,
.I /var/lib/parley
the data.
.SH SEE ALSO
.I /usr/share/doc/parley/docs
`;
}

/** @param {string} program */
function copyrightOf(program) {
  const { components } = JSON.parse(readFileSync(join(program, "parts.cdx.json"), "utf8"));
  const parts = components.map((/** @type {any} */ { name, version, licenses }) => {
    const [one] = licenses;
    return `${name} ${version ?? ""} (${one.expression ?? one.license.id ?? one.license.name})`.replace(/ {2,}/, " ");
  });
  return `Parley

${readFileSync(join(program, "LICENSE"), "utf8")}
It contains Node.js (/usr/share/doc/parley/node-license.gz) and these libraries. Those in
/usr/lib/parley/node_modules have their licenses beside them, the page "About" of the web client shows those of the
others, and /usr/share/common-licenses/LGPL-3 is that of libvips.

${[...new Set(parts)].map((part) => `- ${part}`).join("\n")}
`;
}

/** @param {Release} release */
const changelogOf = ({ version, date, maintainer }) => `parley (${version}) stable; urgency=medium

  * /usr/share/doc/parley/docs/changelog.md has what changed.

 -- ${maintainer}  ${date.replace(/, (\d) /, ", 0$1 ")}
`;

/** @param {Release} release @param {string | undefined} architecture @param {number} size in KiB */
const controlOf = ({ version, maintainer }, architecture, size) => `Package: parley
Version: ${version}
Architecture: ${architecture}
Maintainer: ${maintainer}
Installed-Size: ${size}
Depends: ca-certificates, libatomic1, libc6 (>= 2.35), libstdc++6 (>= 12), systemd
Suggests: caddy | nginx
Section: net
Priority: optional
Description: team chat server that Zulip's clients connect to
 Channels with topics, direct messages, calls and files, with a web client of
 its own. It speaks the protocol of Zulip, so that Zulip's apps, bots and
 libraries connect to it unchanged.
 .
 The server listens on 127.0.0.1:9991, behind a proxy that speaks TLS.
`;

/**
 * Returns a compressed tar archive of a folder, in which root owns everything.
 *
 * @param {string} folder
 * @param {string} seconds
 */
function tar(folder, seconds) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => ({ path: join(entry.parentPath, entry.name), isFolder: entry.isDirectory() }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const blocks = entries.flatMap(({ path, isFolder }) => {
    const name = `.${path.slice(folder.length)}${isFolder ? "/" : ""}`;
    const content = isFolder ? Buffer.alloc(0) : readFileSync(path);
    const mode = isFolder || statSync(path).mode & 0o100 ? 0o755 : 0o644;
    return [tarHead(name, mode, content.length, seconds), content, Buffer.alloc(-content.length & 511)];
  });
  return gzip(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

/** @param {string} name @param {number} mode @param {number} size @param {string} seconds */
function tarHead(name, mode, size, seconds) {
  const head = Buffer.alloc(512);
  // A long name is divided between two fields.
  const cut = name.length <= 100 ? -1 : name.indexOf("/", name.length - 101);
  if (name.length - cut > 101 || cut > 155) throw new Error(`the name is too long for a package: ${name}`);
  /** @param {number} value @param {number} digits */
  const octal = (value, digits) => value.toString(8).padStart(digits, "0");
  head.write(name.slice(cut + 1), 0);
  for (const [at, value] of /** @type {const} */ ([
    [100, mode],
    [108, 0],
    [116, 0],
  ]))
    head.write(octal(value, 7), at);
  for (const [at, value] of /** @type {const} */ ([
    [124, size],
    [136, Number(seconds)],
  ]))
    head.write(octal(value, 11), at);
  head.write(`        ${name.endsWith("/") ? "5" : "0"}`, 148);
  head.write("ustar\x0000root", 257);
  head.write("root", 297);
  if (cut > 0) head.write(name.slice(0, cut), 345);
  head.write(
    `${octal(
      head.reduce((sum, byte) => sum + byte, 0),
      6,
    )}\0`,
    148,
  );
  return head;
}

/** @param {string} name @param {Buffer} content @param {string} seconds */
function arMember(name, content, seconds) {
  const fields = /** @type {const} */ ([
    [name, 16],
    [seconds, 12],
    ["0", 6],
    ["0", 6],
    ["100644", 8],
    [content.length, 10],
  ]);
  const head = fields.map(([value, width]) => String(value).padEnd(width)).join("");
  return [Buffer.from(`${head}\`\n`), content, Buffer.alloc(content.length % 2, "\n")];
}

/**
 * Whether a file is executable in the package. The scripts of npm packages' own commands aren't.
 *
 * @param {Buffer} content
 * @param {string} path
 */
const isProgram = (content, path) =>
  path === "/usr/bin/parley" || (content.toString("latin1", 1, 4) === "ELF" && /\/bin\/\w+$/.test(path));
/** @param {string | Buffer} content */
const gzip = (content) => gzipSync(content, { level: 9 });
/** @param {Buffer} content */
const md5 = (content) => createHash("md5").update(content).digest("hex");
