import type { Json } from "./json.ts";

/**
 * How a client applies an event of some type to the state of its registration, in place. Together these are the protocol's
 * promise: a client that has applied all events has the state that a new registration returns.
 */
type Apply = (state: Json, event: Json) => void;

/** A value that a client cannot know from an event, and would have to fetch. */
export const UNKNOWN = "unknown";
/** Marks a channel that has become visible: its event does not say whether one was once subscribed. */
export const IS_NEW = "is_new";

const ALL_CHANNELS = ["streams", "subscriptions", "unsubscribed", "never_subscribed"];
const WITH_SUBSCRIBERS = ["subscriptions", "unsubscribed", "never_subscribed"];

const byChannel = (state: Json, id: number, lists = ALL_CHANNELS): Json[] =>
  lists.flatMap((list) => (state[list] ?? []).filter((channel: Json) => channel.stream_id === id));

const take = (list: Json[], wanted: (item: Json) => boolean): Json | undefined => {
  const index = list.findIndex(wanted);
  return index < 0 ? undefined : list.splice(index, 1)[0];
};
const put = (list: Json[], wanted: (item: Json) => boolean, item: Json) => {
  take(list, wanted);
  list.push(item);
};

const findUser = (state: Json, id: number): Json =>
  [...state.realm_users, ...state.realm_non_active_users].find((user: Json) => user.user_id === id);

/** Fields of one's own account that stand at the top of the state. */
const OWN = ["full_name", "email", "delivery_email", "avatar_url", "avatar_url_medium", "avatar_source"];
const ROLE_FIELDS = (role: number) => ({ role, is_owner: role === 100, is_admin: role <= 200, is_guest: role === 600 });

function updateUser(state: Json, { person }: Json): void {
  const { user_id, new_email, custom_profile_field, is_active, role, avatar_url_medium, avatar_source, ...rest } =
    person;
  const user = findUser(state, user_id);
  if (user === undefined) return;
  const changes: Json = { ...rest };
  if (role !== undefined) Object.assign(changes, ROLE_FIELDS(role));
  if (new_email !== undefined) changes.email = new_email;
  if (rest.timezone !== undefined) delete changes.email;
  Object.assign(user, changes);
  if (rest.delivery_email !== undefined && makesPictures(state)) user.avatar_url = UNKNOWN;
  if (user_id === state.user_id) {
    for (const name of OWN) if (changes[name] !== undefined) state[name] = changes[name];
    if (avatar_url_medium !== undefined) Object.assign(state, { avatar_url_medium, avatar_source });
    if (role !== undefined) {
      Object.assign(state, {
        is_owner: role === 100,
        is_admin: role <= 200,
        is_moderator: role <= 300,
        is_guest: role === 600,
      });
    }
  }
  if (is_active !== undefined) setActive(state, user, is_active);
  if (custom_profile_field !== undefined) {
    const { id, value, rendered_value } = custom_profile_field;
    if (value === null) delete user.profile_data[id];
    else user.profile_data[id] = rendered_value === undefined ? { value } : { value, rendered_value };
  }
}

/** Whether the client computes Gravatar URLs from email addresses itself. */
const makesPictures = (state: Json): boolean => state.realm_users.some((user: Json) => user.avatar_url === null);

/** A deactivated account leaves all groups and permissions; when it is reactivated, further events say what it is in. */
function setActive(state: Json, user: Json, active: boolean): void {
  const is = (other: Json) => other.user_id === user.user_id;
  take(active ? state.realm_non_active_users : state.realm_users, is);
  put(active ? state.realm_users : state.realm_non_active_users, is, user);
  if (active) return;
  for (const one of state.realm_user_groups) one.members = without(one.members, [user.user_id]);
  leavePermissions(state, user.user_id);
}

function leavePermissions(value: Json, id: number): void {
  if (value === null || typeof value !== "object") return;
  if (Array.isArray(value.direct_members)) value.direct_members = without(value.direct_members, [id]);
  else for (const inner of Object.values(value)) leavePermissions(inner, id);
}

