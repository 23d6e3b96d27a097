import { query } from "../../../endpoints/endpoint.ts";
import { count, oneOf, optional, text } from "../../../endpoints/parameter.ts";
import { ApiError, badRequest } from "../../../protocol/errors.ts";
import { jsonResponse } from "../../../protocol/text-response.ts";
import { type Milliseconds, milliseconds } from "../../../util/time.ts";
import { realmSettings } from "../../organization/realm/realm-settings.ts";
import { entryObject } from "../../trust/audit-log/entry-object.ts";
import { findEntries } from "../../trust/audit-log/find-entries.ts";
import { slackEntry } from "./slack-entry.ts";
import { actionsMeant, slackNameOf } from "./slack-tables.ts";
import { admitToken } from "./tokens.ts";

/** More can be asked for, but no answer has more: its cursor leads on. */
const MOST_ENTRIES = 1000;
const MOST_LIMIT = 9999;

/** The log in the form of Slack's audit API, the newest entries first; for the page /audit/v1/logs. */
export const getLogsEndpoint = query({
  route: "GET /audit_feeds/logs",
  by: "anyone",
  internal: true,
  params: {
    token: text("id"),
    oldest: optional(count),
    latest: optional(count),
    limit: optional(count, MOST_ENTRIES),
    action: optional(text("addresses")),
    actor: optional(text("id")),
    entity: optional(text("id")),
    cursor: optional(text("id")),
    names: optional(oneOf("slack")),
  },
  reply: {},
  plan({ realm, params: { token, oldest, latest, limit, action, actor, entity, cursor, names } }) {
    admitToken(realm, token);
    if (limit < 1 || limit > MOST_LIMIT) throw badRequest(`limit must be between 1 and ${MOST_LIMIT}`);
    return {
      wanted: {
        before_id: cursor === undefined ? undefined : idIn(cursor),
        actions: action?.split(",").flatMap((name) => actionsMeant(name.trim())),
        // Accounts alone have numbers, of which none is negative.
        actor_id: actor === undefined ? undefined : numberIn(actor),
        entity_id: entity,
        since: inTime(oldest),
        until: latest === undefined ? undefined : inTime(latest + 1),
        limit: Math.min(limit, MOST_ENTRIES),
      },
      names,
      workspace: { id: String(realm.identity.id), name: realmSettings(realm).name, domain: realm.host },
    };
  },
  withoutBulk: ({ plan }) => plan,
  async answer({ bulk, plan: { wanted, names, workspace } }) {
    const { rows, hasMore } = await findEntries(bulk, wanted);
    const entries = rows.map((row) =>
      slackEntry(entryObject(row), names === "slack" ? slackNameOf(row.action) : row.action, workspace),
    );
    const last = rows.at(-1);
    const next_cursor = hasMore && last !== undefined ? cursorAt(last.id) : "";
    return jsonResponse(JSON.stringify({ entries, response_metadata: { next_cursor } }));
  },
});

/** A cursor names the last entry that was told, so that new ones do not move it. */
const cursorAt = (id: number) => Buffer.from(`before:${id}`).toString("base64url");

function idIn(cursor: string): number {
  const [, id] = /^before:([1-9]\d{0,9})$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (id === undefined) throw new ApiError({ code: "INVALID_CURSOR", msg: "Invalid cursor" });
  return Number(id);
}

const numberIn = (id: string) => (/^\d{1,15}$/.test(id) ? Number(id) : -1);
const inTime = (seconds: number | undefined): Milliseconds | undefined =>
  seconds === undefined ? undefined : milliseconds(seconds * 1000);
