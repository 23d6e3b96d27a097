import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { Failure } from "../server/failure.mjs";
import { joinScripts } from "./join-scripts.mjs";
import { loadsOf } from "./loads.mjs";
import { stylesOf } from "./styles.mjs";

/** @typedef {typeof import("esbuild")} Esbuild */
/** @typedef {import("./build.mjs").BuiltFile} BuiltFile */

/** Stands in the scripts until the style of what is loaded later has its name. */
const LATER_STYLE = "/w/later.STYLE000.css";

/** @type {import("esbuild").BuildOptions} */
const ALIKE = {
  bundle: true,
  write: false,
  minify: true,
  format: "esm",
  target: "es2024",
  // The tsconfig.json beside the sources is the server's.
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  logLevel: "error",
};

/**
 * The client itself: the program that the page starts with, and the parts of it that it loads when they are needed.
 *
 * @param {Esbuild} esbuild
 * @param {string} root
 * @param {{ licenses: string, converter: string }} paths of other files
 */
export async function bundleProgram(esbuild, root, { licenses, converter }) {
  const math = await bundleMathStyle(esbuild, root);
  const { outputFiles, metafile } = await build(esbuild, root, "src/web/main.tsx", {
    splitting: true,
    // What is loaded later imports from the entry, and would wait for it.
    supported: { "top-level-await": false },
    entryNames: "w/[name].[hash]",
    chunkNames: "w/[name].[hash]",
    assetNames: "w/[name].[hash]",
    outdir: "/",
    publicPath: "/",
    metafile: true,
    define: {
      MATH_STYLE: JSON.stringify(math.style),
      LATER_STYLE: JSON.stringify(LATER_STYLE),
      LICENSES: JSON.stringify(licenses),
      CONVERTER: JSON.stringify(converter),
    },
    loader: { ".svg": "text" },
  });
  const outputs = Object.entries(metafile?.outputs ?? {}).map(([path, output]) => ({
    ...output,
    path: servedPath(path),
    imports: output.imports.map(({ path, kind }) => ({ path: servedPath(path), kind })),
  }));
  const made = outputFiles.map(({ path, contents, text }) => ({ path: servedPath(path), bytes: contents, text }));
  const loads = loadsOf(outputs);
  const { first, later } = stylesOf({ outputs, inputs: metafile?.inputs ?? {}, loads });
  const [style, laterStyle] = await Promise.all([
    bundleStyle(esbuild, root, { name: "main.css", sources: first }),
    bundleStyle(esbuild, root, { name: "later.css", sources: later }),
  ]);
  const scripts = made
    .filter(({ path }) => path.endsWith(".js"))
    .map(({ path, text }) => ({ path, text: text.replaceAll(LATER_STYLE, laterStyle.path) }));
  const joined = await joinScripts(esbuild, scripts, loads, [converter]);
  // esbuild's own styles have all of it, and that of the parts once more.
  const others = made.filter(({ path }) => !/\.(js|css)$/.test(path));
  return {
    files: [
      ...joined.map(({ path, text }) => ({ path, bytes: new TextEncoder().encode(text) })),
      ...others.map(({ path, bytes }) => ({ path, bytes })),
      ...[style, laterStyle],
      ...math.files,
    ],
    script: joined.find(({ name }) => name === "main")?.path ?? "",
    style: style.path,
    /** The size of each source in the first load, before it is compressed. */
    firstLoad: sizesOf(outputs.filter(({ path }) => loads[0]?.paths.includes(path))),
    inputs: metafile?.inputs ?? {},
  };
}

/**
 * One style of several, in their order.
 *
 * @param {Esbuild} esbuild
 * @param {string} root
 * @param {{ name: string, sources: readonly string[] }} style
 */
async function bundleStyle(esbuild, root, { name, sources }) {
  const { outputFiles } = await esbuild.build({
    ...ALIKE,
    absWorkingDir: root,
    stdin: { contents: sources.map((path) => `@import "./${path}";`).join("\n"), loader: "css", resolveDir: root },
  });
  return hashedFile(name, outputFiles?.[0]?.contents ?? new Uint8Array());
}

/**
 * How formulas look, which a page loads that shows one: the style of the KaTeX with which the server makes them, and its
 * fonts, in the one format that all browsers know.
 *
 * @param {Esbuild} esbuild
 * @param {string} root
 */
