import { setTimeout as pause } from "node:timers/promises";
import { Failure } from "../os/failure.ts";
import { replyOf, send } from "../os/send.ts";

export type Client = ReturnType<typeof createClient>;

/** Failures that /health can report before the start gives up. */
const mostRefusals = 4;
const pauseMs = 300;
const HEALTH_TIMEOUT_MS = 10_000;

interface OwnServer {
  readonly host: string;
  readonly port: number;
  readonly site: string;
  /** Setup token. The server reports details only to requests that include it. */
  readonly token?: string;
  /** Called with the id of each request that the program answered. */
  readonly onAnswer?: ((requestId: string) => void) | undefined;
}

/**
 * Creates a client on the server's own machine. It connects to the server's listening address, but uses its site's host
 * name.
 */
export function createClient({ host, port, site, token, onAnswer }: OwnServer) {
  const address = new URL(`http://${host.includes(":") ? `[${host}]` : host}:${port}`);

  async function ask(path: string, form?: Record<string, string>) {
    const headers = {
      host: new URL(site).host,
      connection: "close",
      ...(token && path === "/health" && { authorization: `Bearer ${token}` }),
      ...(form && { "content-type": "application/x-www-form-urlencoded" }),
    };
    const posted = form && { method: "POST", body: new URLSearchParams(form).toString() };
    // Only /health has a time limit. On a slow machine, other requests, such as creating an organization, may take
    // long.
    const patience = path === "/health" && { timeoutMs: HEALTH_TIMEOUT_MS };
    const response = await send(address, path, { headers, ...patience, ...posted }).catch(({ message }) => {
      throw new Failure(`the server does not answer (${message})`);
    });
    const id = response.headers["x-request-id"];
    if (typeof id === "string") onAnswer?.(id);
    return { status: response.statusCode ?? 0, reply: await replyOf(response) };
  }

  return {
    site,
    get: async (path: string) => (await ask(path)).reply,
    post: async (path: string, form: Record<string, string>) => (await ask(path, form)).reply,

    /** Waits for the first healthy response, for as long as a slow machine might need. */
    async untilHealthy() {
      const deadline = Date.now() + 30_000;
      let refusals = 0;
      for (;;) {
        const answer = await ask("/health").catch((error) => error);
        if (answer.status === 200) return;
        if (answer.reply?.code === "SERVER_OUTDATED") throw new Failure(`newer data: ${answer.reply.msg}`);
        if (answer.reply?.status === "failing") {
          refusals += 1;
          if (refusals >= mostRefusals) throw new Failure(answer.reply.reason);
          await pause(pauseMs);
        }
        if (Date.now() > deadline) {
          if (answer instanceof Error) throw answer;
          throw new Failure(`the server answers ${answer.status} to GET /health`);
        }
        await pause(20);
      }
    },
  };
}
