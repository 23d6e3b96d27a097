import { existsSync, readFileSync } from "node:fs";
import { request as plainRequest } from "node:http";
import { request } from "node:https";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Failure } from "../server/failure.mjs";
import { readPrivate } from "../server/private-file.mjs";

/** @typedef {{ id: number, state: string, sources_read: number, sources: number, bytes: number, path: string | null, etag: string | null }} State */
/** @typedef {State & { path: string, etag: string }} Done */

/** How long a server that does not answer, such as one that is restarted, is waited for. */
const PATIENCE_MS = 120_000;
const RETRY_MS = 500;
/** Each question is counted as an attempt at the setup token, of which a server allows few. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;

/** Whoever runs a server: calls the endpoints that are for them. */
export class Operator {
  /** @param {URL} address where to connect @param {string} host whose name requests have @param {Record<string, string>} fields */
  constructor(address, host, fields) {
    this.address = address;
    this.host = host;
    this.fields = fields;
  }

  /** Of the server that runs on this machine with a data directory. @param {string} data @param {{ organization: string, token: string | undefined }} about */
  static here(data, { organization, token }) {
    const note = join(data, "run", "server.json");
    /** @type {{ url?: string, address?: string }} */
    const { url, address } = existsSync(note) ? JSON.parse(readFileSync(note, "utf8")) : {};
    if (!url || !address) throw new Failure(`no server runs with ${data}; start it, or say --data or --site`);
    const known = token ?? readPrivate(join(data, "setup-token"))?.trim();
    return new Operator(new URL(address), new URL(url).host, fieldsOf(organization, known));
  }

  /** Of a server elsewhere. @param {string} site @param {{ organization: string, token: string | undefined }} about */
  static elsewhere(site, { organization, token }) {
    const address = URL.parse(site);
    if (address === null || !/^https?:$/.test(address.protocol)) {
      throw new Failure(`--site takes an address such as https://chat.example.org, not "${site}"`, 2);
    }
    return new Operator(address, address.host, fieldsOf(organization, token));
  }

  /**
   * The answer to a request, whose body is for the caller to read.
   *
   * @param {string} method @param {string} path @param {{ host?: string, headers?: Record<string, string>, body?: string }} [asked]
   * @returns {Promise<import("node:http").IncomingMessage>}
   */
  send(method, path, { host = this.host, headers = {}, body = "" } = {}) {
    const { protocol, hostname, port } = this.address;
    const options = {
      ...{ hostname: hostname.replace(/^\[|\]$/g, ""), port, method, path, timeout: 60_000 },
      servername: host.replace(/:\d+$/, ""),
      headers: { host, "content-length": String(Buffer.byteLength(body)), ...headers },
    };
    return new Promise((resolve, reject) => {
      const sent = (protocol === "https:" ? request : plainRequest)(options, resolve);
      sent.on("timeout", () => sent.destroy(new Error("no answer")));
      sent.on("error", reject);
      sent.end(body);
    });
  }

  /** Calls an endpoint of the API, again and again while the server does not answer. @param {string} path @param {Record<string, string>} [more] */
  async call(path, more = {}) {
    const body = new URLSearchParams({ ...this.fields, ...more }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    for (const deadline = Date.now() + PATIENCE_MS; ; await pause(RETRY_MS)) {
      const answer = await this.send("POST", `/api/v1${path}`, { headers, body }).then(readAnswer, (error) => error);
      if (!(answer instanceof Error)) {
        if (answer.status === 200) return answer.reply;
        if (answer.status !== 503 && answer.status !== 429)
          throw new Failure(`the server refuses: ${answer.reply.msg}`);
      }
      if (Date.now() > deadline) {
        throw new Failure(
          `the server does not answer (${answer instanceof Error ? answer.message : answer.reply.msg})`,
        );
      }
    }
  }

  /** Begins an export, or goes on with one that is there, and waits until it is done. @param {boolean} secrets @param {(line: string) => void} say @returns {Promise<Done>} */
  async exported(secrets, say) {
    /** @type {State} */
    let state = await this.call("/organizations/export", { secrets: String(secrets) });
    const { id } = state;
    let told = "";
    for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(ms * 2, LONGEST_PAUSE_MS)) {
      if (state.id !== id || state.state === "ended") throw new Failure("somebody else has ended the export");
      if (state.state === "failed") throw new Failure("the server could not write the export; its log says why");
      if (state.state === "done" && state.path !== null && state.etag !== null) {
        return { ...state, path: state.path, etag: state.etag };
      }
      const line = `written: ${(state.bytes / 1e6).toFixed(1)} MB, ${state.sources_read} of ${state.sources} tables`;
      if (line !== told) say(line);
      told = line;
      await pause(ms);
      state = await this.call("/organizations/export/state");
    }
  }

  /** The host by which the organization is reached. */
  get organizationHost() {
    const subdomain = this.fields["subdomain"];
    return subdomain ? `${subdomain}.${this.host}` : this.host;
  }
}

/** @param {string} subdomain @param {string | undefined} token */
const fieldsOf = (subdomain, token) => ({ subdomain, ...(token && { setup_token: token }) });

/** @param {import("node:http").IncomingMessage} response */
async function readAnswer(response) {
  let text = "";
  for await (const part of response.setEncoding("utf8")) text += part;
  const reply = text.startsWith("{") ? JSON.parse(text) : { msg: `${response.statusCode}` };
  return { status: response.statusCode ?? 0, reply };
}
