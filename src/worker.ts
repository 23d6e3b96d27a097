import type { Env } from "./config/env.ts";
import { features } from "./features.ts";
import { server } from "./http/serve.ts";

export { RealmObject as Realm } from "./realm-object.ts";

const serve = server(features);

export default {
  fetch: (request, env, context) => serve(request, env, context),
} satisfies ExportedHandler<Env>;
