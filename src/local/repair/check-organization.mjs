import { setTimeout as pause } from "node:timers/promises";
import { Failure } from "../system/failure.mjs";
import { MOST_NAMED } from "./findings.mjs";

/** How often a page is compared again in which something differs: where people write, it may be as it should the next time. */
const LOOKS = 4;
const LOOK_AGAIN_MS = 400;
const COMPARING_MS = 500;
/** How often D1 may fail one after the other while it is waited for. */
const MOST_FAILING = 60;
/** How many keys of a table's rows are named. */
const MOST_KEYS = 20;

/** @typedef {import("../operator/operator.mjs").Operator} Operator */
/** @typedef {import("./findings.mjs").Findings} Findings */
/** @typedef {{ checked: number, missing: number, different: number, extra: number, lost: number, keys: string[], next: unknown[] | null }} Page */
/** @typedef {{ checked: number, missing: string[], unnamed: { key: string, old: boolean }[], deleted: number, next: string | null }} FilePage */

/** @param {Operator} operator @returns {Promise<Findings>} */
export async function checkOrganization(operator) {
  const stores = await settled(operator);
  const identity = await operator.ask("check/identity");
  const rows = [];
  let rowsChecked = 0;
  for (const table of /** @type {string[]} */ (stores["tables"])) {
    const found = await checkTable(operator, table);
    rowsChecked += found.checked;
    if (found.missing + found.different + found.extra + found.lost > 0) rows.push(found);
  }
  const files = await checkFiles(operator, false);
  // Whatever was noticed while rows were compared counts too.
  const { noticed, parked } = await operator.ask("stores");
  return {
    noticed: noticed === null ? null : new Date(Number(noticed)).toISOString(),
    identity: /** @type {string[]} */ (identity["wrong"]),
    conflicts: /** @type {string[]} */ (identity["conflicts"]),
    left_over: /** @type {string[]} */ (identity["left_over"]),
    parked: Number(parked),
    rows,
    missing_files: files.missing.slice(0, MOST_NAMED),
    missing_file_count: files.missing.length,
    unnamed_files: files.unnamed.slice(0, MOST_NAMED),
    unnamed_file_count: files.unnamed.length,
    checked: { rows: rowsChecked, files: files.checked },
  };
}

/** Waits until the organization and D1 are not being brought together. @param {Operator} operator */
export async function settled(operator) {
  let failing = 0;
  for (;;) {
    const stores = await operator.ask("stores");
    if (!stores["comparing"]) return stores;
    failing = stores["reason"] === null ? 0 : failing + 1;
    if (failing > MOST_FAILING) throw new Failure(`D1 and the organization cannot be compared: ${stores["reason"]}`);
    await pause(COMPARING_MS);
  }
}

/** @param {Operator} operator @param {string} table */
async function checkTable(operator, table) {
  const all = { table, checked: 0, missing: 0, different: 0, extra: 0, lost: 0, keys: /** @type {string[]} */ ([]) };
  /** @type {unknown[] | null} */
  let after = null;
  do {
    const page = await checkPage(operator, table, after);
    for (const what of /** @type {const} */ (["checked", "missing", "different", "extra", "lost"]))
      all[what] += page[what];
    all.keys = [...all.keys, ...page.keys].slice(0, MOST_KEYS);
    after = page.next;
  } while (after !== null);
  return all;
}

/** @param {Operator} operator @param {string} table @param {unknown[] | null} after */
async function checkPage(operator, table, after) {
  for (let looks = 1; ; looks += 1) {
    const page = /** @type {Page} */ (/** @type {unknown} */ (await operator.ask("check/rows", { table, after })));
    if (page.missing + page.different + page.extra === 0 || looks === LOOKS) return page;
    await pause(LOOK_AGAIN_MS);
  }
}

/**
 * @param {Operator} operator
 * @param {boolean} deletesUnnamed whether files go that nothing names
 */
export async function checkFiles(operator, deletesUnnamed) {
  const all = { checked: 0, missing: /** @type {string[]} */ ([]), unnamed: /** @type {FilePage["unnamed"]} */ ([]) };
  let after = "";
  for (;;) {
    const fields = { after, delete_unnamed: deletesUnnamed };
    const page = /** @type {FilePage} */ (/** @type {unknown} */ (await operator.ask("check/files", fields)));
    all.checked += page.checked;
    all.missing.push(...page.missing);
    all.unnamed.push(...page.unnamed);
    if (page.next === null) return all;
    after = page.next;
  }
}
