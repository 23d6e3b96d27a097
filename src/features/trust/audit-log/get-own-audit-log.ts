import * as v from "valibot";
import type { BulkReader } from "../../../database/bulk-reader.ts";
import { query } from "../../../endpoints/endpoint.ts";
import { count, optional } from "../../../endpoints/parameter.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { entryObject, entrySchema } from "./entry-object.ts";
import { actionsNamed, findEntries } from "./find-entries.ts";

const MOST_ENTRIES = 100;

/** The areas of actions that are about how a person logs in. */
const OWN_AREAS = ["login.*", "password.*", "second_factor.*", "passkey.*", "external_login.*"];

/**
 * The part of the audit log that is about the logins of whoever asks, the newest entries first. From where somebody else came
 * who acted on the account, such as an administrator, it does not tell. An endpoint of this server's own.
 */
export const getOwnAuditLogEndpoint = query({
  route: "GET /users/me/audit_log",
  params: { before_id: optional(count), limit: optional(count, 20) },
  reply: { entries: v.array(v.omit(entrySchema, ["entity", "proof"])), found_oldest: v.boolean() },
  plan({ actor, params: { before_id, limit } }) {
    if (limit < 1 || limit > MOST_ENTRIES) throw badRequest(`limit must be between 1 and ${MOST_ENTRIES}`);
    const entity = { entity_type: actor.is_bot ? "bot" : "user", entity_id: String(actor.user_id) };
    return { ...entity, before_id, limit, account: actor.user_id };
  },
  withoutBulk: ({ plan }) => plan,
  answer: ({ bulk, plan }) => ownEntries(bulk, { ...plan, actions: actionsNamed(OWN_AREAS) }),
});

/**
 * A page of the entries about an account, the newest first, as the account itself sees them: from where somebody else came, it
 * does not tell.
 */
export async function ownEntries(
  bulk: BulkReader,
  { account, ...wanted }: Parameters<typeof findEntries>[1] & { readonly account: number },
) {
  const { rows, hasMore } = await findEntries(bulk, wanted);
  const entries = rows.map((row) => {
    const { entity: _, proof: __, actor, ...entry } = entryObject(row);
    const isOther = actor.id !== account && actor.type !== "anonymous";
    const own = { ...entry, actor: { type: actor.type, id: actor.id } };
    return isOther ? { ...own, context: {}, program: null } : own;
  });
  return { entries, found_oldest: !hasMore };
}
