import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { build, type OutputOptions, type Plugin } from "rolldown";
import { Failure } from "../system/failure.ts";
import { hashedFile } from "./hashed-file.ts";
import { mathStyle, stylesOf } from "./styles.ts";
import { englishSettings, namelessTranslations, translatedLanguages } from "./translations.ts";

/**
 * The scripts of the client, by the sources that each is made for, in the order in which they are loaded. All that a
 * source imports comes with it, unless an earlier one has it.
 */
const LOADS = {
  main: ["main.tsx"],
  // It follows the page's first view.
  soon: ["client/member-parts.ts", "soon.ts"],
  settings: ["views/settings/settings.tsx"],
  "settings-en": ["words/settings/english.ts"],
  switching: ["views/switching/switching.ts"],
  calls: ["views/calls/calls.ts"],
  voice: ["views/voice/voice.ts"],
  // The way an organization moves in, which one owner needs once.
  moving: ["views/settings/import/import.tsx"],
};

/** The scripts of a language, which have its texts. Those of English are in the other scripts, except for the settings. */
const languageLoads = (language: string) => ({
  [language]: [`words/${language}/client.ts`],
  [`settings-${language}`]: [`words/${language}/settings.ts`],
  [`moving-${language}`]: [`words/${language}/settings/organization/import.ts`],
});

/** Stands in the scripts until the style of what is loaded later has its name. */
const LATER_STYLE = "/w/later.STYLE000.css";

/**
 * The client itself: the program that the page starts with, and the parts of it that it loads when they are needed.
 *
 * @param paths of other files
 */
export async function bundleProgram(
  root: string,
  { licenses, converter, encryption }: { licenses: string; converter: string; encryption: string },
) {
  const math = mathStyle(root);
  const loads = Object.assign({}, LOADS, ...translatedLanguages(root).map(languageLoads));
  let styles: ReturnType<typeof stylesOf> | undefined;
  const imports: { from: string; to: string; isLazy: boolean }[] = [];
  const output = await bundleScripts(root, "src/web/main.tsx", {
    define: {
      MATH_STYLE: JSON.stringify(math.style.path),
      LATER_STYLE: JSON.stringify(LATER_STYLE),
      LICENSES: JSON.stringify(licenses),
      CONVERTER: JSON.stringify(converter),
      ENCRYPTION: JSON.stringify(encryption),
    },
    output: {
      entryFileNames: "w/[name].[hash:8].js",
      chunkFileNames: "w/[name].[hash:8].js",
      hashCharacters: "hex",
      codeSplitting: {
        groups: Object.entries<readonly string[]>(loads).map(([name, sources]) => {
          const paths = sources.map((source) => join(root, "src/web", source));
          return { name, test: (id) => paths.includes(id) };
        }),
      },
    },
    plugin: {
      name: "styles",
      // Styles are files of their own: the page waits for the first one, and loads the other with what it belongs to.
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
  const scripts = output.map(({ fileName, code }) => ({ path: `/${fileName}`, bytes: new TextEncoder().encode(code) }));
  const main = output.find(({ isEntry }) => isEntry);
  return {
    files: [...scripts, ...(styles ? [styles.first, styles.later] : []), math.style, ...math.fonts],
    script: `/${main?.fileName}`,
    style: styles?.first.path,
    /** The size of each source in each script, before it is compressed. */
    sources: new Map(
      output.map(({ fileName, modules }) => [
        `/${fileName}`,
        new Map(Object.entries(modules).map(([path, { renderedLength }]) => [relative(root, path), renderedLength])),
      ]),
    ),
    imports,
  };
}

/** The script that the page runs before anything is painted, and before the program is loaded. */
export const bundleEarly = async (root: string) => hashedFile("early.js", await bundleOne(root, "src/web/early.ts"));

/** The worker that reads archives of other programs, for whoever moves an organization in. */
export const bundleConverter = async (root: string) =>
  hashedFile("converter.js", await bundleOne(root, "src/web/converter/convert-worker.ts"));

/** The worker that encrypts calls, for whoever is in one that is encrypted. */
export const bundleEncryption = async (root: string) =>
  hashedFile("encryption.js", await bundleOne(root, "src/web/encryption/encryption-worker.ts"));

/**
 * The program that tells how strong a password is, for the client and for the server's pages: these know its name, so
 * it has no hash.
 */
export const bundlePasswordStrength = async (root: string) => ({
  path: "/password.js",
  bytes: await bundleOne(root, "src/web/password-strength.ts", { format: "esm" }),
});

/** The files that a device keeps, so that the client opens without a network. */
interface KeptFiles {
  readonly kept?: readonly string[] | undefined;
  /** The scripts with the texts of each language: a device keeps those of the language that it speaks. */
  readonly languages?: Readonly<Record<string, readonly string[] | undefined>>;
}

/**
 * A program of one file that knows the version of the client. Its name has no hash: of the service worker, browsers ask
 * for newer ones by the name that was registered.
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

/** A program of one script. */
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
      // A file that one load imports on use, another may have from the start.
      checks: { ineffectiveDynamicImport: false },
      // The tsconfig.json beside the sources is the server's.
      tsconfig: false,
      transform: {
        target: "es2024",
        define,
        // Children as arguments make smaller scripts than children as a property, which the automatic form has.
        jsx: { runtime: "classic", pragma: "h", pragmaFrag: "Fragment" },
        inject: { h: ["preact", "h"], Fragment: ["preact", "Fragment"] },
        typescript: { onlyRemoveTypeImports: true },
      },
      plugins: [namelessTranslations, englishSettings, ...(plugin ? [plugin] : [])],
      optimization: { inlineConst: true },
      output: { minify: true, comments: false, ...output },
    });
    return built.output.filter((file) => file.type === "chunk");
  } catch (error) {
    throw new Failure(`${entry} does not build: ${stripVTControlCharacters((error as Error).message)}`);
  }
}
