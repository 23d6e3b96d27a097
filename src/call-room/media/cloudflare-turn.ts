import * as v from "valibot";
import type { RealtimeService } from "../../config/calls.ts";
import type { Log } from "../../logging/log.ts";
import { askRealtime } from "./sfu.ts";

/** Outlasts most calls, because a TURN connection ends when its credentials expire. */
export const TURN_LIFE_SECONDS = 4 * 3600;

/** Short, because a joining user waits for it. */
const TIMEOUT_MS = 3000;

const text = v.pipe(v.string(), v.maxLength(1024));
const serverSchema = v.object({
  urls: v.union([text, v.pipe(v.array(text), v.maxLength(20))]),
  username: v.optional(text),
  credential: v.optional(text),
});
const answerSchema = v.object({ iceServers: v.pipe(v.array(serverSchema), v.maxLength(20)) });

export interface TurnServers {
  readonly name: string;
  readonly servers: readonly object[];
}

/** Cloudflare's TURN servers, which relay media for browsers that can't connect otherwise. */
export class CloudflareTurn {
  constructor(
    private readonly service: RealtimeService,
    private readonly log: Log,
  ) {}

  /** Creates credentials. Returns null if that fails. */
  async make(): Promise<TurnServers | null> {
    const json = await this.#ask("/credentials/generate-ice-servers", { ttl: TURN_LIFE_SECONDS });
    const read = v.safeParse(answerSchema, json);
    const iceServers = read.success ? read.output.iceServers : [];
    const name = iceServers.find(({ username }) => username !== undefined)?.username;
    if (name === undefined) return null;
    // Browsers refuse to connect to the DNS port.
    const good = (urls: string | readonly string[]) => [urls].flat().filter((url) => !/:53(\?|$)/.test(url));
    return { name, servers: iceServers.map((server) => ({ ...server, urls: good(server.urls) })) };
  }

  /** Revokes credentials early. Returns false if the request should be retried. */
  async revoke(name: string): Promise<boolean> {
    return (await this.#ask(`/credentials/${encodeURIComponent(name)}/revoke`, {})) !== null;
  }

  async #ask(path: string, content: object): Promise<unknown> {
    const operation = path.replace(/^\/credentials\/[^/]+\//, "/credentials/:name/");
    try {
      const { status, json } = await askRealtime(this.service, "POST", path, content, TIMEOUT_MS);
      // Unknown credentials count as revoked.
      if (status < 300 || (status === 404 && operation.endsWith("revoke"))) return json ?? {};
      this.log.warn("turn_service_refused", { operation, status });
    } catch (error) {
      this.log.trouble("turn_service_unreachable", error, { operation });
    }
    return null;
  }
}
