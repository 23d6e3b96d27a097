/**
 * What esbuild tells of a script or style that it has made.
 *
 * @typedef {object} Output
 * @property {string} path
 * @property {string} [entryPoint] the source that it was made for, where it is no chunk
 * @property {readonly { path: string, kind: string }[]} imports
 * @property {Record<string, { bytesInOutput: number }>} inputs
 */

/**
 * What is loaded together, in this order: the page; soon after it the composer, what runs beside the views, and
 * what the first keys and scrolls ask for; then all that is done by few or seldom, and the settings apart from that.
 */
const ENTRIES = {
  main: ["src/web/main.tsx"],
  soon: [
    "src/web/views/compose/composer.tsx",
    "src/web/background.ts",
    "src/web/parts/more-icon-paths.ts",
    "src/web/client/outbox-sender.ts",
    "src/web/client/presence-pings.ts",
    "src/web/wire/stream-transport.ts",
    "src/web/views/shell/step-pane.ts",
    "src/web/client/next-unread.ts",
    "src/web/views/feed/jumps.tsx",
  ],
};
const LATER = "later";

/** What only the settings have, by its sources; what they say in another language comes with none of the others. */
const SETTINGS = {
  settings: /^src\/web\/(views\/settings\/(?!import\/)|words\/(en\/)?settings-(?!import))/,
  "settings-de": /^src\/web\/words\/de\/settings-(?!import)/,
  // How an organization moves in, which one owner needs once.
  moving: /^src\/web\/(views\/settings\/import\/|client\/moving\/|model\/imports|words\/(en\/)?settings-import)/,
  "moving-de": /^src\/web\/words\/de\/settings-import/,
};

/** What is loaded by itself: what most people never need. */
const ALONE = ["src/web/client/start-spectator.ts", "src/web/words/de.ts", "src/web/words/pseudo.ts"];

/**
 * In which parts the client is loaded: each script is in one of them.
 *
 * @param {readonly Output[]} outputs
 * @returns {import("./join-scripts.mjs").Load[]}
 */
export function loadsOf(outputs) {
  const scripts = outputs.filter(({ path }) => path.endsWith(".js"));
  /** @type {import("./join-scripts.mjs").Load[]} */
  const loads = [];
  const isLeft = (/** @type {string} */ path) => !loads.some(({ paths }) => paths.includes(path));
  /** Whether all that it imports is loaded. */
  const hasAll = (/** @type {Output} */ { imports }) =>
    imports.every(({ path, kind }) => kind !== "import-statement" || !isLeft(path));
  for (const [name, sources] of Object.entries(ENTRIES)) {
    const entries = sources.map((source) => entryOf(scripts, source).path);
    const needed = importsOf(entries, scripts).filter(isLeft);
    loads.push({ name, paths: needed });
    needed.push(...scripts.filter((script) => isLeft(script.path) && isEmpty(script) && hasAll(script)).map(pathOf));
  }
  const alone = ALONE.map((source) => entryOf(scripts, source)).map(({ path }) => ({
    name: nameOf(path),
    paths: [path],
  }));
  const aside = alone.flatMap(({ paths }) => paths);
  const rest = scripts.filter(({ path }) => isLeft(path) && !aside.includes(path));
  const settings = Object.entries(SETTINGS).map(([name, sources]) => ({ name, paths: madeOf(sources, rest) }));
  const apart = settings.flatMap(({ paths }) => paths);
  const later = rest.map(pathOf).filter((path) => !apart.includes(path));
  return [...loads, { name: LATER, paths: later }, ...settings, ...alone];
}

/** @param {readonly Output[]} scripts @param {string} source */
function entryOf(scripts, source) {
  const entry = scripts.find(({ entryPoint }) => entryPoint === source);
  if (entry === undefined) throw new Error(`esbuild names no output for ${source}`);
  return entry;
}

/**
 * What scripts need before they run: themselves, what they import, and what that imports.
 *
 * @param {readonly string[]} entries
 * @param {readonly Output[]} scripts
 * @returns {string[]}
 */
function importsOf(entries, scripts) {
  const found = new Set(entries);
  for (const each of found) {
    for (const { path: next, kind } of scripts.find((script) => script.path === each)?.imports ?? []) {
      if (kind === "import-statement") found.add(next);
    }
  }
  return [...found];
}

/**
 * The scripts that are made of certain sources alone, and that no other script needs before it runs.
 *
 * @param {RegExp} sources
 * @param {readonly Output[]} scripts
 * @returns {string[]}
 */
function madeOf(sources, scripts) {
  const isMade = (/** @type {Output} */ { inputs }) => {
    const held = Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
    return held.length > 0 && held.every(([source]) => sources.test(source));
  };
  const others = scripts.filter((script) => !isMade(script)).map(pathOf);
  const needed = new Set(importsOf(others, scripts));
  return scripts.map(pathOf).filter((path) => !needed.has(path));
}

/** Whether it holds nothing itself: esbuild makes such a script for a part that is loaded on use, and that others have too. */
const isEmpty = (/** @type {Output} */ { inputs }) =>
  Object.values(inputs).every(({ bytesInOutput }) => bytesInOutput === 0);

const pathOf = (/** @type {Output} */ { path }) => path;

/** @param {string} path such as /w/emoji-picker.ABCDEFGH.js */
const nameOf = (path) => path.slice("/w/".length).split(".")[0] ?? "";