const peers =
  (change: (subscribers: number[], ids: number[]) => number[]): Apply =>
  (state, { stream_ids, user_ids }) => {
    for (const id of stream_ids) {
      for (const channel of byChannel(state, id, WITH_SUBSCRIBERS)) {
        if (channel.subscribers !== undefined) channel.subscribers = change(channel.subscribers, user_ids);
      }
    }
  };

const group = (state: Json, id: number): Json => state.realm_user_groups.find((each: Json) => each.id === id);
const without = (list: number[], ids: number[]) => list.filter((id) => !ids.includes(id));

function addUnread(state: Json, id: number, where: Json): void {
  const { pms, streams, huddles, mentions } = state.unread_msgs;
  if (where.mentioned && mentions !== UNKNOWN) mentions.push(id);
  if (where.type === "stream") {
    const { stream_id, topic } = where;
    const same = (one: Json) => one.stream_id === stream_id && one.topic.toLowerCase() === topic.toLowerCase();
    const found = streams.find(same) ?? streams[streams.push({ stream_id, topic, unread_message_ids: [] }) - 1];
    found.unread_message_ids.push(id);
  } else if (where.user_ids.length <= 1) {
    const other_user_id = where.user_ids[0] ?? state.user_id;
    const found =
      pms.find((one: Json) => one.other_user_id === other_user_id) ??
      pms[pms.push({ other_user_id, sender_id: other_user_id, unread_message_ids: [] }) - 1];
    found.unread_message_ids.push(id);
  } else {
    const user_ids_string = [...where.user_ids, state.user_id].sort((a, b) => a - b).join(",");
    const found =
      huddles.find((one: Json) => one.user_ids_string === user_ids_string) ??
      huddles[huddles.push({ user_ids_string, unread_message_ids: [] }) - 1];
    found.unread_message_ids.push(id);
  }
}

/** Where something is muted, who is called with all others does not hear it: of that the registration tells no ids. */
function doubtMentions(state: Json): void {
  const topics = state.user_topics ?? [UNKNOWN];
  const mutes = topics.length > 0 || state.subscriptions.some((one: Json) => one.is_muted);
  if (mutes) state.unread_msgs.mentions = UNKNOWN;
}

/** The newest spelling of a topic is the one that is shown. */
function respell(state: Json, stream: number, topic: string): void {
  for (const one of state.unread_msgs.streams) {
    if (one.stream_id === stream && one.topic.toLowerCase() === topic.toLowerCase()) one.topic = topic;
  }
}

function dropUnread(state: Json, ids: number[] | "all"): void {
  const unread = state.unread_msgs;
  const keep = (list: number[]) => (ids === "all" ? [] : without(list, ids));
  for (const kind of ["pms", "streams", "huddles"]) {
    for (const one of unread[kind]) one.unread_message_ids = keep(one.unread_message_ids);
    unread[kind] = unread[kind].filter((one: Json) => one.unread_message_ids.length > 0);
  }
  if (unread.mentions !== UNKNOWN) unread.mentions = keep(unread.mentions);
}

function receiveMessage(state: Json, { message, flags }: Json): void {
  state.max_message_id = message.id;
  const isDirect = message.type === "private";
  const others = isDirect
    ? message.display_recipient.map((one: Json) => one.id).filter((id: number) => id !== state.user_id)
    : [];
  if (isDirect && state.recent_private_conversations !== UNKNOWN) {
    const user_ids = [...others].sort((a, b) => a - b);
    const same = (one: Json) => one.user_ids.join() === user_ids.join();
    put(state.recent_private_conversations, same, { user_ids, max_message_id: message.id });
  }
  if (!isDirect) respell(state, message.stream_id, message.subject);
  if (flags.includes("starred")) state.starred_messages.push(message.id);
  if (flags.includes("read")) return;
  const mentioned = flags.some((flag: string) => flag.includes("mentioned"));
  if (mentioned) doubtMentions(state);
  const where = isDirect
    ? { type: "private", user_ids: others }
    : { type: "stream", stream_id: message.stream_id, topic: message.subject };
  addUnread(state, message.id, { ...where, mentioned });
}

