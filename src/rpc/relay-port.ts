import type { Config } from "../config/config.ts";
import type { Env } from "../config/env.ts";
import type { Region } from "../config/object-location.ts";
import { objectStub } from "./object-stub.ts";
import { type Opening, RELAY_HEADER, relayObjectName } from "./relay-frames.ts";

/** A failure caused by a test. */
export type Lost = "nothing" | "link" | "relay";

/** A relay (src/relay-object.ts), as seen by the Worker and the realm. */
interface RelayPort {
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Makes the relay reconnect to the realm if it holds streams. Resolves to true if it does. */
  link(): Promise<boolean>;
  /** For tests: loses the link or the whole relay. Returns the number of streams held before. */
  lose(what: Lost): Promise<number>;
}

/** Closest region to most people of a continent, by Cloudflare's continent code. */
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
  // The generated type of a stub doesn't include the class's methods.
  return objectStub(RELAY, relayObjectName(subdomain, relay), { ...place, region }) as RelayPort;
}

/** Makes a relay reconnect to the realm. Resolves to true if the relay holds streams. */
export const callRelay = (env: Relays, config: Pick<Config, "place">, subdomain: string, relay: string) =>
  stubOf(env, config, subdomain, relay).link();

export const openAtRelay = (env: Relays, config: Pick<Config, "place">, opening: Opening): Promise<Response> =>
  stubOf(env, config, opening.subdomain, opening.relay).fetch("https://relay/open", {
    headers: { Upgrade: "websocket", [RELAY_HEADER]: JSON.stringify(opening) },
  });

/** For tests: makes a relay lose its link or all of its state. Returns the number of streams held before. */
export const loseAtRelay = (
  env: Relays,
  config: Pick<Config, "place">,
  { subdomain, relay, what }: { readonly subdomain: string; readonly relay: string; readonly what: Lost },
): Promise<number> => stubOf(env, config, subdomain, relay).lose(what);
