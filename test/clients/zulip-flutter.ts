import type { Json } from "../support/person.ts";
import type { Client } from "./judge.ts";
import facts from "./zulip-flutter.json";

const self = (value: Json) => ({ at: [], value });
const inPerson = ({ person }: Json, key: string) => ({ at: ["person", key], value: person?.[key] });
const asWritten = (json: Json, key: string) => ({ at: [key], value: json[key] });
/** Reads a list of users, which the app itself marks as active. */
const activeFilledIn = (json: Json, key: string) => ({
  at: [key],
  value: json[key]?.map?.((user: Json) => ({ is_active: true, ...user })),
});

/**
 * Fields that are missing in the table, because code decodes them or because only newer releases of the app read them.
 */
const more: Client["answers"] = {
  GetMessagesResult: { messages: "[Message]" },
  StreamMessage: { flags: "[string]", reactions: "[{any}]" },
  DmMessage: { flags: "[string]", reactions: "[{any}]", display_recipient: "[Recipient]" },
  Recipient: { id: "number" },
  MessageEvent: { flags: "[string]" },
  RealmUserRemoveEvent: { id: "number", person: "RemovedPerson" },
  RemovedPerson: { user_id: "number" },
  GroupSettingValueNameless: {},
  Subscription: { color: "string" },
  UserSettings: { starred_message_counts: "boolean" },
};

export const zulipFlutter: Client & { readonly requests: typeof facts.requests; readonly unread: readonly string[] } = {
  ...facts,
  answers: Object.fromEntries(
    [...new Set([...Object.keys(facts.answers), ...Object.keys(more)])].map((name) => [
      name,
      { ...(facts.answers as Client["answers"])[name], ...more[name] },
    ]),
  ),
  cases: facts.cases as unknown as Client["cases"],
  readers: {
    "InitialSnapshot._readUsersIsActiveFallbackTrue": activeFilledIn,
    "InitialSnapshot._readUsersIsActiveFallbackFalse": activeFilledIn,
    "User._readProfileData": asWritten,
    "RealmUserUpdateEvent._readFromPerson": inPerson,
    "RealmUserUpdateEvent._readNullableStringFromPerson": inPerson,
    "StreamMessage._readConversation": self,
    "MessageEvent._readMessageValue": ({ message, flags }) => ({ at: ["message"], value: { flags, ...message } }),
    "SubscriptionRemoveEvent._readStreamIds": ({ subscriptions }) => ({
      at: ["subscriptions"],
      value: subscriptions?.map?.((one: Json) => one?.stream_id),
    }),
    "TypingEvent._readSenderId": ({ sender }) => ({ at: ["sender", "user_id"], value: sender?.user_id }),
    "UpdateMessageEvent._readMoveData": self,
    // Values of any type, and fields of older servers.
    "ChannelUpdateEvent._readValue": asWritten,
    "SubscriptionUpdateEvent._readValue": asWritten,
    "UserSettingsUpdateEvent._readValue": asWritten,
    "MessageEditState._readFromMessage": null,
    "Message._readPoll": null,
    "UserStatusEvent._readChange": null,
  },
};
