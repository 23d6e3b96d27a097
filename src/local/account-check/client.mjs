import { request as plainRequest } from "node:http";
import { request } from "node:https";

/** @typedef {{ status: number, ms: number, headers: Record<string, string | string[] | undefined>, text: string }} Answer */
/** @typedef {{ method?: string, headers?: Record<string, string>, body?: Buffer | string, signal?: AbortSignal }} Asked */

/** One account of a deployment, or a stranger, that measures what it is answered. */
export class Client {
  /** @param {URL} site @param {string} [credentials] `EMAIL:KEY` */
  constructor(site, credentials) {
    this.site = site;
    this.credentials = credentials;
  }

  /**
   * One request on a path as it is, however odd; a broken connection is status 0.
   *
   * @param {string} path @param {Asked} [asked] @returns {Promise<Answer>}
   */
  send(path, { method = "GET", headers = {}, body, signal } = {}) {
    const began = performance.now();
    const { protocol, hostname, port } = this.site;
    const authorization = this.credentials ? { authorization: `Basic ${btoa(this.credentials)}` } : {};
    const options = {
      hostname,
      port,
      path,
      method,
      headers: { ...authorization, ...headers },
      ...(signal && { signal }),
    };
    return new Promise((resolve) => {
      /** @param {number} status @param {string} text @param {Answer["headers"]} told */
      const end = (status, text, told = {}) =>
        resolve({ status, ms: Math.round(performance.now() - began), headers: told, text });
      const sent = (protocol === "https:" ? request : plainRequest)(options, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part) => (text += part));
        response.on("error", (error) => end(0, error.message));
        response.on("end", () => end(response.statusCode ?? 0, text, response.headers));
      });
      sent.on("error", (error) => end(0, error.message));
      sent.end(body);
    });
  }

  /** A call of the API. @param {string} method @param {string} path @param {Record<string, string>} [fields] @param {AbortSignal} [signal] */
  call(method, path, fields = {}, signal) {
    const form = new URLSearchParams(fields).toString();
    const more = signal ? { signal } : {};
    if (method === "GET") return this.send(`/api/v1${path}${form && "?"}${form}`, { method, ...more });
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "content-length": String(Buffer.byteLength(form)),
    };
    return this.send(`/api/v1${path}`, { method, headers, body: form, ...more });
  }

  /** Uploads a file of so many bytes. @param {number} bytes */
  upload(bytes) {
    const boundary = "parley-account-check";
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="f"; filename="check.bin"\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), Buffer.alloc(bytes, "x"), Buffer.from(`\r\n--${boundary}--\r\n`)]);
    const headers = {
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "content-length": String(body.length),
    };
    return this.send("/api/v1/user_uploads", { method: "POST", headers, body });
  }

  /** An answer of the API that has to be a success. @param {Promise<Answer>} answer */
  async ok(answer) {
    const { status, text } = await answer;
    if (status !== 200) throw new Error(`answered ${status}: ${text.slice(0, 200)}`);
    return JSON.parse(text);
  }
}

/** How often each status came. @param {readonly { status: number }[]} answers */
export function statuses(answers) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const { status } of answers) counts[status || "broken"] = (counts[status || "broken"] ?? 0) + 1;
  return counts;
}

/** The median and the slowest hundredth. @param {readonly { ms: number }[]} answers */
export function times(answers) {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (/** @type {number} */ share) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}
