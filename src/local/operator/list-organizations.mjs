/** @typedef {{ subdomain: string, number: number, is_used: boolean }} Listed */

/** All organizations that a server's databases know. @param {import("./operator.mjs").Operator} operator @returns {Promise<Listed[]>} */
export async function listOrganizations(operator) {
  const all = [];
  /** @type {string | null} */
  let after = null;
  do {
    const page = await operator.ask("list", after === null ? {} : { after });
    all.push(.../** @type {Listed[]} */ (page["organizations"]));
    after = /** @type {string | null} */ (page["next"]);
  } while (after !== null);
  return all;
}
