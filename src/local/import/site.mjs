import { setTimeout as wait } from "node:timers/promises";
import { Failure } from "../system/failure.mjs";

/** What the server has told of an import. @typedef {object} Import
 * @property {number} id @property {string} state @property {number} size @property {number} part_bytes
 * @property {number} parts @property {number} parts_received @property {number[]} missing_parts
 * @property {string | null} phase @property {number} done @property {number} total @property {string | null} error @property {number | null} started_at
 * @property {{ counts: Record<string, { in: number, out: number }>, left_out: { reason: string, count: number, places: string[] }[] } | null} report
 */

const TRIES = 12;
/** So often a server is asked that has never answered, a quarter of a minute long: its address may be wrong. */
const FIRST_TRIES = 6;
const LONGEST_WAIT_MS = 60_000;

/** The organization that is moved into, as one of its owners. What fails on the way is tried again. */
export class Site {
  #hasAnswered = false;

  /** @param {URL} origin @param {string} [credentials] `EMAIL:KEY` */
  constructor(origin, credentials) {
    this.origin = origin;
    this.credentials = credentials;
  }

  /** It is there, as far as this machine remembers: it is waited for when it does not answer. */
  expectAnswer() {
    this.#hasAnswered = true;
  }

  /** Whether the server answers, and knows who asks. */
  async reach() {
    await this.get("/imports");
  }

  /** @param {string} path @param {Record<string, string>} [fields] @returns {Promise<Record<string, unknown>>} */
  get(path, fields = {}) {
    return this.#call("GET", `${path}?${new URLSearchParams(fields)}`);
  }

  /** @param {string} path @param {Record<string, string>} [fields] @returns {Promise<Record<string, unknown>>} */
  post(path, fields = {}) {
    return this.#call("POST", path, new URLSearchParams(fields));
  }

  /**
   * Asks for a change that can be made only once, and returns what `look` finds of it. Where the answer was lost, the
   * change may have been made, and is then refused: whether it was is looked at.
   *
   * @template Found
   * @param {string} path @param {Record<string, string>} fields
   * @param {(answer: Record<string, unknown> | null) => Promise<Found | undefined>} look what came of it, or null where that is refused
   */
  async change(path, fields, look) {
    const answer = await this.post(path, fields).catch((/** @type {unknown} */ error) => {
      if (error instanceof Failure) return error;
      throw error;
    });
    const found = await look(answer instanceof Failure ? null : answer);
    if (found !== undefined) return found;
    throw answer instanceof Failure ? answer : new Failure(`${path} has changed nothing`);
  }

  /** @param {string} path @param {Uint8Array<ArrayBuffer>} body @returns {Promise<Record<string, unknown>>} */
  put(path, body) {
    return this.#call("PUT", path, body);
  }

  /** @param {string} path @returns {Promise<Import>} */
  async import(path) {
    return importIn(await this.get(path));
  }

  /** @param {string} method @param {string} path @param {URLSearchParams | Uint8Array<ArrayBuffer>} [body] */
  async #call(method, path, body) {
    const headers = {
      ...(this.credentials && { authorization: `Basic ${Buffer.from(this.credentials).toString("base64")}` }),
      ...(body instanceof Uint8Array && { "content-type": "application/octet-stream" }),
    };
    for (let tried = 1; ; tried++) {
      const answer = await fetch(new URL(`/api/v1${path}`, this.origin), {
        method,
        headers,
        ...(body && { body }),
      }).catch((/** @type {Error} */ error) => error);
      const problem = answer instanceof Error ? String(answer.cause ?? answer.message) : `it answered ${answer.status}`;
      const mayPass = answer instanceof Error || answer.status === 429 || answer.status >= 500;
      if (!mayPass) {
        this.#hasAnswered = true;
        return await told(answer, path);
      }
      if (tried === (this.#hasAnswered ? TRIES : FIRST_TRIES))
        throw new Failure(`${this.origin.host} cannot be asked: ${problem}`);
      if (tried === 2) console.error(`${this.origin.host} cannot be asked (${problem}); it is tried again.`);
      const after = answer instanceof Error ? 0 : Number(answer.headers.get("retry-after") ?? 0) * 1000;
      await wait(Math.min(LONGEST_WAIT_MS, Math.max(after, 250 * 2 ** tried)));
    }
  }
}

/** @param {Response} answer @param {string} path @returns {Promise<Record<string, unknown>>} */
async function told(answer, path) {
  const text = await answer.text();
  /** @type {Record<string, unknown>} */
  let value = {};
  try {
    value = JSON.parse(text);
  } catch {
    throw new Failure(`this is no server that can be moved to: ${path} was answered with ${answer.status}`);
  }
  if (answer.status !== 200) throw new Failure(String(value["msg"] ?? `${path} was answered with ${answer.status}`));
  return value;
}

/** The import in an answer. @param {Record<string, unknown>} answer @returns {Import} */
export const importIn = (answer) => /** @type {Import} */ (answer["import"]);
