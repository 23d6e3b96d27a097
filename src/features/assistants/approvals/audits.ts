import type { Actor, Grant } from "../../../protocol/actor.ts";
import type { Realm } from "../../../realm/realm.ts";
import { audit } from "../../trust/audit-log/audit.ts";
import type { Rule } from "./approval.ts";

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