async function bundleMathStyle(esbuild, root) {
  const { outputFiles } = await build(esbuild, root, "node_modules/katex/dist/katex.min.css", {
    entryNames: "w/math.[hash]",
    assetNames: "w/[name].[hash]",
    outdir: "/",
    publicPath: "/",
    loader: { ".woff2": "file" },
    plugins: [
      {
        name: "one-format",
        setup(build) {
          build.onLoad({ filter: /katex\.min\.css$/ }, ({ path }) => ({
            contents: readFileSync(path, "utf8").replace(/,url\([^)]*\.(woff|ttf)\) format\("\w+"\)/g, ""),
            loader: "css",
          }));
        },
      },
    ],
  });
  const files = outputFiles.map(({ path, contents }) => ({ path: servedPath(path), bytes: contents }));
  return { files, style: files.find(({ path }) => path.endsWith(".css"))?.path ?? "" };
}

/** @param {readonly { inputs: Record<string, { bytesInOutput: number }> }[]} outputs */
function sizesOf(outputs) {
  /** @type {Map<string, number>} */
  const sizes = new Map();
  for (const { inputs } of outputs) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      sizes.set(path, (sizes.get(path) ?? 0) + bytesInOutput);
    }
  }
  return sizes;
}

/**
 * The script that gives the page its theme before anything is painted.
 *
 * @param {Esbuild} esbuild
 * @param {string} root
 */
export async function bundleTheme(esbuild, root) {
  const { outputFiles } = await build(esbuild, root, "src/web/theme.ts", { format: "iife" });
  const [file] = outputFiles;
  return hashedFile("theme.js", file?.contents ?? new Uint8Array());
}

/**
 * The worker that reads archives of other programs, for whoever moves an organization in.
 *
 * @param {Esbuild} esbuild
 * @param {string} root
 */
export async function bundleConverter(esbuild, root) {
  const { outputFiles } = await build(esbuild, root, "src/web/converter/convert-worker.ts", {
    format: "iife",
    loader: { ".txt": "text" },
  });
  return hashedFile("converter.js", outputFiles[0]?.contents ?? new Uint8Array());
}

/**
 * The program that tells how strong a password is, for the client and for the server's pages: these know its name, so it
 * has no hash.
 *
 * @param {Esbuild} esbuild
 * @param {string} root
 */
export async function bundlePasswordStrength(esbuild, root) {
  const { outputFiles } = await build(esbuild, root, "src/web/password-strength.ts", { loader: { ".txt": "text" } });
  return { path: "/password.js", bytes: outputFiles[0]?.contents ?? new Uint8Array() };
}

/**
 * A program of one file that knows the version of the client. Its name has no hash: of the service worker, browsers ask
 * for newer ones by the name that was registered.
 *
 * @param {Esbuild} esbuild
 * @param {string} root
 * @param {{ entry: string, path: string, version: string, files?: readonly string[] }} program
 */
export async function bundleVersioned(esbuild, root, { entry, path, version, files = [] }) {
  const { outputFiles } = await build(esbuild, root, entry, {
    format: "iife",
    define: { VERSION: JSON.stringify(version), FILES: JSON.stringify(files) },
  });
  return { path, bytes: outputFiles[0]?.contents ?? new Uint8Array() };
}

/**
 * A file that may be kept for good, as its name changes with what it holds.
 *
 * @param {string} name
 * @param {Uint8Array} bytes
 */
export function hashedFile(name, bytes) {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8).toUpperCase();
  return { path: `/w/${basename(name, extname(name))}.${hash}${extname(name)}`, bytes };
}

/** @param {string} root @param {string} path */
export const readBytes = (root, path) => new Uint8Array(readFileSync(join(root, path)));

/** @param {string} path as esbuild tells it */
const servedPath = (path) => `/${path.slice(path.lastIndexOf("w/"))}`;

/**
 * @param {Esbuild} esbuild
 * @param {string} root
 * @param {string} entry
 * @param {import("esbuild").BuildOptions} options
 */
async function build(esbuild, root, entry, options) {
  try {
    const made = await esbuild.build({ ...ALIKE, ...options, absWorkingDir: root, entryPoints: [entry] });
    /** @type {import("esbuild").OutputFile[]} */
    const outputFiles = made.outputFiles ?? [];
    return { outputFiles, metafile: made.metafile };
  } catch {
    // esbuild has printed what is wrong, and where.
    throw new Failure(`${entry} does not build`);
  }
}
