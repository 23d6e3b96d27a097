import type { Env } from "./config/env.ts";
import { features } from "./features.ts";
import { createRouter } from "./http/router.ts";

export { HasherObject as Hasher } from "./hasher-object.ts";
export { ImporterObject as Importer } from "./importer-object.ts";
export { RealmObject as Realm } from "./realm-object.ts";

const fetch = createRouter(features);

export default { fetch } satisfies ExportedHandler<Env>;
