import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { fieldSchema } from "./events.ts";
import { fieldObjects } from "./profile-fields.ts";

export const getFieldsEndpoint = action({
  route: "GET /realm/profile_fields",
  params: {},
  reply: { custom_fields: v.array(fieldSchema) },
  run: ({ realm }) => ({ custom_fields: fieldObjects(realm) }),
});
