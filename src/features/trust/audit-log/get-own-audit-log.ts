import * as v from "valibot";
import { query } from "../../../api/endpoint.ts";
import { count, optional } from "../../../api/parameter.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { entryObject, entrySchema } from "./entry-object.ts";
import { actionsNamed, findEntries } from "./find-entries.ts";

const MAX_ENTRIES = 100;

/** Action areas about how a person logs in. */
const OWN_AREAS = ["login.*", "password.*", "second_factor.*", "passkey.*", "external_login.*"];

/**
 * The caller's own login-related audit entries, newest first. The IP address of anyone else who acted on the account,
 * such as an administrator, is omitted. Not part of Zulip's API.
 */
export const getOwnAuditLogEndpoint = query({
  route: "GET /users/me/audit_log",
  params: { before_id: optional(count), limit: optional(count, 20) },
  reply: { entries: v.array(v.omit(entrySchema, ["entity", "proof"])), found_oldest: v.boolean() },
  plan({ actor, params: { before_id, limit } }) {
    if (limit < 1 || limit > MAX_ENTRIES) throw badRequest(`limit must be between 1 and ${MAX_ENTRIES}`);
    const entity = { entity_type: actor.is_bot ? "bot" : "user", entity_id: String(actor.user_id) };
    return { ...entity, before_id, limit, account: actor.user_id };
  },
  withoutBulk: ({ plan }) => plan,
  async answer({ bulk, plan: { account, ...wanted } }) {
    const { rows, hasMore } = await findEntries(bulk, { ...wanted, actions: actionsNamed(OWN_AREAS) });
    const entries = rows.map((row) => {
      const { entity: _, proof: __, actor, ...entry } = entryObject(row);
      const own = { ...entry, actor: { type: actor.type, id: actor.id } };
      // Directories and login services have their own id sequences.
      const isOwn = actor.type === wanted.entity_type && actor.id === account;
      return isOwn || actor.type === "anonymous" ? own : { ...own, context: {}, program: null };
    });
    return { entries, found_oldest: !hasMore };
  },
});
