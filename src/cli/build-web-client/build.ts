import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type BuiltFile, fileTable } from "./file-table.ts";
import { hashedFile, licensesFile, readBytes } from "./hashed-file.ts";
import {
  bundleConverter,
  bundleEarly,
  bundleEncryption,
  bundlePasswordStrength,
  bundleProgram,
  bundleVersioned,
} from "./programs.ts";
import { languageOf } from "./translations.ts";

const filesIn = (root: string, folder: string, path: string) =>
  readdirSync(join(root, folder)).map((name) => ({
    path: `${path}/${name}`,
    bytes: readBytes(root, `${folder}/${name}`),
  }));

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
    // Icons in the manifest (src/features/server/web-client/manifest-page.ts).
    ...filesIn(root, "src/web/icons", "/static/icons"),
    // Sounds of `available_notification_sounds`, at the paths where Zulip's web client and desktop app look for them.
    // They are the tones of src/web/parts/sound.ts as files; Parley's own client synthesizes them.
    ...filesIn(root, "src/web/sounds", "/static/audio/notification_sounds"),
    await bundlePasswordStrength(root),
  ];
  const version = versionOf([...hashed, ...open]);
  const versioned = (program: Omit<Parameters<typeof bundleVersioned>[1], "version">) =>
    bundleVersioned(root, { ...program, version });
  // Excludes fonts, which only formulas need, and which are larger than everything else. Excludes the import of an
  // organization, which only one owner needs, once.
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

interface Built {
  readonly early: string;
  readonly script: string;
  readonly style: string | undefined;
  readonly icon: string;
  readonly reloads: boolean;
}

/** Builds the page: src/web/index.html with the names of the built files. */
function shellPage(root: string, { early, script, style, icon, reloads }: Built) {
  const head = [
    `<script src="${early}"></script>`,
    ...(style ? [`<link rel="stylesheet" href="${style}">`] : []),
    `<script type="module" src="${script}"></script>`,
    `<link rel="icon" type="image/svg+xml" href="${icon}">`,
    `<link rel="apple-touch-icon" href="/static/icons/maskable-512.png">`,
    `<link rel="manifest" href="/manifest.webmanifest">`,
    ...(reloads ? [`<script type="module" src="/reload.js"></script>`] : []),
  ];
  const source = readFileSync(join(root, "src/web/index.html"), "utf8");
  const place = "<!-- The build puts the styles and scripts here. -->";
  if (!source.includes(place)) throw new Error("src/web/index.html has no place for its scripts");
  return { path: "/", bytes: new TextEncoder().encode(source.replace(place, head.join("\n"))) };
}
