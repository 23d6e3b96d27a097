import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { json } from "../../../endpoints/parameter.ts";
import { boundedList } from "../../../protocol/bounded.ts";
import { orderFields } from "./profile-fields.ts";

export const orderFieldsEndpoint = action({
  route: "PATCH /realm/profile_fields",
  by: "administrator",
  params: { order: json(boundedList(v.pipe(v.number(), v.integer()), "ids")) },
  reply: {},
  run({ realm, params }) {
    orderFields(realm, params.order);
    return {};
  },
});
