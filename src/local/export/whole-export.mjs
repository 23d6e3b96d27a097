import { setTimeout as pause } from "node:timers/promises";
import { Refused } from "../operator/operator.mjs";
import { Failure } from "../system/failure.mjs";

/** @typedef {{ id: number, state: string, sources_read: number, sources: number, bytes: number, path: string | null, etag: string | null }} State */
/** @typedef {State & { path: string, etag: string }} Done */

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;

/**
 * Begins an export of a whole organization, or goes on with one that is there, and waits until it is done.
 *
 * @param {import("../operator/operator.mjs").Operator} operator
 * @param {boolean} secrets
 * @param {(line: string) => void} say
 * @returns {Promise<Done>}
 */
export async function wholeExport(operator, secrets, say) {
  let state = stateIn(await operator.ask("export", { secrets }));
  const { id } = state;
  let told = "";
  for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(ms * 2, LONGEST_PAUSE_MS)) {
    if (state.id !== id || state.state === "ended") throw new Failure("somebody else has ended the export");
    if (state.state === "failed") throw new Failure("the server could not write the export; its log says why");
    const done = doneIn(state);
    if (done) return done;
    const line = `written: ${(state.bytes / 1e6).toFixed(1)} MB, ${state.sources_read} of ${state.sources} tables`;
    if (line !== told) say(line);
    told = line;
    await pause(ms);
    state = stateIn(await operator.ask("export/state"));
  }
}

/**
 * The export that an earlier command has begun to download, as long as the server keeps it.
 *
 * @param {import("../operator/operator.mjs").Operator} operator
 * @param {string} etag
 * @returns {Promise<Done | undefined>}
 */
export async function keptExport(operator, etag) {
  try {
    const done = doneIn(stateIn(await operator.ask("export/state")));
    return done?.etag === etag ? done : undefined;
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

/** @param {State} state @returns {Done | undefined} */
function doneIn({ path, etag, ...state }) {
  return state.state === "done" && path !== null && etag !== null ? { ...state, path, etag } : undefined;
}

/** @param {import("../operator/operator.mjs").Reply} reply @returns {State} */
const stateIn = (reply) => /** @type {State} */ (/** @type {unknown} */ (reply));
