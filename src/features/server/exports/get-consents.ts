import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { consents } from "../../organization/users/public.ts";
import { consentSchema } from "./events.ts";

export const getConsentsEndpoint = action({
  route: "GET /export/realm/consents",
  by: "administrator",
  params: {},
  reply: { export_consents: v.array(consentSchema) },
  run: ({ realm }) => ({ export_consents: consents(realm) }),
});
