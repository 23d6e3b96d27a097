import { createHash } from "node:crypto";
import { fileTable } from "./file-table.mjs";
import { licensesFile } from "./licenses.mjs";
import { bundleConverter, bundlePasswordStrength, bundleProgram, bundleTheme, bundleVersioned } from "./programs.mjs";
import { shellPage } from "./shell-page.mjs";
import { manifest, soundFiles, staticFiles } from "./static-files.mjs";

/** @typedef {import("./file-table.mjs").BuiltFile} BuiltFile */

/**
 * All files of the web client as they are served, and the version that they make together.
 *
 * @param {string} root
 * @param {{ reloads?: boolean }} [options] whether the page is loaded again when another build is served (npm run dev)
 */
export async function buildWebClient(root, { reloads = false } = {}) {
  const { hashed: statics, icons } = staticFiles(root);
  const licenses = licensesFile(root);
  const converter = await bundleConverter(root);
  const [program, theme] = await Promise.all([
    bundleProgram(root, { licenses: licenses.path, converter: converter.path }),
    bundleTheme(root),
  ]);
  const hashed = [...program.files, theme, converter, licenses, ...statics];
  const open = [
    shellPage(root, { ...program, theme: theme.path, icons, reloads }),
    manifest(icons),
    ...soundFiles(root),
    await bundlePasswordStrength(root),
  ];
  const version = versionOf([...hashed, ...open]);
  /** @param {Omit<Parameters<typeof bundleVersioned>[1], "version">} program */
  const versioned = (program) => bundleVersioned(root, { ...program, version });
  // Formulas are rare, and their fonts larger than all else; an organization moves in once, by one of its owners.
  const isKept = (/** @type {string} */ path) => /\.(js|css|svg)$/.test(path) && !/\/(converter|moving)[.-]/.test(path);
  const kept = ["/", ...hashed.map(({ path }) => path).filter(isKept)];
  const programs = reloads
    ? [
        { entry: "src/web/sw-off.ts", path: "/sw.js" },
        { entry: "src/web/reload.ts", path: "/reload.js" },
      ]
    : [{ entry: "src/web/sw.ts", path: "/sw.js", files: kept }];
  return { version, files: fileTable([...open, ...(await Promise.all(programs.map(versioned))), ...hashed]) };
}

/** @param {readonly BuiltFile[]} files */
function versionOf(files) {
  const hash = createHash("sha256");
  for (const { path, bytes } of files) hash.update(path).update("\0").update(bytes).update("\0");
  return hash.digest("hex").slice(0, 16);
}
