import type { Actor, Grant } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { randomToken } from "../../../util/random.ts";
import { auditDecision, auditRefusal } from "./audits.ts";
import { type Decision, keysOf, settledOutcome } from "./decision.ts";
import { countToolCall } from "./limits.ts";
import { keepOutcome, type Outcome } from "./results.ts";

interface WantedMark {
  readonly tool: string;
  readonly digest: string;
  readonly asks: boolean;
  readonly decision: Decision | undefined;
}

/**
 * Lets an assistant change something that is no message, as a reaction: the tool does it then. Where the organization has people
 * approve whatever is changed, they are asked by their client, or it is refused.
 */
export function letMark(
  realm: Realm,
  actor: Actor,
  grant: Grant,
  { tool, digest, asks, decision }: WantedMark,
): Outcome {
  if (grant.approval !== "all") {
    countToolCall(realm, grant, "write");
    return { state: "sent" };
  }
  const once = { digest, keys: keysOf(decision) };
  const settled = settledOutcome(realm, actor, grant, { once, decision });
  if (settled?.state === "sent") throw badRequest("The person has approved this once, and it was done.");
  if (settled !== undefined) return settled;
  if (decision === undefined || decision.differs) {
    if (!asks)
      throw badRequest("The person has to approve this, and the client can't ask: ask them to do it themselves.");
    auditRefusal(realm, actor, grant, { tool, rules: ["every write"] });
    return { state: "ask", question: randomToken(realm.random, 24) };
  }
  auditDecision(realm, actor, grant, { approved: true, by: "client" });
  return keepOutcome(realm, grant, once, { state: "sent" });
}
