import { createRequire, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);

/** The parts of Miniflare's source that are patched. */
export const REPLACED = {
  /** Growth step of the buffer for the configuration's message to workerd. */
  growth: "var MIN_SINGLE_SEGMENT_GROWTH = 4096;",
  /** The function that turns a configuration into that message. */
  serialize: "function serializeConfig(",
};
/**
 * About the size of the program, which makes up most of the message. The buffer then grows so rarely that little is
 * copied more than once.
 */
const GROWTH = REPLACED.growth.replace("4096", String(1 << 23));
const SERIALIZE = `function serializeConfig(configuration) {
  return globalThis.adaptConfiguration(configuration, encodeConfiguration);
}
function encodeConfiguration(`;

/** The parts of a workerd configuration that are used here. */
export interface Configuration {
  services: Service[];
  sockets: { readonly name: string; readonly service?: { readonly name: string } }[];
}
export interface Service {
  readonly name: string;
  readonly disk?: { path?: string };
  readonly worker?: {
    readonly bindings?: { readonly name: string; text?: string; fromEnvironment?: string }[];
    readonly cacheApiOutbound?: unknown;
    readonly globalOutbound?: unknown;
  };
  readonly external?: unknown;
}
/** Adapts a configuration, and encodes it as a message to workerd. */
export type AdaptConfiguration = (
  configuration: Configuration,
  encode: (configuration: Configuration) => Buffer,
) => Buffer;

/**
 * Loads Miniflare, which passes each configuration to `adapt`. With a larger growth step for the message, Miniflare no
 * longer copies the whole message seventy times after adding the program to it, which took half the CPU time of a
 * start.
 */
export function loadMiniflare(adapt: AdaptConfiguration): typeof import("miniflare") {
  // An import would keep Miniflare in memory twice, because its 10 MB of source are read again to find its exports.
  const path = require.resolve("miniflare");
  const program = pathToFileURL(path).href;
  Object.assign(globalThis, { adaptConfiguration: adapt });
  const hooks = registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      const { source } = loaded;
      if (url !== program || typeof source !== "string") return loaded;
      return { ...loaded, source: source.replace(REPLACED.growth, GROWTH).replace(REPLACED.serialize, SERIALIZE) };
    },
  });
  try {
    return require(path);
  } finally {
    hooks.deregister();
  }
}
