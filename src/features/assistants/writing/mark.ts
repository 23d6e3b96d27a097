import type { Grant } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { countToolCall } from "./limits.ts";
import type { Outcome } from "./results.ts";

/**
 * Lets an assistant change something that is no message, as a reaction: the tool does it then. Where the organization has people
 * approve whatever is changed, it is refused: they do that more quickly themselves than they decide about it.
 */
export function letMark(realm: Realm, grant: Grant): Outcome {
  countToolCall(realm, grant, "write");
  if (grant.approval === "all")
    throw badRequest(
      "The person has to approve this, and only messages are kept until then: ask them to do it themselves.",
    );
  return { state: "sent" };
}
