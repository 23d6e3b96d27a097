import { createHash } from "node:crypto";
import { type BuiltFile, fileTable } from "./file-table.ts";
import { hashedFile, readBytes } from "./hashed-file.ts";
import { licensesFile } from "./licenses.ts";
import {
  bundleConverter,
  bundleEarly,
  bundleEncryption,
  bundlePasswordStrength,
  bundleProgram,
  bundleVersioned,
} from "./programs.ts";
import { shellPage } from "./shell-page.ts";
import { iconFiles, soundFiles } from "./static-files.ts";
import { languageOf } from "./translations.ts";

/**
 * Builds all files of the web client as served, and the version that identifies them together.
 *
 * @param options whether the page reloads when another build is served (npm run dev)
 */
export async function buildWebClient(root: string, { reloads = false }: { reloads?: boolean } = {}) {
  const icon = hashedFile("icon.svg", readBytes(root, "src/web/icon.svg"));
  const licenses = licensesFile(root);
  const converter = await bundleConverter(root);
  const encryption = await bundleEncryption(root);
  const [program, early] = await Promise.all([
    bundleProgram(root, { licenses: licenses.path, converter: converter.path, encryption: encryption.path }),
    bundleEarly(root),
  ]);
  const hashed = [...program.files, early, converter, encryption, licenses, icon];
  const open = [
    shellPage(root, { ...program, early: early.path, icon: icon.path, reloads }),
    ...iconFiles(root),
    ...soundFiles(root),
    await bundlePasswordStrength(root),
  ];
  const version = versionOf([...hashed, ...open]);
  const versioned = (program: Omit<Parameters<typeof bundleVersioned>[1], "version">) =>
    bundleVersioned(root, { ...program, version });
  // Formulas are rare, and their fonts are larger than everything else. An organization is imported only once, by one
  // owner.
  const isKept = (path: string) => /\.(js|css|svg)$/.test(path) && !/\/(converter|moving)[.-]/.test(path);
  const paths = ["/", ...hashed.map(({ path }) => path).filter(isKept)];
  const { all: kept, ...languages } = Object.groupBy(paths, (path) => languageOf(path) ?? "all");
  const programs = reloads
    ? [
        { entry: "src/web/sw-off.ts", path: "/sw.js" },
        { entry: "src/web/reload.ts", path: "/reload.js" },
      ]
    : [{ entry: "src/web/sw.ts", path: "/sw.js", files: { kept, languages } }];
  return { version, files: fileTable([...open, ...(await Promise.all(programs.map(versioned))), ...hashed]) };
}

function versionOf(files: readonly BuiltFile[]) {
  const hash = createHash("sha256");
  for (const { path, bytes } of files) hash.update(path).update("\0").update(bytes).update("\0");
  return hash.digest("hex").slice(0, 16);
}
