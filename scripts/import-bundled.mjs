// Imports a part of the Worker into Node, bundled as the Worker is.
import { bundle } from "../src/local/bundle/bundle.ts";

/**
 * What a source of the Worker exports. What only the platform has, such as its sockets, is undefined.
 *
 * @param {string} root
 * @param {string} entry
 */
export async function importBundled(root, entry) {
  const code = (await bundle(root, entry)).replace(
    /^import \{([^}]*)\} from "cloudflare:\w+";$/gm,
    (_, /** @type {string} */ names) => `const {${names.replaceAll(" as ", ": ")}} = {};`,
  );
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}
