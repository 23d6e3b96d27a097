import type { Client } from "./judge.ts";
import facts from "./zulip-terminal.json";

/** Fields that the terminal client declares, but doesn't need. */
const absent: Readonly<Record<string, string>> = {
  // Fields of older servers.
  RealmUser: "bot_owner is_billing_admin avatar_url avatar_version bot_owner_id bot_type",
  Subscription: "role",
  SubscriptionEvent: "user_id message_ids property stream_id stream_ids subscriptions user_ids value",
  // Only changed fields are sent.
  UpdateMessageEvent: "rendered_content message_ids orig_subject subject propagate_mode stream_id",
  RealmUserEventPerson:
    "full_name avatar_url avatar_source avatar_url_medium avatar_version timezone bot_owner_id role is_billing_admin delivery_email new_email",
};
/** The fields that the client reads from each message, although its types allow them to be missing. */
const MESSAGE =
  "id sender_id content timestamp client is_me_message reactions submessages flags sender_full_name sender_email display_recipient type";

const changed = (type: string, names: string | undefined, suffix: string) =>
  Object.fromEntries(
    Object.entries((facts.answers as Client["answers"])[type] ?? {}).map(([key, of]) => [
      key,
      names?.split(" ").includes(key) ? of.replace(/\??$/, suffix) : of,
    ]),
  );

export const zulipTerminal: Client = {
  answers: {
    ...facts.answers,
    ...Object.fromEntries(Object.entries(absent).map(([type, names]) => [type, changed(type, names, "?")])),
    Message: changed("Message", MESSAGE, ""),
    MessageOfEvent: changed("Message", MESSAGE.replace(" flags", ""), ""),
    MessageEvent: { ...facts.answers.MessageEvent, message: "MessageOfEvent" },
    Page: { messages: "[Message]" },
    Registration: { subscriptions: "[Subscription]", realm_users: "[RealmUser]" },
  },
  cases: facts.cases,
  readers: {},
};
