import { boolean, optional, text } from "../../../endpoints/parameter.ts";
import type { Actor, Grant } from "../../../protocol/actor.ts";
import type { Realm } from "../../../realm/realm.ts";
import { auditDecision } from "./audits.ts";
import { countToolCall } from "./limits.ts";
import { earlierOutcome, keepOutcome, type Once, type WriteResult } from "./results.ts";

/** The answer of the person to a question that their client has shown. */
export interface Decision {
  readonly question: string;
  readonly approves: boolean;
  /** Whether the call now means something else than what the person was shown. They are asked again then. */
  readonly differs?: boolean | undefined;
}

/** The parameters of a call that may be repeated with the person's answer. */
export const decisionParams = {
  question: optional(text("id")),
  approves: optional(boolean, false),
  differs: optional(boolean, false),
};

export const decisionIn = ({
  question,
  approves,
  differs,
}: Omit<Decision, "question"> & { readonly question?: string | undefined }): Decision | undefined =>
  question === undefined ? undefined : { question, approves, differs };

/** A call that may need the person's approval: whether its client can ask them, and what it says that they have answered. */
interface Approvable {
  readonly asks: boolean;
  readonly decision: Decision | undefined;
}

/** The client's part in an approval: none where the person has to answer in Parley. */
export const clientsPart = ({ clientAnswers }: Grant, { asks, decision }: Approvable): Approvable =>
  clientAnswers ? { asks, decision } : { asks: false, decision: decision && { ...decision, differs: true } };

/** The names under which the result of a call is kept that answers a question. */
export const keysOf = (decision: Decision | undefined): readonly string[] =>
  decision === undefined ? [] : [`question ${decision.question}`];

/**
 * The outcome of a call for which nothing is left to do: it was made before, or the person has declined it. Any other call is
 * counted.
 */
export function settledOutcome(
  realm: Realm,
  actor: Actor,
  grant: Grant,
  { once, decision }: { readonly once: Once; readonly decision: Decision | undefined },
): WriteResult | undefined {
  const earlier = earlierOutcome(realm, grant, once);
  if (earlier !== undefined) return earlier;
  countToolCall(realm, grant, "write");
  if (decision?.approves !== false) return undefined;
  auditDecision(realm, actor, grant, { approved: false, by: "client" });
  return keepOutcome(realm, grant, once, { state: "declined" });
}
