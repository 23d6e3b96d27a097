import { createRequire, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);

/** Miniflare's source line that sets the step for enlarging its configuration message to workerd. */
export const GROWTH = "var MIN_SINGLE_SEGMENT_GROWTH = 4096;";
/** About the size of the program itself, which the message contains, so that little is copied more than once. */
const ENOUGH = GROWTH.replace("4096", String(1 << 23));

/**
 * Loads Miniflare with a larger growth step for the message to workerd. Miniflare copies the whole message at each
 * step, and takes seventy steps after the program is in it. That is half the CPU time of a start, and 120 MB at its
 * peak. A version with different source is loaded unchanged.
 */
export function loadMiniflare(): typeof import("miniflare") {
  // An import would keep it in memory twice, because its 10 MB of source are read again to find its exports.
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
