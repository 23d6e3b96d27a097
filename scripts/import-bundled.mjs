// Imports a part of the Worker into Node, bundled like the Worker.
import { bundle } from "../src/cli/server-bundle/server-bundle.ts";

/**
 * Returns the exports of a source file of the Worker.
 *
 * @param {string} root @param {string} entry
 */
export async function importBundled(root, entry) {
  const code = await bundle(root, entry);
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}
