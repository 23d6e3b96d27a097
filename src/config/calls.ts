import * as v from "valibot";
import { isWebAddress } from "../protocol/web-address.ts";
import type { Env } from "./env.ts";
import { defaultOf } from "./settings.ts";

export interface RealtimeService {
  readonly url: string;
  readonly token: string;
}

export interface Calls {
  readonly isOn: boolean;
  /** ICE servers in the form RTCPeerConnection takes. */
  readonly iceServers: readonly object[];
  /** A TURN server, and the secret it shares with this server (coturn's `use-auth-secret`). */
  readonly turn: { readonly urls: readonly string[]; readonly secret: string } | null;
  /** The SFU for media. If null, browsers connect directly. */
  readonly sfu: RealtimeService | null;
  /** Key of Cloudflare's TURN service, which issues credentials. */
  readonly turnKey: RealtimeService | null;
}

const url = v.pipe(v.string(), v.regex(/^(stun|stuns|turn|turns):[\w.:[\]-]+(\?transport=(udp|tcp))?$/));
const serversSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(
    v.object({
      urls: v.union([url, v.array(url)]),
      username: v.optional(v.string()),
      credential: v.optional(v.string()),
    }),
  ),
);

/** Ignores invalid settings, because `parley start` and `parley deploy` reject them. */
export function readCalls(env: Env): Calls {
  const servers = v.safeParse(serversSchema, env.CALLS_ICE_SERVERS ?? "[]");
  const urls = (env.CALLS_TURN_URLS ?? "").split(/[\s,]+/).filter((one) => v.is(url, one));
  const { CALLS_TURN_SECRET: secret } = env;
  const base = realtimeUrl(env);
  return {
    sfu: service(`${base}/apps`, env.CALLS_SFU_APP_ID, env.CALLS_SFU_SECRET),
    turnKey: service(`${base}/turn/keys`, env.CALLS_TURN_KEY_ID, env.CALLS_TURN_TOKEN),
    isOn: env.CALLS !== "off",
    iceServers: servers.success ? servers.output : [],
    turn: secret && urls.length > 0 ? { urls, secret } : null,
  };
}

/** Whether browsers can connect through a relay that hides their IP addresses. */
export function hasRelay({ turn, turnKey, iceServers }: Calls): boolean {
  return turn !== null || turnKey !== null || /"turns?:/.test(JSON.stringify(iceServers));
}

function realtimeUrl({ CALLS_SFU_URL: url }: Env): string {
  const known = url && isWebAddress(url) ? url : defaultOf("CALLS_SFU_URL");
  return known.replace(/\/+$/, "");
}

const service = (url: string, id: string | undefined, token: string | undefined): RealtimeService | null =>
  id && token ? { url: `${url}/${encodeURIComponent(id)}`, token } : null;
