import { CallRoomObject } from "../../src/call-room-object.ts";
import type { Env } from "../../src/config/env.ts";
import { HasherObject } from "../../src/hasher-object.ts";
import { ImporterObject } from "../../src/importer-object.ts";
import { RealmObject } from "../../src/realm-object.ts";
import { RelayObject } from "../../src/relay-object.ts";
import type { CallFacts, Verdict } from "../../src/rpc/call-room-port.ts";
import type { PollCall, RealmCall } from "../../src/rpc/realm-call.ts";
import { counts, meterDatabase, meterFiles, meterLog, meterStorage, settle } from "./platform-meter.ts";

// The metered objects, in their own isolate.

meterLog();

export class Realm extends RealmObject {
  constructor(state: DurableObjectState, env: Env) {
    meterStorage(state.storage);
    meterDatabase(env.DB);
    meterFiles(env.UPLOADS);
    super(state, env);
  }

  override call(call: RealmCall) {
    counts.object_requests += 1;
    return super.call(call);
  }
  override hold(call: PollCall) {
    counts.object_requests += 1;
    return super.hold(call);
  }
  override fetch(request: Request) {
    counts.object_requests += 1;
    return super.fetch(request);
  }
  override alarm() {
    counts.object_requests += 1;
    return super.alarm();
  }
  override webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer) {
    counts.object_messages += 1;
    super.webSocketMessage(socket, frame);
  }
}

export class Hasher extends HasherObject {
  override hash(password: string, iterations: number) {
    counts.object_requests += 1;
    return super.hash(password, iterations);
  }
  override verify(password: string, stored: string) {
    counts.object_requests += 1;
    return super.verify(password, stored);
  }
}

export class Importer extends ImporterObject {}

export class CallRoom extends CallRoomObject {
  override fetch(request: Request) {
    counts.object_requests += 1;
    return super.fetch(request);
  }
  override begin(call: CallFacts) {
    counts.object_requests += 1;
    return super.begin(call);
  }
  override members(version: number) {
    counts.object_requests += 1;
    return super.members(version);
  }
  override settle(verdict: Verdict) {
    counts.object_requests += 1;
    return super.settle(verdict);
  }
  override end() {
    counts.object_requests += 1;
    return super.end();
  }
  override alarm() {
    counts.object_requests += 1;
    return super.alarm();
  }
  override webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer) {
    counts.object_messages += 1;
    return super.webSocketMessage(socket, frame);
  }
}

export class Relay extends RelayObject {
  constructor(state: DurableObjectState, env: Env) {
    super(state, { ...env, REALM: countingLinks(env.REALM) });
  }

  override fetch(request: Request) {
    counts.object_requests += 1;
    return super.fetch(request);
  }
  override link() {
    counts.object_requests += 1;
    return super.link();
  }
  override webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer) {
    counts.object_messages += 1;
    super.webSocketMessage(socket, frame);
  }
}

/** Counts the frames on links that relays open, which are billed like frames on WebSockets that an object accepted. */
const countingLinks = (realms: DurableObjectNamespace) =>
  ({
    idFromName: (name: string) => realms.idFromName(name),
    get: (id: DurableObjectId, options?: DurableObjectNamespaceGetDurableObjectOptions) => ({
      async fetch(url: string, init: RequestInit) {
        const response = await realms.get(id, options).fetch(url, init);
        response.webSocket?.addEventListener("message", () => {
          counts.object_messages += 1;
        });
        return response;
      },
    }),
  }) as unknown as DurableObjectNamespace;

export default { fetch: () => Response.json(settle()) } satisfies ExportedHandler<Env>;
