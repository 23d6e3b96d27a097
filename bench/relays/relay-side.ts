import { RelayObject } from "../../src/relay-object.ts";
import worker from "../../src/worker.ts";
import { type FarEnv, withFarRealm } from "./far-realm.ts";

// The Worker and its relays, for a realm in another process.

export { CallRoomObject as CallRoom } from "../../src/call-room-object.ts";
export { HasherObject as Hasher } from "../../src/hasher-object.ts";
export { ImporterObject as Importer } from "../../src/importer-object.ts";
export { RealmObject as Realm } from "../../src/realm-object.ts";

export class Relay extends RelayObject {
  constructor(state: DurableObjectState, env: FarEnv) {
    super(state, withFarRealm(env));
  }
}

export default {
  fetch(request, env, context) {
    const near = new Request(request, { cf: { continent: env.CONTINENT } as IncomingRequestCfProperties });
    return worker.fetch(near, withFarRealm(env), context);
  },
} satisfies ExportedHandler<FarEnv>;
