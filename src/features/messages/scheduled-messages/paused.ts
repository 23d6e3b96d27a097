import type * as v from "valibot";
import { type Markup, readMarkup, userMarkdown } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { badRequest, notFound } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { only } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { hasContentAccess, hasMetadataAccess } from "../../channels/channels/access.ts";
import { channelIndex } from "../../channels/channels/channels.ts";
import { accessBotToSteer } from "../../organization/account-actions/bots/bots.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { activeAdministrators, actorOf, findUser, type User } from "../../organization/accounts/accounts.ts";
import { sendDirectNotice } from "../../organization/system-messages/system-messages.ts";
import { accountEntity, audit } from "../../trust/audit-log/audit.ts";
import { destinationOf, type MessageAddress, renderChecked } from "../core/send/outgoing-message.ts";
import { type pausedMessageSchema, scheduledMessageRemoved } from "./events.ts";
import { nextDue, recurrenceObject } from "./recurrence.ts";
import { handOver, repeatingOfUser, type ScheduledRow, scheduledById, usersWithRepeating } from "./rows.ts";
import { announce, checkTakeover, removeScheduledMessage } from "./scheduled-messages.ts";

/*
 * Repeating messages of deactivated users. They skip their occurrences until the user is active again, or an
 * administrator makes a bot send them.
 */

type PausedMessage = v.InferOutput<typeof pausedMessageSchema>;

/** Maximum paused messages listed. The rest are listed once some of these are ended or continued. */
const MAX_LISTED = 200;

export function pausedMessages(realm: Realm, actor: Actor): PausedMessage[] {
  const listed: PausedMessage[] = [];
  for (const { user_id } of usersWithRepeating.all(realm.sql, {})) {
    if (isActive(realm, user_id)) continue;
    const rows = repeatingOfUser.all(realm.sql, { user: user_id }).filter(({ failed }) => failed === 0);
    listed.push(...rows.map((row) => pausedMessage(realm, actor, row)));
    if (listed.length >= MAX_LISTED) break;
  }
  return listed.slice(0, MAX_LISTED);
}

const isActive = (realm: Realm, user: UserId): boolean => findUser(realm, user)?.is_active === 1;

function pausedMessage(realm: Realm, actor: Actor, row: ScheduledRow): PausedMessage {
  const channel = row.channel_id === null ? undefined : channelIndex(realm).byId.get(row.channel_id);
  return {
    scheduled_message_id: row.id,
    user_id: row.user_id,
    type: row.channel_id === null ? "private" : "stream",
    ...(channel !== undefined && hasMetadataAccess(realm, actor, channel) && { to: channel.id }),
    ...(channel !== undefined &&
      hasContentAccess(realm, actor, channel) && {
        topic: row.topic,
        content: row.content,
        rendered_content: row.html,
      }),
    scheduled_delivery_timestamp: row.due_at,
    ...recurrenceObject(row),
  };
}

function accessPaused(realm: Realm, id: number): ScheduledRow {
  const row = scheduledById.first(realm.sql, { id });
  const isPaused = row !== undefined && row.recurrence !== null && row.failed === 0 && !isActive(realm, row.user_id);
  if (!isPaused) throw notFound("Scheduled message does not exist");
  return row;
}

/** Throws if the bot can't send the message, or the user doesn't control the bot. */
export function checkBotSends(
  realm: Realm,
  { user_id, bot_id: bot }: { readonly user_id: UserId; readonly bot_id: number },
  address: MessageAddress,
  markup: Markup,
): void {
  accessBotToSteer(realm, actorOf(accessUser(realm, null, user_id)), bot);
  if (address.isDirect) throw badRequest("A bot can only send it to a channel.");
  const actor = actorOf(accessUser(realm, null, bot));
  renderChecked(realm, actor, destinationOf(realm, actor, address), markup);
}

/** Transfers a paused message to an administrator who can read it, and makes a bot send it from now on. */
export function continuePaused(realm: Realm, actor: Actor, id: number, by: { bot_id: number; client: string }): void {
  const row = accessPaused(realm, id);
  const channel = row.channel_id === null ? undefined : channelIndex(realm).byId.get(row.channel_id);
  if (channel === undefined) throw badRequest("Only messages to a channel can be continued.");
  if (!hasContentAccess(realm, actor, channel)) throw badRequest("Only who reads the channel can continue it.");
  const { user: bot } = accessBotToSteer(realm, actor, by.bot_id);
  if (bot.is_active === 0) throw badRequest("The bot is deactivated.");
  const address = { isDirect: false, to: channel.id, topic: row.topic };
  checkBotSends(realm, { user_id: actor.user_id, bot_id: bot.id }, address, readMarkup(row.markup, row.content));
  checkTakeover(realm, actor.user_id, row);
  const due_at = row.due_at > realm.seconds() ? row.due_at : (nextDue(realm, row) ?? row.due_at);
  const given = { id, user: actor.user_id, bot: bot.id, client: by.client, due_at };
  realm.emit(scheduledMessageRemoved({ scheduled_message_id: id }), only(row.user_id));
  announce(realm, handOver.one(realm.sql, given));
  auditDecision(realm, "message.repetition_continued", row, { bot: bot.id });
}

export function endPaused(realm: Realm, id: number): void {
  const row = accessPaused(realm, id);
  removeScheduledMessage(realm, row);
  auditDecision(realm, "message.repetition_ended", row, {});
}

const auditDecision = (
  realm: Realm,
  action: "message.repetition_continued" | "message.repetition_ended",
  { id, user_id }: ScheduledRow,
  details: { readonly bot?: UserId },
): void =>
  audit(realm, action, {
    of: accountEntity(accessUser(realm, null, user_id)),
    details: { scheduled_message: id, ...details },
  });

/** Asks administrators what to do with a deactivated user's repeating messages. */
export function askAboutPaused(realm: Realm, { id, full_name }: Pick<User, "id" | "full_name">): void {
  const paused = repeatingOfUser.all(realm.sql, { user: id }).filter(({ failed }) => failed === 0);
  if (paused.length === 0) return;
  const content = `${userMarkdown({ full_name, id })} was deactivated, so their repeating messages are paused (${paused.length}). In your [scheduled messages](#scheduled), you can have a bot send those to channels, or end them.`;
  for (const administrator of activeAdministrators(realm)) {
    if (administrator !== id) sendDirectNotice(realm, { to: administrator, content });
  }
}
