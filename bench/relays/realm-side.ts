import type { Env } from "../../src/config/env.ts";
import { NAME_HEADER } from "./far-realm.ts";

// The objects, in their own isolate. Other processes can send requests to the realm, too.

export { CallRoomObject as CallRoom } from "../../src/call-room-object.ts";
export { HasherObject as Hasher } from "../../src/hasher-object.ts";
export { ImporterObject as Importer } from "../../src/importer-object.ts";
export { RealmObject as Realm } from "../../src/realm-object.ts";
export { RelayObject as Relay } from "../../src/relay-object.ts";

export default {
  fetch: (request, { REALM }) => REALM.get(REALM.idFromName(request.headers.get(NAME_HEADER) ?? ".")).fetch(request),
} satisfies ExportedHandler<Env>;
