import type { Env } from "./config/env.ts";
import { receiveEmail } from "./features/integrations/incoming-email/receive-email.ts";
import { reportDaily } from "./features/server/push-registration/report-organizations.ts";
import { features } from "./features.ts";
import { createRouter } from "./http/router.ts";

export { CallRoomObject as CallRoom } from "./call-room-object.ts";
export { HasherObject as Hasher } from "./hasher-object.ts";
export { ImporterObject as Importer } from "./importer-object.ts";
export { RealmObject as Realm } from "./realm-object.ts";
export { RelayObject as Relay } from "./relay-object.ts";

const fetch = createRouter(features);

export default { fetch, email: receiveEmail, scheduled: reportDaily } satisfies ExportedHandler<Env>;