/** What somebody does with a message puts it into their own history, and what they may see puts messages in or out. */
function changeHistory(state: Json): void {
  state.max_message_id = UNKNOWN;
}

function moveMessages(state: Json, event: Json): void {
  const { subject, orig_subject, new_stream_id, stream_id, message_ids } = event;
  if (orig_subject === undefined) return;
  // What comes from another channel may be newer than all that the user has received.
  if (new_stream_id !== undefined) state.max_message_id = UNKNOWN;
  const { streams } = state.unread_msgs;
  const moved = new Set<number>(message_ids);
  const unread = streams.flatMap((one: Json) => one.unread_message_ids.filter((id: number) => moved.has(id)));
  const { mentions } = state.unread_msgs;
  dropUnread(state, unread);
  state.unread_msgs.mentions = mentions;
  doubtMentions(state);
  const [stream, topic] = [new_stream_id ?? stream_id, subject ?? orig_subject];
  respell(state, stream, topic);
  for (const id of unread) addUnread(state, id, { type: "stream", stream_id: stream, topic });
}

function updateMessage(state: Json, event: Json): void {
  const { mentions, pms, streams, huddles } = state.unread_msgs;
  const unread = [...pms, ...streams, ...huddles].flatMap((one: Json) => one.unread_message_ids);
  if (event.content !== undefined && unread.includes(event.message_id)) {
    const isMentioned = event.flags.some((flag: string) => flag.includes("mentioned"));
    if (mentions !== UNKNOWN) {
      state.unread_msgs.mentions = without(mentions, [event.message_id]);
      if (isMentioned) state.unread_msgs.mentions.push(event.message_id);
    }
    doubtMentions(state);
  }
  moveMessages(state, event);
}

function deleteMessages(state: Json, { message_id, message_ids = [message_id], message_type }: Json): void {
  dropUnread(state, message_ids);
  state.starred_messages = without(state.starred_messages, message_ids);
  if (message_ids.includes(state.max_message_id)) state.max_message_id = UNKNOWN;
  if (message_type === "private") state.recent_private_conversations = UNKNOWN;
}

/** Channels' settings that say nothing of their own take these of their user. */
const INHERITED: Record<string, string> = {
  enable_stream_desktop_notifications: "desktop_notifications",
  enable_stream_audible_notifications: "audible_notifications",
  enable_stream_push_notifications: "push_notifications",
  enable_stream_email_notifications: "email_notifications",
  wildcard_mentions_notify: "wildcard_mentions_notify",
};

const showsSubscribers = (state: Json) =>
  WITH_SUBSCRIBERS.every((list) => state[list].every((one: Json) => one.subscribers !== undefined));

