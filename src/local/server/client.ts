import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { Failure } from "../system/failure.ts";

export type Client = ReturnType<typeof createClient>;

export interface Reply {
  readonly result?: string;
  readonly msg?: string;
  [field: string]: unknown;
}

/** The number of times that /health can say that the server is failing before the start gives up. */
const mostRefusals = 4;
const pauseMs = 300;

interface OwnServer {
  readonly host: string;
  readonly port: number;
  readonly site: string;
  /** The setup token, with which the server says what is wrong. */
  readonly token?: string;
}

interface Answer {
  readonly status: number;
  readonly reply: Reply;
}

/**
 * A client on the server's own machine: it connects to the address that the server listens on, and names its site's
 * host.
 */
export function createClient({ host, port, site, token }: OwnServer) {
  const { host: name } = new URL(site);

  function send(method: string, path: string, form?: Record<string, string>) {
    return new Promise<Answer>((resolve, reject) => {
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
    });
  }

  return {
    site,
    get: async (path: string) => (await send("GET", path)).reply,
    post: async (path: string, form: Record<string, string>) => (await send("POST", path, form)).reply,

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
