import { createRequire, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);

/** How much Miniflare enlarges its configuration message to workerd, as written in its source. */
export const GROWTH = "var MIN_SINGLE_SEGMENT_GROWTH = 4096;";
/** About the size of the program itself, which the message contains, so that little is copied more than once. */
const ENOUGH = GROWTH.replace("4096", String(1 << 23));

/**
 * Loads Miniflare with a larger growth step for the message to workerd. For each step, of which there are seventy after
 * the program is in it, it copies the whole message: half the CPU time of a start, and 120 MB at its peak. A version
 * with different source is loaded unchanged.
 */
export function loadMiniflare(): typeof import("miniflare") {
  // An import would keep it in memory twice: its 10 MB of source are read again to find its exports.
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
