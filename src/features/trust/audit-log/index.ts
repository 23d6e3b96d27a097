import * as v from "valibot";
import { query } from "../../../api/endpoint.ts";
import { count, integer, json, oneOf, optional, text } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { boundedText } from "../../../protocol/bounded.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { roleRefusedHook } from "../../../realm/admission-hooks.ts";
import { on } from "../../../realm/realm.ts";
import { putBackHook } from "../../../realm/replication/hooks.ts";
import { milliseconds } from "../../../util/time.ts";
import { accessAuditLog, noteReading } from "./access.ts";
import { actorTypes, auditHead, auditOrganization, auditRefusal, entityTypes, results } from "./audit.ts";
import { entryObject, entrySchema } from "./entry-object.ts";
import { EXPIRY_TIMER, expire } from "./expiry.ts";
import { actionsNamed, findEntries } from "./find-entries.ts";
import { entriesInBulk, schema } from "./rows.ts";

const MAX_ENTRIES = 1000;
const MAX_ACTIONS = 100;

/** Returns entries for users who can read the whole log. Not part of Zulip's API. */
const getAuditLogEndpoint = query({
  route: "GET /audit_log",
  params: {
    after_id: optional(count),
    before_id: optional(count),
    limit: optional(count, 100),
    actor_type: optional(oneOf(...actorTypes)),
    actor_id: optional(integer),
    /** Id of the account that acted or was acted on. */
    person_id: optional(integer),
    entity_type: optional(oneOf(...entityTypes)),
    entity_id: optional(text("id")),
    action: optional(json(v.pipe(v.array(boundedText("word")), v.maxLength(MAX_ACTIONS)))),
    result: optional(oneOf(...results)),
    since: optional(count),
    until: optional(count),
    ip: optional(text("address")),
  },
  reply: {
    entries: v.array(entrySchema),
    /** Whether no newer or older entries match. */
    found_newest: v.boolean(),
    found_oldest: v.boolean(),
    /** Total number of entries, and the root of the hash tree over them (RFC 9162) in Base64. */
    checkpoint: v.object({ size: v.number(), root: v.string() }),
  },
  plan({ realm, actor, params: { action, limit, since, until, ...params } }) {
    accessAuditLog(realm, actor);
    const actions = action && actionsNamed(action);
    if (action !== undefined && actions === undefined) throw badRequest("Unknown action");
    if (limit < 1 || limit > MAX_ENTRIES) throw badRequest(`limit must be between 1 and ${MAX_ENTRIES}`);
    noteReading(realm, { reader: `user ${actor.user_id}` });
    const times = { since: inTime(since), until: inTime(until) };
    return { wanted: { ...params, ...times, limit, actions }, checkpoint: auditHead(realm) };
  },
  withoutBulk: ({ plan }) => plan,
  async answer({ bulk, plan: { wanted, checkpoint } }) {
    const { rows, hasMore } = await findEntries(bulk, wanted);
    const isForward = wanted.after_id !== undefined;
    return {
      entries: rows.map(entryObject),
      found_newest: isForward ? !hasMore : wanted.before_id === undefined,
      found_oldest: isForward ? wanted.after_id === 0 : !hasMore,
      checkpoint,
    };
  },
});

const inTime = (seconds: number | undefined) => (seconds === undefined ? undefined : milliseconds(seconds * 1000));

const MAX_OWN_ENTRIES = 100;

/** Areas of the actions that affect how a user logs in. */
const OWN_AREAS = ["login.*", "password.*", "second_factor.*", "passkey.*", "external_login.*"];

/**
 * Returns the entries about the actor's logins, newest first. Omits the IP address of anyone else who acted on the
 * account, such as an administrator. Not part of Zulip's API.
 */
const getOwnAuditLogEndpoint = query({
  route: "GET /users/me/audit_log",
  params: { before_id: optional(count), limit: optional(count, 20) },
  reply: { entries: v.array(v.omit(entrySchema, ["entity", "proof"])), found_oldest: v.boolean() },
  plan({ actor, params: { before_id, limit } }) {
    if (limit < 1 || limit > MAX_OWN_ENTRIES) throw badRequest(`limit must be between 1 and ${MAX_OWN_ENTRIES}`);
    const entity = { entity_type: actor.is_bot ? "bot" : "user", entity_id: String(actor.user_id) };
    return { ...entity, before_id, limit, account: actor.user_id };
  },
  withoutBulk: ({ plan }) => plan,
  async answer({ bulk, plan: { account, ...wanted } }) {
    const { rows, hasMore } = await findEntries(bulk, { ...wanted, actions: actionsNamed(OWN_AREAS) });
    const entries = rows.map((row) => {
      const { entity: _, proof: __, actor, ...entry } = entryObject(row);
      const own = { ...entry, actor: { type: actor.type, id: actor.id } };
      // Directories and login services have separate sequences of ids.
      const isOwn = actor.type === wanted.entity_type && actor.id === account;
      return isOwn || actor.type === "anonymous" ? own : { ...own, context: {}, program: null };
    });
    return { entries, found_oldest: !hasMore };
  },
});

/** Audit log: who did what to whom. Entries are written within the change they describe. */
export const auditLog = feature({
  name: "audit-log",
  schema,
  bulk: [entriesInBulk],
  endpoints: [getAuditLogEndpoint, getOwnAuditLogEndpoint],
  handlers: [
    on(putBackHook, (realm) => auditOrganization(realm, "organization.put_back")),
    on(roleRefusedHook, (realm, route) => {
      if (!route.startsWith("GET ")) auditRefusal(realm, route);
    }),
  ],
  timers: { [EXPIRY_TIMER]: ({ realm }) => expire(realm) },
  archive: {
    leftOut: {
      audit_entries: "of this server's organization",
      audit_hashes: "of this server's organization",
      audit_expired: "of this server's organization",
    },
  },
});
