import { boolean, optional, text } from "../../../api/parameter.ts";
import type { Actor, Grant } from "../../../protocol/actor.ts";
import type { Realm } from "../../../realm/realm.ts";
import { audit } from "../../trust/audit-log/audit.ts";
import type { Rule } from "./approval.ts";
import { countToolCall } from "./limits.ts";
import { earlierOutcome, keepOutcome, type Once, type WriteResult } from "./results.ts";

type Person = Pick<Actor, "user_id">;

const of = ({ user_id }: Person) => ({ type: "user", id: user_id }) as const;

export const auditDecision = (
  realm: Realm,
  person: Person,
  { id: grant_id }: Pick<Grant, "id">,
  details: { readonly approved: boolean; readonly by: "client" | "reaction"; readonly request?: number },
): void => audit(realm, "assistant.approval_decided", { of: of(person), details: { grant_id, ...details } });

/** Records in the audit log that an assistant's action wasn't carried out immediately, and which rules prevented it. */
export const auditRefusal = (
  realm: Realm,
  person: Person,
  { id: grant_id }: Pick<Grant, "id">,
  { tool, rules }: { readonly tool: string; readonly rules: readonly Rule[] },
): void =>
  audit(realm, "assistant.refused", {
    of: of(person),
    details: { grant_id, tool, rules: [...rules] },
    result: "denied",
  });

/** The user's answer to a question shown by their client. */
export interface Decision {
  readonly question: string;
  readonly approves: boolean;
  /** Whether the call no longer matches what the user was shown. If so, the user is asked again. */
  readonly differs?: boolean | undefined;
}

/** Parameters of a call that can be repeated with the user's answer. */
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

/** A call that may require approval: whether its client can ask the user, and the answer that the client reports. */
interface Approvable {
  readonly asks: boolean;
  readonly decision: Decision | undefined;
}

/**
 * Returns whether the client can ask the user, and the answer it reported. If the user has to answer in Parley, it
 * can't ask, and an approval that it reports doesn't count.
 */
export const clientsPart = ({ clientAnswers }: Grant, { asks, decision }: Approvable): Approvable =>
  clientAnswers ? { asks, decision } : { asks: false, decision: decision && { ...decision, differs: true } };

/** Returns the keys under which the result of an answered question is stored. */
export const resultKeys = (decision: Decision | undefined): readonly string[] =>
  decision === undefined ? [] : [`question ${decision.question}`];

/**
 * Returns the outcome of a call that was made before or that the user declined. Otherwise counts the call, and returns
 * undefined.
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
