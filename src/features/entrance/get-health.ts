import * as v from "valibot";
import { action } from "../../http/endpoint.ts";

export const getHealthEndpoint = action({
  route: "GET /health",
  by: "anyone",
  always: true,
  limited: false,
  params: {},
  reply: {
    status: v.picklist(["ok", "lagging"]),
    organization: v.boolean(),
    bulk_store: v.optional(v.object({ waiting: v.boolean(), failures: v.number() })),
  },
  run({ realm }) {
    const bulk_store = realm.shipper.lag;
    const status = bulk_store.failures > 0 ? ("lagging" as const) : ("ok" as const);
    return { status, organization: true, bulk_store };
  },
  absent: () => ({ status: "ok" as const, organization: false }),
});
