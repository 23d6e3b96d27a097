import * as v from "valibot";
import { action, shapedAction } from "../../../api/endpoint.ts";
import { count, json, optional, text } from "../../../api/parameter.ts";
import { boundedList, boundedText } from "../../../protocol/bounded.ts";
import { toChannelId } from "../../../protocol/ids.ts";
import { HOUR } from "../../../util/time.ts";
import { channelIndex } from "../../channels/channels/channels.ts";
import { findUser, type User } from "../../organization/accounts/accounts.ts";
import { canAccessUser } from "../../organization/accounts/guest-visibility.ts";
import { memberSchema } from "../../organization/accounts/member-schema.ts";
import { idsLike, listedMember, listUsers, readUsers } from "../../organization/accounts/user-list.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { presenceOf } from "../../people/presence/presence.ts";
import { statusFor } from "../../people/user-status/user-status.ts";
import { audit } from "../../trust/audit-log/audit.ts";

const getOriginsEndpoint = action({
  route: "GET /assistants/origins",
  by: "anyone",
  internal: true,
  limited: false,
  reply: { origins: v.array(v.string()) },
  run: ({ realm }) => ({ origins: [...realmSettings(realm).assistant_origins] }),
});

const MAX_RESULTS = 50;
const MAX_NAMES = 20;

/** Finds a few users by parts of their names, for organizations where the full list would be long. */
const getPeopleEndpoint = shapedAction({
  route: "GET /assistants/people",
  scope: "read",
  internal: true,
  params: {
    names: json(v.pipe(boundedList(boundedText("name"), "names"), v.maxLength(MAX_NAMES))),
    ids: optional(json(boundedList(v.pipe(v.number(), v.integer()), "ids"))),
    limit: optional(count, MAX_RESULTS),
  },
  /** The matching users for each of the names, in the same order. */
  reply: { found: v.array(v.array(memberSchema)) },
  run({ realm, actor, params: { names, ids, limit } }) {
    const likely = ids ?? names.flatMap((name) => idsLike(realm, actor, name, Math.min(limit, MAX_RESULTS)));
    return listUsers(realm, actor, { ids: likely, profiles: false });
  },
  shape({ params, result }) {
    const { known } = readUsers(result);
    const most = Math.min(params.limit, MAX_RESULTS);
    const told = (user: User) => listedMember(user, result, { client_gravatar: true, profile: null });
    return { found: params.names.map((name) => fitting(known, name).slice(0, most).map(told)) };
  },
});

function fitting(users: readonly User[], name: string): User[] {
  const wanted = name.trim().toLowerCase();
  const rank = ({ full_name, is_active }: User) => fitOf(full_name.toLowerCase(), wanted) + (is_active === 1 ? 0 : 4);
  return users
    .map((user) => ({ user, rank: rank(user) }))
    .filter((one) => one.rank < 8 || isAddress(one.user, wanted))
    .sort((a, b) => a.rank - b.rank || a.user.full_name.localeCompare(b.user.full_name))
    .map(({ user }) => user);
}

function fitOf(name: string, wanted: string): number {
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (name.includes(` ${wanted}`)) return 2;
  return name.includes(wanted) ? 3 : 8;
}

/** Whether `wanted` is a user's API email address, which everyone who can see the user can see. */
const isAddress = ({ email }: User, wanted: string): boolean => email.toLowerCase() === wanted;

const MAX_IDS = 50;

/** Returns the statuses of a few users, and when they were last seen, rounded to the hour. */
const getStandingsEndpoint = action({
  route: "GET /assistants/standings",
  scope: "read",
  internal: true,
  params: { ids: json(boundedList(v.pipe(v.number(), v.integer()), "ids")) },
  reply: {
    standings: v.array(
      v.object({ user_id: v.number(), status: v.string(), seen: v.nullable(v.number()), now: v.number() }),
    ),
  },
  run({ realm, actor, params }) {
    const found = params.ids.slice(0, MAX_IDS).flatMap((id) => findUser(realm, id) ?? []);
    const standings = found
      .filter((user) => canAccessUser(realm, actor, user))
      .map(({ id }) => {
        const seen = presenceOf(realm, id)?.idle ?? null;
        const status = statusFor(realm, id).status_text ?? "";
        return { user_id: id, status, seen: seen === null ? null : seen - (seen % HOUR), now: realm.seconds() };
      });
    return { standings };
  },
});

const ids = json(boundedList(v.pipe(v.number(), v.safeInteger()), "names"));

/** Records which conversations and boards an assistant was shown, if the organization's audit log records reads. */
const noteReadEndpoint = action({
  route: "POST /assistants/reads",
  scope: "any",
  internal: true,
  limited: false,
  params: { tool: text("word"), conversations: ids, channels: optional(ids, []) },
  run({ realm, actor: { user_id, grant }, params: { tool, conversations, channels } }) {
    if (!realmSettings(realm).audit_assistant_reads) return;
    const { byId } = channelIndex(realm);
    const ofChannels = channels.flatMap((id) => byId.get(toChannelId(id))?.conversation_id ?? []);
    const details = { ...(grant && { grant_id: grant.id }), tool, conversations: [...conversations, ...ofChannels] };
    audit(realm, "assistant.read", { of: { type: "user", id: user_id }, details });
  },
});

export const mcpEndpoints = [getOriginsEndpoint, getPeopleEndpoint, getStandingsEndpoint, noteReadEndpoint];
