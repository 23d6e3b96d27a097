import { type MessageId, toMessageId, type UserId } from "../../../protocol/ids.ts";
import { among } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { entryOf } from "../../../util/collections.ts";
import { channelIndex } from "../../channels/channels/channels.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import { currentFlags } from "../core/flags/current-flags.ts";
import { messageInRealm } from "../core/store/access-to-change.ts";
import { type Watchers, watchersByMessages, watchersOf } from "../core/store/message-watchers.ts";
import { flagBitsOfMessage } from "../core/store/personal-flags.ts";
import { type ContentChange, messageUpdated } from "./events.ts";

type Payload = Parameters<typeof messageUpdated>[0];

type NewText = Pick<ContentChange, "content" | "rendered_content" | "is_me_message">;

interface Update {
  readonly target: MessageId;
  /** The new text and, unless only the HTML changed, the old text. Undefined if neither changed. */
  readonly content: NewText | ContentChange | undefined;
  readonly rest: Omit<Payload, "message_id" | "message_ids" | "flags" | keyof ContentChange>;
}

/** Emits an event to each watcher for their changed messages. Only watchers of the edited message get its new text. */
export function emitUpdated(realm: Realm, watchers: Watchers, { target, content, rest }: Update): void {
  for (const { ids, users } of watchersByMessages(watchers)) {
    const isTarget = ids.includes(target);
    const message_id = isTarget ? target : toMessageId(ids[0] ?? target);
    const payload = { ...rest, ...(isTarget && content ? limited(content) : {}), message_id, message_ids: [...ids] };
    realm.emit(messageUpdated(payload), ...withFlags(realm, users, message_id));
  }
}

/** Emits the new HTML of a message to its watchers, not as an edit, because the text is unchanged. */
export function emitRendered(realm: Realm, place: MessageIndexRow, content: NewText): void {
  const channel = channelIndex(realm).byConversation.get(place.conversation_id);
  emitUpdated(realm, watchersOf(realm, [place]), {
    target: place.id,
    content,
    rest: {
      user_id: null,
      rendering_only: true,
      edit_timestamp: realm.seconds(),
      ...(channel === undefined ? {} : { stream_id: channel.id, stream_name: channel.name }),
    },
  });
}

/** Maximum length of the HTML in one event. An event is a row of the event log, limited to 2 MB of JSON. */
const MAX_HTML = 1_700_000;

/** Drops the old text's HTML if both texts together are too large for one event. */
function limited(content: NewText | ContentChange): NewText | ContentChange {
  if (!("orig_rendered_content" in content)) return content;
  const { orig_rendered_content, rendered_content } = content;
  const fits = orig_rendered_content.length + rendered_content.length <= MAX_HTML;
  return fits ? content : { ...content, orig_rendered_content: "" };
}

/** Groups users by their flags of the message. Each group shares one event. */
function withFlags(realm: Realm, users: readonly UserId[], message: MessageId) {
  const row = messageInRealm(realm, { id: message });
  const bits = flagBitsOfMessage(realm, message);
  const groups = new Map<string, { readonly flags: string[]; readonly users: Set<UserId> }>();
  for (const user of users) {
    const flags = currentFlags(realm, user, row, bits.get(user) ?? 0);
    entryOf(groups, flags.join(), () => ({ flags, users: new Set<UserId>() })).users.add(user);
  }
  return [...groups.values()].map(({ flags, users: some }) => among(some, { flags }));
}
