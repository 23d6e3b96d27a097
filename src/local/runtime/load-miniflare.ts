import { createRequire, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);

/** The bytes by which Miniflare enlarges the message that tells workerd what to serve, as its source has them. */
export const GROWTH = "var MIN_SINGLE_SEGMENT_GROWTH = 4096;";
/** About as much as the program itself, which the message contains, so that little is copied more than once. */
const ENOUGH = GROWTH.replace("4096", String(1 << 23));

/**
 * Loads Miniflare with a larger step for the message to workerd. It copies all of the message for each step, of which there
 * are seventy after the program is in it: half of what a start computes, and 120 MB at its peak. A version whose source is
 * different is loaded as it is.
 */
export function loadMiniflare(): typeof import("miniflare") {
  // Imported, it would be kept in memory twice: its 10 MB of source are read once more where their exports are looked for.
  const path = require.resolve("miniflare");
  const program = pathToFileURL(path).href;
  const hooks = registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      const { source } = loaded;
      if (url !== program || typeof source !== "string") return loaded;
      return { ...loaded, source: source.replace(GROWTH, ENOUGH) };
    },
  });
  try {
    return require(path);
  } finally {
    hooks.deregister();
  }
}
