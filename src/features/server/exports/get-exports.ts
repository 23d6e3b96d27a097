import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { exportSchema } from "./events.ts";
import { exportObjects } from "./exports.ts";

export const getExportsEndpoint = action({
  route: "GET /export/realm",
  by: "administrator",
  params: {},
  reply: { exports: v.array(exportSchema) },
  run: ({ realm }) => ({ exports: exportObjects(realm) }),
});
