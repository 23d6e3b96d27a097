import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { checkSynchronizing, draftsOf } from "./drafts.ts";
import { draftSchema } from "./events.ts";

export const getDraftsEndpoint = action({
  route: "GET /drafts",
  params: {},
  reply: { count: v.number(), drafts: v.array(draftSchema) },
  run({ realm, actor }) {
    checkSynchronizing(realm, actor);
    const drafts = draftsOf(realm, actor.user_id);
    return { count: drafts.length, drafts };
  },
});
