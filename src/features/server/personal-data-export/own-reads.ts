import { type Endpoint, WithHeaders } from "../../../api/endpoint.ts";
import { withAbsent } from "../../../api/parameter.ts";
import type { Env } from "../../../config/env.ts";
import type { BulkReader } from "../../../database/bulk-reader.ts";
import type { Feature } from "../../../feature.ts";
import type { Actor } from "../../../protocol/actor.ts";
import type { QueueClient } from "../../../realm/events/queue-client.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { StateSlice } from "../../../realm/state-slice.ts";
import type { RequestFacts } from "../../../rpc/request-facts.ts";
import { type Json, toJson } from "./pages.ts";
import { type OwnRoute, PAGED, SECTIONS } from "./sections.ts";

/** The client that responses are formatted for. */
const CLIENT = "website";

const QUEUE_CLIENT: QueueClient = {
  name: CLIENT,
  capabilities: [
    ...(["notification_settings_null", "user_settings_object", "empty_topic_name", "archived_channels"] as const),
    "parley_onboarding_steps",
  ],
  event_types: null,
  apply_markdown: false,
  client_gravatar: false,
  slim_presence: true,
  include_subscribers: false,
  all_public_streams: false,
  narrow: [],
};

interface Reader {
  readonly realm: Realm;
  readonly env: Env;
  readonly bulk: BulkReader;
  readonly actor: Actor;
}

/**
 * Reads the data through the API as the account itself, so that the export contains exactly what the account can see in
 * its clients. The account's permission was checked when it requested the export.
 */
export class OwnReads {
  readonly #slices: readonly StateSlice[];
  readonly #endpoints: ReadonlyMap<string, Endpoint>;

  /** Throws if the endpoint or state of a section doesn't exist, so that the server fails to start. */
  constructor(features: readonly Feature[]) {
    this.#slices = features.flatMap(({ state = [] }) => state);
    this.#endpoints = new Map(features.flatMap(({ endpoints = [] }) => endpoints.map((one) => [one.route, one])));
    const known = new Set([...this.#endpoints.keys(), ...this.#slices.flatMap(({ types }) => types)]);
    const unknown = [...PAGED, ...Object.values(SECTIONS).flat()].filter((read) => !known.has(read));
    if (unknown.length > 0) throw new Error(`personal-data-export reads what no feature has: ${unknown.join(", ")}`);
  }

  async ask({ realm, env, bulk, actor }: Reader, route: OwnRoute, fields: Record<string, unknown> = {}): Promise<Json> {
    const endpoint = this.#endpoints.get(route);
    const params = endpoint && withAbsent(endpoint.params, fields);
    if (endpoint === undefined || params === undefined) throw new Error(`no read ${route} of an account's own data`);
    const request = factsOf(realm);
    const inRealm = { realm, actor, params, request, sendsFile: false };
    const inWorker = { params, request, config: realm.config, env, bulk, files: [], parts: null, log: realm.log };
    let reply: unknown;
    const plan = realm.change(() => endpoint.plan?.(inRealm));
    if (endpoint.kind === "query") {
      await realm.shipper.caughtUp();
      reply = await endpoint.shape?.({ ...inWorker, plan });
    } else {
      const prepared = await endpoint.prepare?.({ ...inWorker, plan });
      const result = realm.change(() => endpoint.run?.({ ...inRealm, prepared }));
      reply = endpoint.shape === undefined ? result : await endpoint.shape({ ...inWorker, result });
    }
    return toJson(reply instanceof WithHeaders ? reply.fields : reply);
  }

  /** Returns the state of the given types, as POST /register would. */
  state({ realm, actor }: Pick<Reader, "realm" | "actor">, types: readonly string[]): Json {
    const fetches = (type: string) => types.includes(type);
    const context = { realm, actor, client: QUEUE_CLIENT, request: factsOf(realm), presenceHistoryDays: 1, fetches };
    const slices = this.#slices.filter((slice) => slice.types.some(fetches));
    return realm.change(() =>
      toJson(Object.assign({}, ...slices.map((slice) => slice.shape(slice.collect(context), QUEUE_CLIENT)))),
    );
  }
}

const factsOf = (realm: Realm): RequestFacts => ({
  id: "own data",
  origin: realm.url,
  address: "",
  userAgent: "",
  client: CLIENT,
});
