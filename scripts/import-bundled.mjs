// Imports a part of the Worker into Node, bundled as the Worker is.
import { bundle } from "../src/cli/server-bundle/server-bundle.ts";

/**
 * The exports of a source of the Worker.
 *
 * @param {string} root
 * @param {string} entry
 */
export async function importBundled(root, entry) {
  const code = await bundle(root, entry);
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}
