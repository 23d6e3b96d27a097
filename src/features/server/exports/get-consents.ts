import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { consentSchema } from "./events.ts";
import { consents } from "./rows.ts";

export const getConsentsEndpoint = action({
  route: "GET /export/realm/consents",
  by: "administrator",
  params: {},
  reply: { export_consents: v.array(consentSchema) },
  run: ({ realm }) => ({
    export_consents: consents
      .all(realm.sql, {})
      .map(({ user_id, consented }) => ({ user_id, consented: consented === 1 })),
  }),
});
