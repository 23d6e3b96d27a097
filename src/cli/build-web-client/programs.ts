import { basename, join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { build, type OutputChunk, type OutputOptions, type Plugin } from "rolldown";
import { Failure } from "../os/failure.ts";
import { hashedFile } from "./hashed-file.ts";
import { mathStyle, stylesOf } from "./styles.ts";
import { languageScriptOf, translations } from "./translations.ts";

/**
 * Scripts of the client, in load order, with their entry sources. Each script contains everything that its sources
 * import and no earlier script contains.
 */
const LOADS = {
  main: ["main.tsx"],
  // Loaded after the page's first view.
  soon: ["client/member-parts.ts", "deferred.ts"],
  settings: ["views/settings/settings.tsx"],
  board: ["views/board/boards.ts"],
  outside: ["views/outside/outside.ts", "client/session/show-outside-end.ts"],
  "outside-links": ["views/settings/outside-links/outside-links.tsx"],
  later: ["views/later/later.ts"],
  buttons: ["views/message/buttons/buttons.ts"],
  switching: ["views/organizations/organizations.ts"],
  calls: ["views/calls/calls.ts"],
  voice: ["views/voice/voice.ts"],
  // Import of an organization, which one owner needs once.
  moving: ["views/settings/import/import.tsx"],
};

/** Placeholder in the scripts until the name of the deferred stylesheet is known. */
const LATER_STYLE = "/w/later.STYLE000.css";

/**
 * Bundles the client: the initial program, and the parts it loads on demand.
 *
 * @param paths the paths of other files that the program loads
 */
export async function bundleProgram(
  root: string,
  { licenses, converter, encryption }: { licenses: string; converter: string; encryption: string },
) {
  const math = mathStyle(root);
  let styles: ReturnType<typeof stylesOf> | undefined;
  const imports: { from: string; to: string; isLazy: boolean }[] = [];
  const built = await bundleScripts(root, "src/web/main.tsx", {
    define: {
      MATH_STYLE: JSON.stringify(math.style.path),
      LATER_STYLE: JSON.stringify(LATER_STYLE),
      LICENSES: JSON.stringify(licenses),
      CONVERTER: JSON.stringify(converter),
      ENCRYPTION: JSON.stringify(encryption),
    },
    output: {
      entryFileNames: "w/[name].[hash:8].js",
      chunkFileNames: ({ name, facadeModuleId }) => `w/${languageScriptOf(facadeModuleId) ?? name}.[hash:8].js`,
      hashCharacters: "hex",
      codeSplitting: {
        groups: Object.entries(LOADS).map(([name, sources]) => {
          const paths = sources.map((source) => join(root, "src/web", source));
          return { name, test: (id) => paths.includes(id) };
        }),
      },
    },
    plugin: {
      name: "styles",
      // Styles aren't part of the scripts. They become two files: one that the page waits for, and one that is loaded
      // later.
      load: {
        filter: { id: /\.css$/ },
        handler: () => ({ code: "", moduleType: "js", moduleSideEffects: "no-treeshake" }),
      },
      buildEnd() {
        styles = stylesOf((id) => this.getModuleInfo(id), join(root, "src/web/main.tsx"));
        for (const id of this.getModuleIds()) {
          const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {};
          const add = (isLazy: boolean) => (to: string) =>
            imports.push({ from: relative(root, id), to: relative(root, to), isLazy });
          importedIds.forEach(add(false));
          dynamicallyImportedIds.forEach(add(true));
        }
      },
      renderChunk: (code) => code.replaceAll(LATER_STYLE, styles?.later.path ?? ""),
    },
  });
  const output = withoutFacades(built);
  const scripts = output.map(({ fileName, code }) => ({ path: `/${fileName}`, bytes: new TextEncoder().encode(code) }));
  const main = output.find(({ modules }) => join(root, "src/web/main.tsx") in modules);
  return {
    files: [...scripts, ...(styles ? [styles.first, styles.later] : []), math.style, ...math.fonts],
    script: `/${main?.fileName}`,
    style: styles?.first.path,
    /** Uncompressed sizes in bytes, by script and source. */
    sources: new Map(
      output.map(({ fileName, modules }) => [
        `/${fileName}`,
        new Map(Object.entries(modules).map(([path, { renderedLength }]) => [relative(root, path), renderedLength])),
      ]),
    ),
    imports,
  };
}

/**
 * For each entry and each lazy import that a group contains, Rolldown generates a script that only re-exports from
 * another one. Loading through it would cost another round trip.
 */
function withoutFacades(output: readonly OutputChunk[]) {
  const facades = new Map(
    output.flatMap(({ fileName, code }) => {
      const [, names, target] = /^(?:import|export\{(.+)\}from)"\.\/([\w.-]+)";?\s*$/.exec(code) ?? [];
      return target === undefined ? [] : [[basename(fileName), { names, target }] as const];
    }),
  );
  const replaced = (call: string, name: string) => {
    const { names, target } = facades.get(name) ?? {};
    if (target === undefined) return call;
    const members = (names ?? "").split(",").map((pair) => {
      const [from, to = from] = pair.split(" as ");
      return `${to}:e.${from}`;
    });
    return `import("./${target}").then(e=>({${members}}))`;
  };
  return output
    .filter(({ fileName }) => !facades.has(basename(fileName)))
    .map(({ fileName, code, modules }) => ({
      fileName,
      code: code.replaceAll(/import\([`"]\.\/([\w.-]+)[`"]\)/g, replaced),
      modules,
    }));
}

/** Script that runs before anything is painted and before the program is loaded. */
export const bundleEarly = async (root: string) => hashedFile("early.js", await bundleOne(root, "src/web/early.ts"));

/** Worker that reads other programs' archives, for owners who import an organization. */
export const bundleConverter = async (root: string) =>
  hashedFile("converter.js", await bundleOne(root, "src/web/import-worker/convert-worker.ts"));

/** Worker that encrypts calls, for members of encrypted calls. */
export const bundleEncryption = async (root: string) =>
  hashedFile("encryption.js", await bundleOne(root, "src/web/call-encryption/encryption-worker.ts"));

/**
 * The password strength program, for the client and the server's pages. Those pages refer to it by name, so the name
 * has no hash.
 */
export const bundlePasswordStrength = async (root: string) => ({
  path: "/password.js",
  bytes: await bundleOne(root, "src/web/password-strength.ts", { format: "esm" }),
});

/** Files that a device stores, so that the client opens offline. */
interface KeptFiles {
  readonly kept?: readonly string[] | undefined;
  /** Scripts with each language's texts. A device only stores those of its own language. */
  readonly languages?: Readonly<Record<string, readonly string[] | undefined>>;
}

/**
 * Bundles a single-file program that contains the client's version: a service worker, or the script that reloads the
 * page in development. Its name has no hash, because browsers update a service worker under its registered name.
 */
export async function bundleVersioned(
  root: string,
  { entry, path, version, files = {} }: { entry: string; path: string; version: string; files?: KeptFiles },
) {
  const { kept = [], languages = {} } = files;
  const define = {
    VERSION: JSON.stringify(version),
    FILES: JSON.stringify(kept),
    LANGUAGES: JSON.stringify(languages),
  };
  return { path, bytes: await bundleOne(root, entry, { define }) };
}

async function bundleOne(
  root: string,
  entry: string,
  { format = "iife", define = {} }: { format?: "esm" | "iife"; define?: Record<string, string> } = {},
) {
  const [script] = await bundleScripts(root, entry, { define, output: { format, codeSplitting: false } });
  return new TextEncoder().encode(script?.code);
}

async function bundleScripts(
  root: string,
  entry: string,
  { define, output, plugin }: { define: Record<string, string>; output: OutputOptions; plugin?: Plugin },
) {
  try {
    const built = await build({
      cwd: root,
      input: entry,
      write: false,
      platform: "browser",
      // Disabled, because a file that one entry imports lazily may be a static import of another entry.
      checks: { ineffectiveDynamicImport: false },
      // Ignores the tsconfig.json next to the sources, which is the server's.
      tsconfig: false,
      transform: {
        target: "es2024",
        define,
        // Passing children as arguments makes scripts smaller. The automatic runtime passes them as a property.
        jsx: { runtime: "classic", pragma: "h", pragmaFrag: "Fragment" },
        inject: { h: ["preact", "h"], Fragment: ["preact", "Fragment"] },
        typescript: { onlyRemoveTypeImports: true },
      },
      plugins: [translations(root), ...(plugin ? [plugin] : [])],
      optimization: { inlineConst: true },
      output: { minify: true, comments: false, ...output },
    });
    return built.output.filter((file) => file.type === "chunk");
  } catch (error) {
    throw new Failure(`${entry} does not build: ${stripVTControlCharacters((error as Error).message)}`);
  }
}
