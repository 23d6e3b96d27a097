import { setTimeout as pause } from "node:timers/promises";
import { Failure } from "../server/failure.mjs";

/** How often a request is sent again that the server was not ready for, and the longest pause before it. */
const TRIES = 60;
const LONGEST_PAUSE_MS = 65_000;

/** @typedef {{ result?: string, msg?: string, code?: string, [field: string]: unknown }} Reply */
/** @typedef {ReturnType<typeof createOperator>} Operator */

/**
 * Sends the requests of whoever runs a server about one of its organizations.
 *
 * @param {{ site: string, token: string | undefined, subdomain: string }} server
 */
export function createOperator({ site, token, subdomain }) {
  return {
    /**
     * @param {string} route below /organizations
     * @param {Record<string, unknown>} [fields]
     * @returns {Promise<Reply>}
     */
    async ask(route, fields = {}) {
      const form = new URLSearchParams({ subdomain, ...(token && { setup_token: token }) });
      for (const [name, value] of Object.entries(fields)) {
        form.set(name, typeof value === "string" ? value : JSON.stringify(value));
      }
      for (let tries = 1; ; tries += 1) {
        const { status, reply, wait } = await send(`${site}/api/v1/organizations/${route}`, form);
        if (status === 200 && reply.result === "success") return reply;
        const isForNow = status === 429 || status === 503;
        if (!isForNow || tries >= TRIES) throw new Failure(`${route}: ${reply.msg ?? `status ${status}`}`);
        await pause(Math.min(LONGEST_PAUSE_MS, Math.max(200, wait)));
      }
    },
  };
}

/** @param {string} url @param {URLSearchParams} form */
async function send(url, form) {
  try {
    const response = await fetch(url, { method: "POST", body: form });
    const text = await response.text();
    const reply = /** @type {Reply} */ (text.startsWith("{") ? JSON.parse(text) : {});
    return { status: response.status, reply, wait: 1000 * Number(response.headers.get("retry-after") ?? 0) };
  } catch (error) {
    const { message, cause } = /** @type {Error} */ (error);
    throw new Failure(`${new URL(url).origin} does not answer (${cause instanceof Error ? cause.message : message})`);
  }
}