const EVENTS: Record<string, Apply> = {
  heartbeat: () => {},
  presence: (state, { user_id, presences = { [user_id]: {} } }) => {
    if (state.presences === UNKNOWN) return;
    for (const [id, times] of Object.entries(presences as Record<string, Json>)) {
      // The registration knows people by their ids or by their addresses, the event in its own way.
      const names = [id, findUser(state, Number(id))?.email].filter((name) => name in state.presences);
      for (const name of names) {
        // Whoever is not to be seen was never there.
        if (times.idle_timestamp === 0) delete state.presences[name];
        else state.presences[name] = UNKNOWN;
      }
      if (names.length === 0 && times.idle_timestamp !== 0) state.presences = UNKNOWN;
    }
  },
  message: receiveMessage,
  update_message: updateMessage,
  delete_message: deleteMessages,
  // They change messages, which the registration does not tell of.
  "reaction/add": (state, { user_id }) => {
    if (user_id === state.user_id) changeHistory(state);
  },
  "reaction/remove": () => {},
  submessage: () => {},
  push_device: (state, { push_account_id, status, error_code = null }) => {
    state.push_devices[push_account_id] = { status, error_code };
  },
  // Whoever shows invitations asks for them again.
  invites_changed: () => {},
  "update_message_flags/add": (state, { flag, messages, all }) => {
    if (flag === "read") dropUnread(state, all ? "all" : messages);
    if (flag === "starred") state.starred_messages.push(...messages);
    if (flag !== "read") changeHistory(state);
  },
  "update_message_flags/remove": (state, { flag, messages, message_details }) => {
    if (flag === "read") for (const id of messages) addUnread(state, id, message_details[id]);
    if (flag === "read") doubtMentions(state);
    if (flag === "starred") state.starred_messages = without(state.starred_messages, messages);
  },
  "realm_user/add": (state, { person: { is_active: _, ...person } }) =>
    put(state.realm_users, (user) => user.user_id === person.user_id, person),
  "realm_user/update": updateUser,
  // Whoever is known no more, nothing is known of (register-and-events.md 5.4).
  "realm_user/remove": (state, { person: { user_id } }) => {
    for (const list of ["realm_users", "realm_non_active_users"]) take(state[list], (user) => user.user_id === user_id);
    delete state.user_status[user_id];
  },
  "realm_bot/add": (state, { bot }) => put(state.realm_bots, (one) => one.user_id === bot.user_id, bot),
  "realm_bot/update": (state, { bot }) =>
    Object.assign(state.realm_bots.find((one: Json) => one.user_id === bot.user_id) ?? {}, bot),
  "realm_bot/delete": (state, { bot }) => void take(state.realm_bots, (one) => one.user_id === bot.user_id),
  "stream/create": (state, { streams }) => {
    changeHistory(state);
    for (const channel of streams) {
      const same = (one: Json) => one.stream_id === channel.stream_id;
      put(state.streams, same, { ...channel });
      const known = WITH_SUBSCRIBERS.some((list) => state[list].some(same));
      const subscribers = showsSubscribers(state) && { subscribers: [] };
      if (!known) state.never_subscribed.push({ ...channel, ...subscribers, [IS_NEW]: true });
    }
  },
  "stream/update": (state, { stream_id, type: _, op: __, id: ___, name: ____, property, value, ...more }) => {
    for (const channel of byChannel(state, stream_id)) Object.assign(channel, { [property]: value, ...more });
  },
  "stream/delete": (state, { stream_ids }) => {
    // It may have held the newest message of all: no event tells which one is that now (register-and-events.md 4).
    changeHistory(state);
    // Nothing is unread in what is not there.
    const { streams } = state.unread_msgs;
    for (const { stream_id, unread_message_ids } of [...streams])
      if (stream_ids.includes(stream_id)) dropUnread(state, unread_message_ids);
    for (const list of ALL_CHANNELS)
      state[list] = state[list].filter((one: Json) => !stream_ids.includes(one.stream_id));
  },
  "subscription/add": (state, { subscriptions }) => {
    changeHistory(state);
    for (const subscription of subscriptions) {
      const same = (one: Json) => one.stream_id === subscription.stream_id;
      for (const list of WITH_SUBSCRIBERS) take(state[list], same);
      state.subscriptions.push({ ...subscription });
    }
  },
  "subscription/remove": (state, { subscriptions }) => {
    changeHistory(state);
    for (const { stream_id } of subscriptions) {
      const old = take(state.subscriptions, (one) => one.stream_id === stream_id);
      if (old === undefined) continue;
      if (old.subscribers !== undefined) old.subscribers = without(old.subscribers, [state.user_id]);
      state.unsubscribed.push(old);
    }
  },
  "subscription/update": (state, { stream_id, property, value }) => {
    for (const channel of byChannel(state, stream_id, ["subscriptions"])) channel[property] = value;
    if (property === "is_muted") state.unread_msgs.mentions = UNKNOWN;
  },
  "subscription/peer_add": peers((now, ids) => [...new Set([...now, ...ids])]),
  "subscription/peer_remove": peers(without),
  default_stream_groups: (state, { default_stream_groups }) => {
    state.realm_default_stream_groups = default_stream_groups;
  },
  default_streams: (state, { default_streams }) => {
    state.realm_default_streams = default_streams;
  },
  user_topic: (state, { type: _, id: __, ...topic }) => {
    const same = (one: Json) =>
      one.stream_id === topic.stream_id && one.topic_name.toLowerCase() === topic.topic_name.toLowerCase();
    take(state.user_topics, same);
    state.unread_msgs.mentions = UNKNOWN;
    if (topic.visibility_policy !== 0) state.user_topics.push(topic);
  },
  muted_topics: () => {},
  "user_group/add": (state, { group: added }) => put(state.realm_user_groups, (one) => one.id === added.id, added),
  "user_group/remove": (state, { group_id }) => void take(state.realm_user_groups, (one) => one.id === group_id),
  "user_group/update": (state, { group_id, data }) => Object.assign(group(state, group_id), data),
  "user_group/add_members": (state, { group_id, user_ids }) => group(state, group_id).members.push(...user_ids),
  "user_group/remove_members": (state, { group_id, user_ids }) => {
    const one = group(state, group_id);
    one.members = without(one.members, user_ids);
  },
  "user_group/add_subgroups": (state, { group_id, direct_subgroup_ids }) =>
    group(state, group_id).direct_subgroup_ids.push(...direct_subgroup_ids),
  "user_group/remove_subgroups": (state, { group_id, direct_subgroup_ids }) => {
    const one = group(state, group_id);
    one.direct_subgroup_ids = without(one.direct_subgroup_ids, direct_subgroup_ids);
  },
  // No registration tells of one's files: clients ask for them.
  "attachment/add": () => {},
  "attachment/update": () => {},
  "attachment/remove": () => {},
  "realm_emoji/update": (state, { realm_emoji }) => {
    state.realm_emoji = realm_emoji;
  },
  realm_linkifiers: (state, { realm_linkifiers }) => {
    state.realm_linkifiers = realm_linkifiers;
  },
  realm_playgrounds: (state, { realm_playgrounds }) => {
    state.realm_playgrounds = realm_playgrounds;
  },
  "realm_domains/add": (state, { realm_domain }) => state.realm_domains.push(realm_domain),
  "realm_domains/change": (state, { realm_domain }) =>
    put(state.realm_domains, (one) => one.domain === realm_domain.domain, realm_domain),
  "realm_domains/remove": (state, { domain }) => void take(state.realm_domains, (one) => one.domain === domain),
  custom_profile_fields: (state, { fields }) => {
    state.custom_profile_fields = fields;
    const ids = fields.map((field: Json) => String(field.id));
    for (const { profile_data = {} } of [...state.realm_users, ...state.realm_non_active_users])
      for (const id of Object.keys(profile_data)) if (!ids.includes(id)) delete profile_data[id];
  },
  user_status: (state, { type: _, id: __, user_id, ...change }) => {
    const status = { ...state.user_status[user_id], ...change };
    if (status.emoji_name === "") for (const name of ["emoji_name", "emoji_code", "reaction_type"]) delete status[name];
    for (const name of ["away", "status_text"]) if (!status[name]) delete status[name];
    if (Object.keys(status).length > 0) state.user_status[user_id] = status;
    else delete state.user_status[user_id];
  },
  "user_settings/update": (state, { property, value }) => {
    state.user_settings[property] = value;
    // Where a client was told the setting in place of what inherits it, it cannot tell one from the other.
    const inherited = INHERITED[property];
    if (inherited !== undefined && !state.subscriptions.some((one: Json) => one[inherited] === null)) {
      for (const one of [...state.subscriptions, ...state.unsubscribed]) one[inherited] = UNKNOWN;
    }
    // Who does not share their drafts has none on the server.
    if (property === "enable_drafts_synchronization" && !value) state.drafts = [];
  },
  update_display_settings: (state, { setting_name, setting }) => {
    state[setting_name] = setting;
  },
  update_global_notifications: (state, { notification_name, setting }) => {
    state[notification_name] = setting;
  },
  alert_words: (state, { alert_words }) => {
    state.alert_words = alert_words;
  },
  muted_users: (state, { muted_users }) => {
    state.muted_users = muted_users;
  },
  onboarding_steps: (state, { onboarding_steps }) => {
    state.onboarding_steps = onboarding_steps;
  },
  "scheduled_messages/add": (state, { scheduled_messages }) => state.scheduled_messages.push(...scheduled_messages),
  "scheduled_messages/update": (state, { scheduled_message }) => {
    const same = (one: Json) => one.scheduled_message_id === scheduled_message.scheduled_message_id;
    put(state.scheduled_messages, same, scheduled_message);
  },
  "scheduled_messages/remove": (state, { scheduled_message_id }) =>
    void take(state.scheduled_messages, (one) => one.scheduled_message_id === scheduled_message_id),
  "reminders/add": (state, { reminders }) => state.reminders.push(...reminders),
  "reminders/remove": (state, { reminder_id }) => void take(state.reminders, (one) => one.reminder_id === reminder_id),
  "drafts/add": (state, { drafts }) => state.drafts.push(...drafts),
  "drafts/update": (state, { draft }) => put(state.drafts, (one) => one.id === draft.id, draft),
  "drafts/remove": (state, { draft_id }) => void take(state.drafts, (one) => one.id === draft_id),
  "saved_snippets/add": (state, { saved_snippet }) => state.saved_snippets.push(saved_snippet),
  "saved_snippets/update": (state, { saved_snippet }) =>
    put(state.saved_snippets, (one) => one.id === saved_snippet.id, saved_snippet),
  "saved_snippets/remove": (state, { saved_snippet_id }) =>
    void take(state.saved_snippets, (one) => one.id === saved_snippet_id),
  "channel_folder/add": (state, { channel_folder }) => state.channel_folders.push(channel_folder),
  "channel_folder/update": (state, { channel_folder_id, data }) =>
    Object.assign(state.channel_folders.find((one: Json) => one.id === channel_folder_id) ?? {}, data),
  "channel_folder/reorder": (state, { order }) => {
    for (const one of state.channel_folders) one.order = order.indexOf(one.id);
  },
  "navigation_view/add": (state, { navigation_view }) => state.navigation_views.push({ ...navigation_view }),
  "navigation_view/update": (state, { fragment, data }) =>
    Object.assign(state.navigation_views.find((one: Json) => one.fragment === fragment) ?? {}, data),
  "navigation_view/remove": (state, { fragment }) =>
    void take(state.navigation_views, (one) => one.fragment === fragment),
  // No registration tells of exports either.
  realm_export: () => {},
  realm_export_consent: () => {},
  // For now only: nothing of it is told at registration.
  "typing/start": () => {},
  "typing/stop": () => {},
  "typing_edit_message/start": () => {},
  "typing_edit_message/stop": () => {},
  "realm_user_settings_defaults/update": (state, { property, value }) => {
    state.realm_user_settings_defaults[property] = value;
  },
  "realm/update": (state, { property, value }) => {
    state[`realm_${property}`] = value;
  },
  // Nobody can register after it.
  "realm/deactivated": () => {},
  "realm/update_dict": (state, { data }) => {
    for (const [name, value] of Object.entries<Json>(data)) state[`realm_${name}`] = value;
    // What repeats it is for clients to keep up (register-and-events.md 5.5: the event has the methods alone).
    const methods = data.authentication_methods;
    if (methods !== undefined) {
      state.realm_email_auth_enabled = methods.Email?.enabled ?? false;
      state.realm_password_auth_enabled = state.realm_email_auth_enabled || (methods.LDAP?.enabled ?? false);
    }
  },
};

/** Changes a state by the events that came after it. */
export function applyEvents(state: Json, events: readonly Json[]): void {
  for (const event of events) {
    const name = event.op === undefined ? event.type : `${event.type}/${event.op}`;
    const apply = EVENTS[name];
    if (apply === undefined) throw new Error(`test/support/client-state.ts does not know the event ${name}`);
    apply(state, event);
  }
}
