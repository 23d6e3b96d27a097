import { expect, test } from "vitest";
import type { StateSlice } from "../../src/realm/state-slice.ts";
import { apply } from "../../src/web/model/apply.ts";
import { REGISTRATION, type State } from "../../src/web/model/state.ts";
import type { Frozen, WireRealmState } from "../../src/wire-types.ts";
import { makeChannel } from "../support/channels.ts";
import { comparableStates } from "../support/compare-states.ts";
import { sendDirect, sendToChannel } from "../support/messages.ts";
import { realm } from "../support/organization.ts";

type Modules =
  | typeof import("../../src/features/channels/channels/default-groups/state.ts")
  | typeof import("../../src/features/channels/channels/state.ts")
  | typeof import("../../src/features/channels/folders/state.ts")
  | typeof import("../../src/features/channels/topic-preferences/state.ts")
  | typeof import("../../src/features/integrations/bot-commands/state.ts")
  | typeof import("../../src/features/integrations/incoming-mail/state.ts")
  | typeof import("../../src/features/integrations/incoming/state.ts")
  | typeof import("../../src/features/messages/drafts/state.ts")
  | typeof import("../../src/features/messages/messages/state.ts")
  | typeof import("../../src/features/messages/navigation-views/state.ts")
  | typeof import("../../src/features/messages/push/state.ts")
  | typeof import("../../src/features/messages/reminders/state.ts")
  | typeof import("../../src/features/messages/saved-snippets/state.ts")
  | typeof import("../../src/features/messages/scheduled-messages/state.ts")
  | typeof import("../../src/features/organization/domains/state.ts")
  | typeof import("../../src/features/organization/emoji/state.ts")
  | typeof import("../../src/features/organization/groups/state.ts")
  | typeof import("../../src/features/organization/linkifiers/state.ts")
  | typeof import("../../src/features/organization/playgrounds/state.ts")
  | typeof import("../../src/features/organization/profile-fields/state.ts")
  | typeof import("../../src/features/organization/realm/state.ts")
  | typeof import("../../src/features/organization/users/actions/bots/state.ts")
  | typeof import("../../src/features/organization/users/actions/state.ts")
  | typeof import("../../src/features/people/alert-words/state.ts")
  | typeof import("../../src/features/people/muted-users/state.ts")
  | typeof import("../../src/features/people/onboarding/state.ts")
  | typeof import("../../src/features/people/presence/state.ts")
  | typeof import("../../src/features/people/settings/state.ts")
  | typeof import("../../src/features/people/status/state.ts");

type Exports<Module> = Module extends unknown ? Module[keyof Module] : never;
type Listed<Export> = Export extends readonly (infer Slice)[] ? Slice : Export;
type ShapeOf<Slice> = Slice extends StateSlice<infer Shape> ? Shape : never;
type Shapes = ShapeOf<Listed<Exports<Modules>>>;

type NamesIn<Union> = Union extends unknown ? keyof Union : never;
type In<Union, Name> = Union extends unknown ? (Name extends keyof Union ? Union[Name] : never) : never;
/** Presences in the form for clients that do not ask for the slim one. */
type LegacyPresences = Readonly<Record<string, { readonly aggregated: object }>>;
/** The reply to somebody with an account, who asks for all that the web client does. */
type Reply = { readonly [Name in NamesIn<Shapes>]: Exclude<In<Shapes, Name>, undefined | LegacyPresences> };

/** What is of the queue and of the program. */
type Others = "queue_id" | "last_event_id" | "zulip_version" | "zulip_feature_level" | "svc_merge_base";

/** The state that a client keeps is that of the slices: a field that no slice has, or has otherwise, does not compile. */
const stateOf = (reply: Reply): Frozen<Omit<State, Others>> => reply;

/** Keys of the state that a registration has only for clients that ask for it in another form. */
type Optional = "streams";

/** The keys of the state but for those of the organization: the type checker holds that none is missing. */
const KEYS: Record<Exclude<keyof State, Optional | `realm_${string}` | keyof WireRealmState>, true> = {
  ...own("user_id", "email", "delivery_email", "full_name", "avatar_source", "avatar_url", "avatar_url_medium"),
  ...own("is_owner", "is_admin", "is_moderator", "is_guest", "user_settings", "alert_words", "onboarding_steps"),
  ...own("push_devices", "cross_realm_bots", "muted_users"),
  ...own("presences", "presence_last_update_id", "server_timestamp", "user_status"),
  ...own("subscriptions", "unsubscribed", "never_subscribed", "channel_folders", "user_topics"),
  ...own("unread_msgs", "max_message_id", "recent_private_conversations", "starred_messages"),
  ...own("drafts", "scheduled_messages", "reminders", "saved_snippets", "navigation_views"),
  ...own("custom_profile_fields", "custom_profile_field_types", "server_incoming_mail", "bot_commands"),
  ...own("queue_id", "last_event_id", "zulip_version", "zulip_feature_level", "svc_merge_base"),
};

function own<Name extends string>(...names: readonly Name[]): Record<Name, true> {
  return Object.fromEntries(names.map((name) => [name, true])) as Record<Name, true>;
}

test("a registration of the web client has all that its state says it has", async () => {
  const { noah } = await realm();
  const { state } = await noah.queue(REGISTRATION);
  expect(Object.keys(KEYS).filter((name) => !(name in state))).toEqual([]);
  const lists = ["realm_users", "realm_non_active_users", "realm_bots", "realm_user_groups", "realm_emoji"];
  const more = ["realm_linkifiers", "realm_playgrounds", "realm_domains", "realm_default_streams"];
  expect([...lists, ...more].filter((name) => !(name in state))).toEqual([]);
  expect(state).not.toHaveProperty("streams");
  expect(stateOf(state)).toBe(state);
});

test("events keep the state of the web client, in the form that it asks for", async () => {
  const { iris, noah, mia } = await realm();
  const channel = await makeChannel(iris, "harbour", [iris, noah, mia]);
  const queue = await noah.queue(REGISTRATION);
  const state: State = structuredClone(queue.state);
  const id = await sendToChannel(iris, channel, "Tides", "@**Noah Example** look");
  await sendDirect(mia, [noah, iris], "hello");
  await mia.ok(mia.post("/users/me/presence", { status: "active" }));
  await mia.ok(mia.post("/users/me/status", { status_text: "at sea" }));
  await noah.ok(noah.post("/messages/flags", { messages: [id], op: "add", flag: "starred" }));
  await noah.ok(noah.post("/user_topics", { stream_id: channel, topic: "Tides", visibility_policy: 3 }));
  await iris.ok(iris.patch(`/messages/${id}`, { topic: "Winds", propagate_mode: "change_all" }));
  await iris.ok(iris.patch(`/users/${mia.id}`, { full_name: "Mia Sailor" }));
  for (const event of await queue.events()) apply(state, event);
  const { known, fresh } = comparableStates(state, await noah.ok(noah.post("/register", REGISTRATION)));
  expect(known).toEqual(fresh);
});
