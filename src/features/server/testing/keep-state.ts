import * as v from "valibot";
import { keepState } from "../../../database/kept-states.ts";
import { action } from "../../../endpoints/endpoint.ts";

/** Keeps the present state of the organization's own database, to which it can be put back, as the platform does all the time. */
export const keepStateEndpoint = action({
  route: "POST /testing/states",
  by: "anyone",
  limited: false,
  params: {},
  reply: { bookmark: v.string() },
  run: ({ realm }) => ({ bookmark: keepState(realm.sql, realm.clock.milliseconds()) }),
});
