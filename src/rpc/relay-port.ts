import type { Config } from "../config/config.ts";
import type { Env } from "../config/env.ts";
import type { Region } from "../config/place.ts";
import { objectStub } from "./object-stub.ts";
import { type Opening, RELAY_HEADER, relayObjectName } from "./relay-frames.ts";

/** A loss that a test brings about. */
export type Lost = "nothing" | "link" | "relay";

/** A relay (src/relay-object.ts), as the Worker and the realm speak to it. */
interface RelayPort {
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Makes its link to the realm anew, if it holds streams. Whether it does. */
  link(): Promise<boolean>;
  /** For tests: loses something. The number of streams that it holds before. */
  lose(what: Lost): Promise<number>;
}

/** The region that is near most people of a continent, by the code that Cloudflare gives it. */
const REGIONS: Readonly<Record<string, Region>> = {
  AF: "afr",
  AS: "apac",
  EU: "weur",
  NA: "enam",
  OC: "oc",
  SA: "sam",
};

type Relays = Pick<Env, "RELAY">;

function stubOf({ RELAY }: Relays, { place }: Pick<Config, "place">, subdomain: string, relay: string): RelayPort {
  const [continent = ""] = relay.split("-");
  const region = REGIONS[continent] ?? place.region;
  // The generated type of a stub says nothing of the class's methods.
  return objectStub(RELAY, relayObjectName(subdomain, relay), { ...place, region }) as RelayPort;
}

/** Has a relay make its link to the realm anew. Whether it holds streams. */
export const callRelay = (env: Relays, config: Pick<Config, "place">, subdomain: string, relay: string) =>
  stubOf(env, config, subdomain, relay).link();

/** Has a relay open a stream: it answers with a WebSocket. */
export const openAtRelay = (env: Relays, config: Pick<Config, "place">, opening: Opening): Promise<Response> =>
  stubOf(env, config, opening.subdomain, opening.relay).fetch("https://relay/open", {
    headers: { Upgrade: "websocket", [RELAY_HEADER]: JSON.stringify(opening) },
  });

/** For tests: has a relay lose something. The number of streams that it holds before. */
export const loseAtRelay = (
  env: Relays,
  config: Pick<Config, "place">,
  { subdomain, relay, what }: { readonly subdomain: string; readonly relay: string; readonly what: Lost },
): Promise<number> => stubOf(env, config, subdomain, relay).lose(what);
