import * as v from "valibot";
import { databaseOf } from "../../../database/databases.ts";
import { type MessageId, toMessageId, toUserId, type UserId } from "../../../protocol/ids.ts";
import { job } from "../../../realm/job.ts";
import type { Realm } from "../../../realm/realm.ts";
import { milliseconds, after as timeAfter } from "../../../util/time.ts";
import { newestMessageId, placeOfMessage } from "../../conversations/conversations.ts";
import { rewritePages } from "../../messages/boards/page.ts";
import { textsLeavingHook } from "../../messages/core/hooks.ts";
import type { Rewrite, Rewriting } from "../../messages/core/send/rewritten.ts";
import { messageInRealm, withContentInRealm } from "../../messages/core/store/access-to-change.ts";
import { parseEditHistory } from "../../messages/core/store/message-object.ts";
import { writeTexts } from "../../messages/core/store/write-edit.ts";
import type { ErasedAccount } from "../../messages/deleted-accounts/hooks.ts";
import { rewriteDrafts } from "../../messages/drafts/drafts.ts";
import { emitRendered } from "../../messages/editing/emit-updated.ts";
import { mostWithEvents } from "../../messages/message-deletion/steps.ts";
import { rewritePresses } from "../../messages/presses/presses.ts";
import { removeReactionsBetween } from "../../messages/reactions/reactions.ts";
import { rewriteReminders } from "../../messages/reminders/reminders.ts";
import { rewriteSnippets } from "../../messages/saved-snippets/saved-snippets.ts";
import { rewriteScheduled } from "../../messages/scheduled-messages/scheduled-messages.ts";
import { removeSubmessagesBetween } from "../../messages/widgets/widgets.ts";
import { erasedName } from "../../organization/account-actions/delete-profile.ts";
import { accessUser, usersNamed } from "../../organization/accounts/access.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import { type Renamed, withNewName, withNewNameUnsent } from "./former-name.ts";
import { messagesNaming } from "./rows.ts";

export const RENAME_MENTIONS_JOB = "rename-mentions";

/** Maximum number of ids searched and of messages changed per step. */
const SEARCHED_AT_ONCE = 20_000;
const CHANGED_AT_ONCE = 100;
const STEP_INTERVAL_MS = milliseconds(50);

/** Kinds of texts that aren't messages. Those that are sent at a set time come first. */
const UNSENT = ["scheduled messages", "reminders", "drafts", "snippets", "pages", "presses"] as const;

const progressSchema = v.object({
  user: v.number(),
  /** Id of the last message that was searched, and of the newest message when the job started. */
  after: v.number(),
  last: v.number(),
  /** Whether the user's reactions and votes are removed, too. */
  takes_reactions: v.boolean(),
  /** Where to continue in the unsent texts, with the user's former name. Undefined once these are done. */
  unsent: v.optional(v.object({ of: v.picklist(UNSENT), after: v.number(), former: v.string() })),
});
type UnsentProgress = NonNullable<v.InferOutput<typeof progressSchema>["unsent"]>;

/**
 * Schedules a job that renames an erased user's mentions in others' texts and, if requested, removes the user's
 * reactions.
 */
export const renameMentionsLater = (realm: Realm, { user, former, deletes_messages }: ErasedAccount): void =>
  realm.outbox.add(RENAME_MENTIONS_JOB, {
    ...{ user: user.id, after: 0, last: newestMessageId(realm), takes_reactions: deletes_messages },
    unsent: { of: UNSENT[0], after: 0, former: former.name },
  });

/**
 * Schedules a job that immediately renames mentions in unsent texts, before one of them is sent with the former name.
 */
export const renameUnsentLater = (realm: Realm, { id, full_name }: User): void =>
  realm.outbox.add(RENAME_MENTIONS_JOB, {
    ...{ user: id, after: 0, last: 0, takes_reactions: false },
    unsent: { of: UNSENT[0], after: 0, former: full_name },
  });

/** Runs the job's next step. Steps can be repeated, because texts with the new name stay unchanged. */
export const renameMentions = job(progressSchema, async ({ realm, env }, { after, last, ...wish }) => {
  const { user, unsent } = wish;
  if (unsent !== undefined) {
    const rewriting = await prepareUnsent(realm, toUserId(user), unsent);
    realm.change(() => {
      const { unsent: _, ...sent } = wish;
      const reached = rewriting();
      const of = reached === null ? UNSENT[UNSENT.indexOf(unsent.of) + 1] : unsent.of;
      const rest = of && { of, after: reached ?? 0, former: unsent.former };
      const progress = { ...sent, after, last, ...(rest !== undefined && { unsent: rest }) };
      realm.outbox.add(RENAME_MENTIONS_JOB, progress, timeAfter(realm.clock.milliseconds(), STEP_INTERVAL_MS));
    });
    return;
  }
  await realm.shipper.caughtUp();
  const bulk = { realm: realm.id, database: databaseOf(env, realm.shipper.database) };
  const upTo = Math.min(last, after + SEARCHED_AT_ONCE);
  const most = Math.min(CHANGED_AT_ONCE, mostWithEvents(realm));
  const found = await messagesNaming(bulk, { user, after, upTo, most });
  const changed = found.length < most ? upTo : (found.at(-1) ?? upTo);
  await realm.changeWithMessages(found, () => {
    const renamed = { user, name: erasedName(toUserId(user)) };
    for (const id of found) rename(realm, toMessageId(id), renamed);
    const reached = wish.takes_reactions ? removeReactions(realm, toUserId(user), after, changed) : changed;
    const due = timeAfter(realm.clock.milliseconds(), STEP_INTERVAL_MS);
    if (reached < last) realm.outbox.add(RENAME_MENTIONS_JOB, { ...wish, after: reached, last }, due);
  });
});

async function prepareUnsent(realm: Realm, user: UserId, { of, after, former }: UnsentProgress): Promise<Rewriting> {
  // A mention without an id may be of another user with the same name.
  const isTheirs = former !== "" && usersNamed(realm, former).length === 0;
  const about = { user, name: erasedName(user) };
  const rewrite = (text: string) => withNewNameUnsent(text, about, isTheirs ? former : null);
  const rewriteRendered: Rewrite = (text) => {
    const { content, html } = withNewName(text, about);
    return { content: rewrite(content), html };
  };
  switch (of) {
    case "scheduled messages":
      return rewriteScheduled(realm, after, rewriteRendered);
    case "reminders":
      return rewriteReminders(realm, after, rewriteRendered);
    case "drafts":
      return () => rewriteDrafts(realm, after, rewrite);
    case "snippets":
      return () => rewriteSnippets(realm, after, rewrite);
    case "pages":
      return () => rewritePages(realm, after, (text) => withNewName(text, about));
    case "presses":
      return () => rewritePresses(realm, after, rewriteRendered);
  }
}

/** Removes reactions and votes from messages between two ids. Returns the id of the last message that is done. */
function removeReactions(realm: Realm, id: UserId, after: number, upTo: number): number {
  const reached = removeReactionsBetween(realm, accessUser(realm, null, id), after, upTo);
  removeSubmessagesBetween(realm, id, after, reached);
  return reached;
}

/** Rewrites a message's texts and sends them to clients. This doesn't count as an edit. */
function rename(realm: Realm, id: MessageId, renamed: Renamed): void {
  const place = placeOfMessage(realm, id);
  if (place === undefined) return;
  const [held] = withContentInRealm(realm, [place]);
  // The message was evicted after it was loaded. The job fails, and is retried.
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
  emitRendered(realm, held, { content: text.content, rendered_content: text.html, is_me_message: is_me === 1 });
}
