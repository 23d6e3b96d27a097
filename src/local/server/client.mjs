import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { Failure } from "../system/failure.mjs";

/** @typedef {ReturnType<typeof createClient>} Client */
/** @typedef {{ result?: string, msg?: string, [field: string]: unknown }} Reply */

/** How often /health may say that the server is failing before the start gives up. */
const mostRefusals = 4;
const pauseMs = 300;

/**
 * A client on the server's own machine: it connects to the address that the server listens on, and names its site's host.
 *
 * @param {{ host: string, port: number, site: string, token?: string }} server with the token by which it says what is wrong
 */
export function createClient({ host, port, site, token }) {
  const { host: name } = new URL(site);

  /** @param {string} method @param {string} path @param {Record<string, string>} [form] */
  function send(method, path, form) {
    return /** @type {Promise<{ status: number, reply: Reply }>} */ (
      new Promise((resolve, reject) => {
        const body = form ? new URLSearchParams(form).toString() : "";
        const headers = {
          host: name,
          connection: "close",
          ...(token && path === "/health" && { authorization: `Bearer ${token}` }),
          ...(form && { "content-type": "application/x-www-form-urlencoded" }),
          "content-length": Buffer.byteLength(body),
        };
        const sent = request({ host, port, method, path, headers, timeout: 10_000 }, async (response) => {
          try {
            let text = "";
            for await (const part of response.setEncoding("utf8")) text += part;
            resolve({ status: response.statusCode ?? 0, reply: text.startsWith("{") ? JSON.parse(text) : {} });
          } catch (error) {
            reject(error);
          }
        });
        sent.on("timeout", () => sent.destroy(new Error("no answer")));
        sent.on("error", reject);
        sent.end(body);
      })
    );
  }

  return {
    site,
    /** @param {string} path */
    get: async (path) => (await send("GET", path)).reply,
    /** @param {string} path @param {Record<string, string>} form */
    post: async (path, form) => (await send("POST", path, form)).reply,

    /** Waits for the first good answer, as long as a slow machine may need. */
    async untilHealthy() {
      const deadline = Date.now() + 30_000;
      let refusals = 0;
      for (;;) {
        const answer = await send("GET", "/health").catch((error) => error);
        if (answer.status === 200) return;
        if (answer.reply?.code === "SERVER_OUTDATED") throw new Failure(`newer data: ${answer.reply.msg}`);
        if (answer.reply?.status === "failing") {
          refusals += 1;
          if (refusals >= mostRefusals) throw new Failure(answer.reply.reason);
          await pause(pauseMs);
        }
        if (Date.now() > deadline) {
          const what = answer.status
            ? `answers ${answer.status} to GET /health`
            : `does not answer (${answer.message})`;
          throw new Failure(`the server ${what}`);
        }
        await pause(20);
      }
    },
  };
}
