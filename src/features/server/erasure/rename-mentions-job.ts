import * as v from "valibot";
import { databaseOf } from "../../../database/databases.ts";
import { type MessageId, toMessageId, toUserId, type UserId } from "../../../protocol/ids.ts";
import { job } from "../../../realm/job.ts";
import type { Realm } from "../../../realm/realm.ts";
import { milliseconds, after as timeAfter } from "../../../util/time.ts";
import { channelIndex } from "../../channels/channels/public.ts";
import { newestMessageId, placeOfMessage } from "../../conversations/public.ts";
import { mostWithEvents } from "../../messages/deletion/public.ts";
import { emitUpdated } from "../../messages/editing/public.ts";
import {
  messageInRealm,
  parseEditHistory,
  textsLeavingHook,
  watchersOf,
  withContentInRealm,
  writeTexts,
} from "../../messages/messages/public.ts";
import { removeReactionsBetween } from "../../messages/reactions/public.ts";
import { removeSubmessagesBetween } from "../../messages/widgets/public.ts";
import { erasedName } from "../../organization/users/actions/public.ts";
import { accessUser } from "../../organization/users/public.ts";
import { type Renamed, withNewName } from "./former-name.ts";
import { messagesNaming } from "./rows.ts";

export const RENAME_MENTIONS_JOB = "rename-mentions";

/** The number of ids that one step looks through, and of messages that it changes at most. */
const SEARCHED_AT_ONCE = 20_000;
const CHANGED_AT_ONCE = 100;
const PAUSE_MS = milliseconds(50);

const progressSchema = v.object({
  user: v.number(),
  /** The message up to which it has looked, and the newest of when it began. */
  after: v.number(),
  last: v.number(),
  /** Whether the person's reactions and votes go too. */
  takes_reactions: v.boolean(),
});

/** Has the mentions of an erased person in texts of others renamed, and, where that is wanted, the person's reactions removed. */
export const renameMentionsLater = (realm: Realm, user: number, takes_reactions: boolean): void =>
  realm.outbox.add(RENAME_MENTIONS_JOB, { user, after: 0, last: newestMessageId(realm), takes_reactions });

/** The job's next step. To repeat it is harmless: texts that have the new name stay as they are. */
export const renameMentions = job(progressSchema, async ({ realm, env }, { after, last, ...wish }) => {
  const { user } = wish;
  await realm.shipper.caughtUp();
  const bulk = { realm: realm.id, database: databaseOf(env, realm.shipper.database) };
  const upTo = Math.min(last, after + SEARCHED_AT_ONCE);
  const most = Math.min(CHANGED_AT_ONCE, mostWithEvents(realm));
  const found = await messagesNaming(bulk, { user, after, upTo, most });
  const changed = found.length < most ? upTo : (found.at(-1) ?? upTo);
  const loaded = await realm.loadMessages(found);
  try {
    realm.change(() => {
      const renamed = { user, name: erasedName(toUserId(user)) };
      for (const id of found) rename(realm, toMessageId(id), renamed);
      const reached = wish.takes_reactions ? removeReactions(realm, toUserId(user), after, changed) : changed;
      const due = timeAfter(realm.clock.milliseconds(), PAUSE_MS);
      if (reached < last) realm.outbox.add(RENAME_MENTIONS_JOB, { ...wish, after: reached, last }, due);
    });
  } finally {
    loaded.release();
  }
});

/** Removes reactions and votes from messages between two ids, and returns the id up to which all are gone. */
function removeReactions(realm: Realm, id: UserId, after: number, upTo: number): number {
  const reached = removeReactionsBetween(realm, accessUser(realm, null, id), after, upTo);
  removeSubmessagesBetween(realm, id, after, reached);
  return reached;
}

/** Writes a message's texts anew and tells its readers, not as an edit. */
function rename(realm: Realm, id: MessageId, renamed: Renamed): void {
  const place = placeOfMessage(realm, id);
  if (place === undefined) return;
  const [held] = withContentInRealm(realm, [place]);
  // Loaded, and gone since: the job fails, and is begun again.
  if (held === undefined) throw new Error(`message ${id} is not held`);
  const { content, html, is_me, edit_history } = messageInRealm(realm, held);
  const text = withNewName({ content, html }, renamed);
  const history =
    edit_history === null
      ? null
      : parseEditHistory(edit_history, id).map((entry) => {
          const { prev_content, prev_rendered_content } = entry;
          if (prev_content === undefined) return entry;
          const former = withNewName({ content: prev_content, html: prev_rendered_content ?? "" }, renamed);
          return {
            ...entry,
            prev_content: former.content,
            ...(prev_rendered_content !== undefined && { prev_rendered_content: former.html }),
          };
        });
  const isUnchanged = text.html === html && text.content === content;
  const newHistory = history && JSON.stringify(history);
  if (isUnchanged && newHistory === (edit_history && JSON.stringify(parseEditHistory(edit_history, id)))) return;
  realm.run(textsLeavingHook, [held], "edited");
  writeTexts(realm, id, { ...text, edit_history: newHistory });
  if (isUnchanged) return;
  const channel = channelIndex(realm).byConversation.get(held.conversation_id);
  emitUpdated(realm, watchersOf(realm, [held]), {
    target: id,
    content: { content: text.content, rendered_content: text.html, is_me_message: is_me === 1 },
    rest: {
      user_id: null,
      rendering_only: true,
      edit_timestamp: realm.seconds(),
      ...(channel === undefined ? {} : { stream_id: channel.id, stream_name: channel.name }),
    },
  });
}
