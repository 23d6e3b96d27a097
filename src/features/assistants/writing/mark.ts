import type { Grant } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { countToolCall } from "./limits.ts";
import type { Outcome } from "./results.ts";

/**
 * Lets an assistant change something other than a message, such as a reaction; the tool then makes the change. Where the
 * organization requires approval of all writes it is refused, since only messages wait for approval.
 */
export function letMark(realm: Realm, grant: Grant): Outcome {
  countToolCall(realm, grant, "write");
  if (grant.approval === "all")
    throw badRequest(
      "The person has to approve this, and only messages are kept until then: ask them to do it themselves.",
    );
  return { state: "sent" };
}
