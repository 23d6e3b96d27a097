/**
 * What a check has found: something that is as it should be, something to know, or something without which nothing is
 * uploaded, with how to set it right.
 *
 * @typedef {{ kind: "good" | "note" | "missing", what: string, how?: string }} Finding
 */

/** @param {string} what @returns {Finding} */
export const good = (what) => ({ kind: "good", what });
/** @param {string} what @param {string} [how] @returns {Finding} */
export const note = (what, how) => ({ kind: "note", what, ...(how !== undefined && { how }) });
/** @param {string} what @param {string} how @returns {Finding} */
export const missing = (what, how) => ({ kind: "missing", what, how });
