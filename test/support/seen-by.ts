import { personalTables } from "../../src/archive-format/tables/personal-tables.ts";
import type { Json } from "./json.ts";

export const client_capabilities = {
  ...{ notification_settings_null: true, bulk_message_deletion: true, user_settings_object: true },
  ...{ linkifier_url_template: true, empty_topic_name: true },
};

/** A user who sends requests to a server, in any kind of test. */
interface Asking<Reply> {
  get(path: string, fields?: Record<string, unknown>): Promise<Reply>;
  post(path: string, fields?: Record<string, unknown>): Promise<Reply>;
  ok(call: Promise<Reply>): Promise<Json>;
}

/**
 * Returns what a client shows to a user, with the newest `most` messages of some narrows. Ids and addresses are
 * removed, so that the result can be compared with that of another server.
 */
export async function seenBy<Reply>(who: Asking<Reply>, most = 100): Promise<Json> {
  const state = await who.ok(who.post("/register", { client_capabilities }));
  const page = (fields: Record<string, unknown>) => newest(who, fields, most);
  const pages = [
    await page({ apply_markdown: false, narrow: [{ operator: "channels", operand: "public" }] }),
    await page({ narrow: [] }),
    await page({ narrow: [{ operator: "is", operand: "dm" }] }),
  ];
  const everybody: Json[] = [state.realm_users, state.realm_non_active_users, state.cross_realm_bots].flat();
  const names = new Map<number, string>(everybody.map(({ user_id, full_name }) => [user_id, full_name]));
  const seen = {
    ...ofPeople(state, names),
    ...ofChannels(state),
    ...ofOneself(state, names),
    messages: pages.map((messages) => messages.map((message) => messageOf(message, names))),
  };
  return JSON.parse(plain(JSON.stringify(seen)));
}

/** Messages per request. A server may return fewer if they are long. */
const AT_ONCE = 500;

async function newest<Reply>(who: Asking<Reply>, fields: Record<string, unknown>, most: number): Promise<Json[]> {
  const found: Json[] = [];
  for (;;) {
    const num_before = Math.min(AT_ONCE, most - found.length);
    const from = found.length === 0 ? { anchor: "newest" } : { anchor: found[0].id, include_anchor: false };
    const page = await who.ok(who.get("/messages", { ...from, num_before, num_after: 0, ...fields }));
    found.unshift(...page.messages);
    if (page.found_oldest || found.length >= most) return found;
  }
}

/** Removes the ids and paths from a text. */
const plain = (text: string): string =>
  text
    .replace(/\/user_uploads\/[\w./-]+/g, "UPLOAD")
    .replace(/\/user_avatars\/[\w./-]+/g, "PICTURE")
    .replace(/\|\d+\*\*/g, "|ID**")
    .replace(/(data-[\w-]+=\\"|channel\/|near\/)\d+/g, "$1ID");

const picked = (list: readonly Json[], ...fields: readonly string[]): Json[] =>
  list.map((one) => Object.fromEntries(fields.map((field) => [field, one[field]])));

const sorted = (list: readonly Json[]): Json[] =>
  list.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));

type Names = ReadonlyMap<number, string>;

/** Returns the value of a profile field. In fields for people, ids are replaced with names. */
const withNames = (value: string, names: Names) =>
  /^\[\d+(,\d+)*\]$/.test(value) ? JSON.parse(value).map((id: number) => names.get(id)) : value;

const ofPeople = (state: Json, names: Names) => ({
  people: sorted([...names.values()]),
  profiles: sorted(
    state.realm_users.map(({ profile_data, ...one }: Json) => [
      ...picked([one], "full_name", "role", "is_bot", "timezone", "delivery_email"),
      Object.values<Json>(profile_data ?? {}).map((one) => ({ ...one, value: withNames(one.value, names) })),
    ]),
  ),
  bots: state.realm_bots.map(({ user_id, services, ...one }: Json) => {
    const isThis = (user: Json) => user.user_id === user_id;
    const active = state.realm_users.find(isThis);
    const user = active ?? state.realm_non_active_users.find(isThis);
    return [
      ...picked([one], "default_sending_stream"),
      ...picked([user], "full_name", "bot_type"),
      active !== undefined,
      ...picked(services, "base_url", "interface", "token"),
      names.get(user.bot_owner_id),
    ];
  }),
  commands: state.bot_commands.map(({ bot_id, ...one }: Json) => ({ ...one, bot: names.get(bot_id) })),
  groups: sorted(
    state.realm_user_groups.map(({ members, name, deactivated }: Json) => {
      return [name, deactivated, sorted(members.map((id: number) => names.get(id)))];
    }),
  ),
  statuses: sorted(
    Object.entries<Json>(state.user_status).map(([id, one]) => [
      names.get(Number(id)),
      ...picked([one], "status_text"),
    ]),
  ),
});

const ofChannels = (state: Json) => ({
  channels: sorted(
    picked(
      [...state.subscriptions, ...state.unsubscribed],
      ...["name", "rendered_description", "color", "pin_to_top", "is_muted", "invite_only", "subscriber_count"],
      ...["history_public_to_subscribers", "is_archived", "topics_policy", "desktop_notifications"],
    ),
  ),
  folders: picked(state.channel_folders, "name", "order"),
  defaults: picked(state.realm_default_stream_groups, "name", "description"),
  topics: picked(state.user_topics, "topic_name", "visibility_policy", "last_updated"),
});

/**
 * Returns the personal lists that a registration has under the names of their tables. Other fields of these names refer
 * to other ids.
 */
const keptLists = (state: Json) =>
  Object.fromEntries(
    Object.keys(personalTables).flatMap((name) =>
      Array.isArray(state[name]) ? [[name, state[name].map(withoutIds)]] : [],
    ),
  );

const withoutIds = (one: Json): Json =>
  typeof one === "object" && one !== null
    ? Object.fromEntries(Object.entries(one).filter(([field]) => field !== "to" && !/(^|_)ids?$/.test(field)))
    : one;

const ofOneself = (state: Json, names: Names) => ({
  settings: state.user_settings,
  ...keptLists(state),
  emoji: picked(Object.values<Json>(state.realm_emoji), "name", "deactivated").map((one, index) => [
    ...[one, names.get(Object.values<Json>(state.realm_emoji)[index].author_id)],
    Object.values<Json>(state.realm_emoji)[index].still_url !== null,
  ]),
  linkifiers: picked(state.realm_linkifiers, "pattern", "url_template"),
  muted: state.muted_users.map(({ id, timestamp }: Json) => [names.get(id), timestamp]),
  starred: state.starred_messages.length,
  unread: [state.unread_msgs.count, state.unread_msgs.mentions.length],
});

const messageOf = ({ sender_id, edit_history = [], reactions, submessages, ...message }: Json, names: Names) => [
  names.get(sender_id),
  ...picked([message], "subject", "content", "timestamp", "flags", "client", "last_edit_timestamp"),
  ...picked(edit_history, "prev_content", "prev_topic", "timestamp"),
  ...reactions.map(({ user_id, ...one }: Json) => [
    names.get(user_id),
    ...picked([one], "emoji_name", "reaction_type"),
  ]),
  ...picked(submessages, "content", "msg_type"),
];
