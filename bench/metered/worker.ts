import type { Env } from "../../src/config/env.ts";
import worker from "../../src/worker.ts";
import { COUNTS_PATH } from "../cost/counts-path.ts";
import { counts, meterDatabase, meterFiles, meterLog, settle } from "./platform-meter.ts";

// The metered Worker. Its objects are in another isolate (objects.ts).

meterLog();

export default {
  fetch(request, env, context) {
    if (new URL(request.url).pathname === COUNTS_PATH) return Response.json(settle());
    counts.requests += 1;
    meterDatabase(env.DB);
    meterFiles(env.UPLOADS);
    return worker.fetch(request, env, context);
  },
} satisfies ExportedHandler<Env>;
