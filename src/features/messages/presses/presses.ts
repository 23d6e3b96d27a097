import * as v from "valibot";
import { stored } from "../../../database/stored.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { ApiError, rateLimitHit } from "../../../protocol/errors.ts";
import { type MessageId, toGroupId, toMessageId, type UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { only } from "../../../realm/events/event.ts";
import { hook, type Realm } from "../../../realm/realm.ts";
import { after, before, milliseconds, seconds, toWholeSeconds } from "../../../util/time.ts";
import { channelIndex } from "../../channels/channels/channels.ts";
import {
  type MessageIndexRow,
  membersOfConversation,
  placeOfMessage,
  placesOfMessages,
} from "../../conversations/conversations.ts";
import { accessUser, accessUsers } from "../../organization/accounts/access.ts";
import { actorOf, findUser, type User } from "../../organization/accounts/accounts.ts";
import { accessGroup } from "../../organization/user-groups/access.ts";
import { groupsOf } from "../../organization/user-groups/membership.ts";
import { checkMayPost } from "../core/send/channel-permissions.ts";
import { checkMaySendDirect } from "../core/send/direct-permissions.ts";
import type { Rewrite } from "../core/send/rewritten.ts";
import { readerOf } from "../core/store/access.ts";
import { accessMessageToChange } from "../core/store/access-to-change.ts";
import type { Button, Form } from "../widgets/buttons.ts";
import { shownPressable } from "../widgets/widgets.ts";
import { checkEntered, type EnteredValues } from "./entered.ts";
import { buttonPressed, type PressObject, pressAnswered } from "./events.ts";
import type { Press, PressRow } from "./rows.ts";
import * as rows from "./rows.ts";

/** Runs for a press, within its change. Returns whether the feature delivers it to the bot. */
export const pressedHook = hook<[press: PressRow, bot: User], boolean>("pressed");

/** Runs before presses are deleted from messages that stay. Features that must keep them can save them here. */
export const pressesLeavingHook = hook<[presses: readonly Press[]]>("presses leaving");

export { PRESS_JSON, type Press } from "./rows.ts";

export const PRESS_TIMER = "presses";
/** How long users wait for a bot before they see that it didn't answer. */
const ANSWER_MS = milliseconds(3000);
const ENDED_AT_ONCE = 500;
/** Maximum presses dropped in one change. This many short presses are as large as a long one. */
const DROPPED_AT_ONCE = 1000;

interface NewPress {
  readonly message_id: number;
  readonly local_id: string;
  /** Undefined for a form. */
  readonly button_id: string | undefined;
  readonly entered: EnteredValues | undefined;
}

const noLonger = (msg: string) => new ApiError({ code: "BUTTON_GONE", msg });
const denied = (msg: string) => new ApiError({ code: "PERMISSION_DENIED", msg });
const unavailable = (bot: User) =>
  new ApiError({ code: "BOT_UNAVAILABLE", msg: `${bot.full_name} isn't available now. Try again later.` });

/**
 * Stores a press and delivers it to the message's bot. Returns a repeated press in its current state. Throws if the
 * user can't press the button, or no one can at the moment.
 */
export function press(realm: Realm, actor: Actor, { message_id, local_id, button_id, entered }: NewPress): PressRow {
  const known = rows.pressOfUser.first(realm.sql, { user: actor.user_id, local_id });
  if (known !== undefined) return known;
  const { place } = accessMessageToChange(realm, actor, message_id);
  const bot = accessUser(realm, null, place.sender_id);
  const shown = bot.bot_type === null ? undefined : shownPressable(realm, place.id);
  const pressed = button_id === undefined ? shown?.form : shown?.buttons?.find(({ id }) => id === button_id);
  if (shown === undefined || pressed === undefined) {
    throw noLonger(button_id === undefined ? "The message has no form any longer." : "The message has no such button.");
  }
  checkMayPress(realm, actor, place, pressed);
  if (shown.until !== undefined && shown.until <= realm.seconds()) throw noLonger("It's too late for this.");
  const checked = "fields" in pressed ? JSON.stringify(checkEntered(realm, actor, pressed, entered ?? {})) : null;
  if (bot.is_active === 0 || !isReadBy(realm, bot, place)) throw unavailable(bot);
  if (rows.countWaiting.one(realm.sql, { bot: bot.id }).count >= limits.account.waiting_presses)
    throw rateLimitHit(seconds(ANSWER_MS / 1000));
  const now = realm.clock.milliseconds();
  const row = rows.insertPress.one(realm.sql, {
    message_id: place.id,
    bot_id: bot.id,
    user_id: actor.user_id,
    local_id,
    button_id: button_id ?? null,
    value: ("value" in pressed ? pressed.value : undefined) ?? null,
    entered: checked,
    pressed_at: now,
  });
  const old = rows.oldPresses.all(realm.sql, {
    ...{ floor: row.id - limits.organization.presses, user: actor.user_id, message: place.id },
    most: limits.account.presses_of_message,
  });
  drop(realm, old);
  makeRoom(realm);
  const isDelivered = realm.collect(pressedHook, row, bot).includes(true) || emitToBot(realm, row);
  if (!isDelivered) throw unavailable(bot);
  realm.timers.setSooner(PRESS_TIMER, after(now, ANSWER_MS));
  return row;
}

function drop(realm: Realm, old: readonly Press[]): void {
  if (old.length === 0) return;
  realm.run(pressesLeavingHook, old);
  rows.deletePresses.run(realm.sql, { ids: JSON.stringify(old.map(({ id }) => id)) });
}

/** Drops the oldest presses if their total size exceeds the limit. */
function makeRoom(realm: Realm): void {
  const bytes = rows.spaceUsed.one(realm.sql, {}).used - limits.organization.press_bytes;
  if (bytes > 0) drop(realm, rows.oldestPresses.all(realm.sql, { bytes, most: DROPPED_AT_ONCE }));
}

/** Throws unless the button names the user or, if it names no one, the user can post in the conversation. */
function checkMayPress(realm: Realm, actor: Actor, place: MessageIndexRow, { who }: Button | Form): void {
  if (who !== undefined) {
    const groups = groupsOf(realm, actor.user_id);
    const counts = (group: number) => groups.has(toGroupId(group)) && accessGroup(realm, group).deactivated === 0;
    if (who.users.includes(actor.user_id) || who.groups.some(counts)) return;
    throw denied("You don't have permission to press this button.");
  }
  try {
    checkMayWrite(realm, actor, place);
  } catch (error) {
    throw error instanceof ApiError ? denied(error.message) : error;
  }
}

function checkMayWrite(realm: Realm, actor: Actor, place: MessageIndexRow): void {
  const channel = channelIndex(realm).byConversation.get(place.conversation_id);
  if (channel === undefined) {
    const others = membersOfConversation(realm, place.conversation_id).filter((id) => id !== actor.user_id);
    checkMaySendDirect(realm, actor, accessUsers(realm, null, others));
  } else checkMayPost(realm, actor, channel);
}

/** Sends a press to the bot's event queues. Returns whether the bot has any. */
function emitToBot(realm: Realm, row: PressRow): boolean {
  const { type } = buttonPressed.kind;
  const listens = [...realm.queues.ofUser(row.bot_id)].some(({ client: { event_types } }) => {
    return event_types === null || event_types.includes(type);
  });
  if (listens) realm.emit(buttonPressed({ press: pressFor(realm, row) }), only(row.bot_id));
  return listens;
}

const readEntered = stored("presses.entered", v.record(v.string(), v.union([v.string(), v.number()])), () => ({}));

function pressFor(realm: Realm, row: PressRow): PressObject {
  const user = accessUser(realm, null, row.user_id);
  return {
    press_id: row.id,
    message_id: row.message_id,
    button_id: row.button_id,
    value: row.value,
    entered: row.entered === null ? null : readEntered(row.entered, row.id),
    user_id: user.id,
    user_full_name: user.full_name,
    user_email: user.email,
    pressed_at: toWholeSeconds(row.pressed_at),
  };
}

/** Returns the next presses of a message after an id, as compliance exports contain them. */
export const pressesAsParts = (
  realm: Realm,
  message: MessageId,
  page: { readonly after: number; readonly most: number },
) => rows.selectParts.all(realm.sql, { message, ...page });

export const pressesOf = (realm: Realm, messages: readonly MessageId[]): Press[] =>
  rows.pressesOfMessages.all(realm.sql, { messages: JSON.stringify(messages) });

/** Text that only the user who pressed sees, and its HTML. */
interface PrivateAnswer {
  readonly content: string;
  readonly rendered_content: string;
}

/** Returns the result of a press, as its user sees it. */
export const outcomeOf = ({ id, state, answer, answer_html }: PressRow) => ({
  press_id: id,
  state,
  ...(answer !== null && answer_html !== null && { content: answer, rendered_content: answer_html }),
});

/** Returns the private answers to the user's latest press of each message, for messages they can read. */
export function privateAnswers(realm: Realm, actor: Actor, ids: readonly number[]) {
  const reads = readerOf(realm, actor);
  const messages = placesOfMessages(realm, ids.map(toMessageId)).filter(reads);
  const found = rows.latestAnswers.all(realm.sql, {
    user: actor.user_id,
    messages: JSON.stringify(messages.map(({ id }) => id)),
  });
  return found.map((row) => ({ message_id: row.message_id, ...outcomeOf(row) }));
}

export const pressesBy = (realm: Realm, user: UserId): Press[] => rows.idsOfUser.all(realm.sql, { user });

const OWN_IN_PAGE = 50;

/**
 * Returns the last message of a page of a user's presses within an id range. A page never splits a message's presses.
 */
export const ownPressesUpTo = (realm: Realm, user: UserId, [first, last]: readonly [number, number]): number =>
  rows.lastInPage.first(realm.sql, { user, first, last, most: OWN_IN_PAGE })?.message_id ?? last;

/** Returns a user's button presses on messages in an id range, for the export of their own data. */
export const ownPresses = (realm: Realm, user: UserId, [first, last]: readonly [number, number]) =>
  rows.pressesOfUser
    .all(realm.sql, { user, first, last })
    .map(({ message_id, button_id, value, entered, pressed_at, state, answer, id }) => ({
      ...{ press_id: id, message_id, button_id, value, pressed_at: toWholeSeconds(pressed_at), state, answer },
      entered: entered === null ? null : readEntered(entered, id),
    }));

const isReadBy = (realm: Realm, bot: User, place: MessageIndexRow): boolean => readerOf(realm, actorOf(bot))(place);

/**
 * Returns a press that is still to be delivered, in the form sent to its bot. Its message may have been moved to a
 * conversation that the bot can't read.
 */
export function pressToDeliver(realm: Realm, id: number): PressObject | undefined {
  const row = rows.pressById.first(realm.sql, { id });
  if (row === undefined || row.state === "answered") return undefined;
  const [bot, place] = [botToAnswer(realm, row), placeOfMessage(realm, row.message_id)];
  return bot && place && isReadBy(realm, bot, place) ? pressFor(realm, row) : undefined;
}

/** Notifies the user immediately that the bot failed and won't answer. */
export function pressFailed(realm: Realm, id: number): void {
  const row = rows.pressById.first(realm.sql, { id });
  if (row?.state === "waiting") endWait(realm, row, "unanswered");
}

/** Ends the wait for a bot, and notifies the user. */
export function endWait(
  realm: Realm,
  row: PressRow,
  state: "answered" | "unanswered",
  answer: PrivateAnswer | null = null,
): void {
  const ended = { state, answer: answer?.content ?? null, answer_html: answer?.rendered_content ?? null };
  rows.endPress.run(realm.sql, { id: row.id, ...ended });
  makeRoom(realm);
  const { message_id, local_id, user_id } = row;
  realm.emit(pressAnswered({ message_id, local_id, ...outcomeOf({ ...row, ...ended }) }), only(user_id));
}

/** Notifies users that a bot didn't answer in time. It can still answer later. */
export function endDueWaits(realm: Realm): void {
  const until = before(realm.clock.milliseconds(), ANSWER_MS);
  for (const row of rows.waitingSince.all(realm.sql, { until, most: ENDED_AT_ONCE })) endWait(realm, row, "unanswered");
  const { pressed_at } = rows.oldestWaiting.one(realm.sql, {});
  if (pressed_at !== null) realm.timers.set(PRESS_TIMER, after(pressed_at, ANSWER_MS));
}

/** Returns the bot's account if a press can still be answered. Its message may have been deleted since. */
export function botToAnswer(realm: Realm, { bot_id, message_id }: PressRow): User | undefined {
  const bot = findUser(realm, bot_id);
  return bot?.is_active === 1 && placeOfMessage(realm, message_id) !== undefined ? bot : undefined;
}

/** Low, because each press can be as long as a message. */
const PRESSES_PER_STEP = 50;

/**
 * Rewrites the texts of the next presses after an id. Returns the id of the last one, or null if no presses with texts
 * follow.
 */
export function rewritePresses(realm: Realm, after: number, rewrite: Rewrite): number | null {
  const found = rows.pressesAfter.all(realm.sql, { after, most: PRESSES_PER_STEP });
  const plain = (content: string) => rewrite({ content, html: "" }).content;
  for (const row of found) {
    const { id, message_id } = row;
    const { content: answer, html: answer_html } = rewrite({ content: row.answer ?? "", html: row.answer_html ?? "" });
    const texts = {
      value: row.value && plain(row.value),
      entered: row.entered && JSON.stringify(mapValues(readEntered(row.entered, id), plain)),
      answer: row.answer && answer,
      answer_html: row.answer_html && answer_html,
    };
    if (
      texts.value === row.value &&
      texts.entered === row.entered &&
      texts.answer_html === row.answer_html &&
      texts.answer === row.answer
    )
      continue;
    realm.run(pressesLeavingHook, [{ id, message_id }]);
    rows.writePressTexts.run(realm.sql, { id, ...texts });
  }
  return found.length < PRESSES_PER_STEP ? null : (found.at(-1)?.id ?? null);
}

const mapValues = (entered: EnteredValues, change: (text: string) => string): EnteredValues =>
  Object.fromEntries(
    Object.entries(entered).map(([field, value]) => [field, typeof value === "string" ? change(value) : value]),
  );
