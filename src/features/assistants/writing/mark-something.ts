import { action } from "../../../endpoints/endpoint.ts";
import { grantOf } from "./grant-of.ts";
import { letMark } from "./mark.ts";
import { outcomeFields } from "./results.ts";

/** Counts a call that changes something other than messages. */
export const markEndpoint = action({
  route: "POST /assistants/marks",
  internal: true,
  scope: "write",
  limited: false,
  params: {},
  reply: outcomeFields,
  run: ({ realm, actor }) => letMark(realm, grantOf(actor)),
});
