import { type MessageId, toMessageId, type UserId } from "../../../protocol/ids.ts";
import { among } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { entryOf } from "../../../util/collections.ts";
import { currentFlags } from "../messages/flags/current-flags.ts";
import { messageInRealm } from "../messages/store/access-to-change.ts";
import { type Watchers, watchersByMessages } from "../messages/store/message-watchers.ts";
import { flagBitsOfMessage } from "../messages/store/personal-flags.ts";
import { type ContentChange, messageUpdated } from "./events.ts";

type Payload = Parameters<typeof messageUpdated>[0];

interface Update {
  readonly target: MessageId;
  readonly content: ContentChange | undefined;
  readonly rest: Omit<Payload, "message_id" | "message_ids" | "flags" | keyof ContentChange>;
}

/**
 * Tells of a change of messages: to each user of those that they hold. Whoever does not hold the message whose text
 * has changed is not told the text.
 */
export function tellUpdated(realm: Realm, watchers: Watchers, { target, content, rest }: Update): void {
  for (const { ids, users } of watchersByMessages(watchers)) {
    const isTarget = ids.includes(target);
    const message_id = isTarget ? target : toMessageId(ids[0] ?? target);
    const payload = { ...rest, ...(isTarget && content ? fitting(content) : {}), message_id, message_ids: [...ids] };
    realm.emit(messageUpdated(payload), ...withFlags(realm, users, message_id));
  }
}

/** An event is a row of the log, which takes 2 MB with all that JSON adds to HTML. */
const MOST_HTML = 1_700_000;

/** Of two texts that are too large for one event, the HTML of the older one is not told. */
function fitting(content: ContentChange): ContentChange {
  const { orig_rendered_content, rendered_content } = content;
  const fits = orig_rendered_content.length + rendered_content.length <= MOST_HTML;
  return fits ? content : { ...content, orig_rendered_content: "" };
}

/** Each viewer's own flags; those who have the same share the event. */
function withFlags(realm: Realm, users: readonly UserId[], message: MessageId) {
  const row = messageInRealm(realm, { id: message });
  const bits = flagBitsOfMessage(realm, message);
  const classes = new Map<string, { readonly flags: string[]; readonly users: Set<UserId> }>();
  for (const user of users) {
    const flags = currentFlags(realm, user, row, bits.get(user) ?? 0);
    entryOf(classes, flags.join(), () => ({ flags, users: new Set<UserId>() })).users.add(user);
  }
  return [...classes.values()].map(({ flags, users: some }) => among(some, { flags }));
}
