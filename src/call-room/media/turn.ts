import * as v from "valibot";
import type { RealtimeService } from "../../config/calls.ts";
import type { Log } from "../../logging/log.ts";
import { askRealtime } from "./ask-realtime.ts";

/** A way through TURN ends with its name, so that it is good for longer than most calls. */
export const TURN_LIFE_SECONDS = 4 * 3600;

/** A short time: somebody who joins waits for it. */
const TIMEOUT_MS = 3000;

const text = v.pipe(v.string(), v.maxLength(1024));
const serverSchema = v.object({
  urls: v.union([text, v.pipe(v.array(text), v.maxLength(20))]),
  username: v.optional(text),
  credential: v.optional(text),
});
const answerSchema = v.object({ iceServers: v.pipe(v.array(serverSchema), v.maxLength(20)) });

/** Servers with a name and password that are good for a while. */
export interface TurnServers {
  readonly name: string;
  readonly servers: readonly object[];
}

/** Cloudflare's TURN servers, which pass media on for browsers that reach nothing else. */
export class CloudflareTurn {
  constructor(
    private readonly service: RealtimeService,
    private readonly log: Log,
  ) {}

  /** Makes a name and password; null where that is not to be had. */
  async make(): Promise<TurnServers | null> {
    const json = await this.#ask("/credentials/generate-ice-servers", { ttl: TURN_LIFE_SECONDS });
    const read = v.safeParse(answerSchema, json);
    const iceServers = read.success ? read.output.iceServers : [];
    const name = iceServers.find(({ username }) => username !== undefined)?.username;
    if (name === undefined) return null;
    // Browsers refuse the port of the DNS.
    const good = (urls: string | readonly string[]) => [urls].flat().filter((url) => !/:53(\?|$)/.test(url));
    return { name, servers: iceServers.map((server) => ({ ...server, urls: good(server.urls) })) };
  }

  /** Ends a name before its time; false where it is to be tried again. */
  async revoke(name: string): Promise<boolean> {
    return (await this.#ask(`/credentials/${encodeURIComponent(name)}/revoke`, {})) !== null;
  }

  async #ask(path: string, content: object): Promise<unknown> {
    const operation = path.replace(/^\/credentials\/[^/]+\//, "/credentials/:name/");
    try {
      const { status, json } = await askRealtime(this.service, "POST", path, content, TIMEOUT_MS);
      // A name that is not known any more is revoked.
      if (status < 300 || (status === 404 && operation.endsWith("revoke"))) return json ?? {};
      this.log.warn("turn_service_refused", { operation, status });
    } catch (error) {
      this.log.trouble("turn_service_unreachable", error, { operation });
    }
    return null;
  }
}
