import { directMessageLink, fillMarkup, messageLink, parseMarkupNow, userMarkdown } from "../../../markup/index.ts";
import type { MessageId } from "../../../protocol/ids.ts";
import { trimContent } from "../../../protocol/message-content.ts";
import type { Realm } from "../../../realm/realm.ts";
import { before, MINUTE, seconds } from "../../../util/time.ts";
import { placeOfMessage } from "../../conversations/conversations.ts";
import type { Destination } from "../../messages/core/send/destination.ts";
import { markupNames } from "../../messages/core/send/markup-names.ts";
import { postMessage } from "../../messages/core/send/post-message.ts";
import { findUser, type User } from "../../organization/accounts/accounts.ts";
import { CLIENT, placeOfReply } from "./reply-place.ts";
import { problemOfBot, putProblem } from "./rows.ts";

/** Minimum time before the owner is notified of the same problem again. */
const SAME_PROBLEM = seconds(5 * MINUTE);
const MAX_SHOWN = 1000;

interface Failure {
  readonly bot: User;
  readonly message: MessageId;
  readonly said: string;
  /** Note to the owner; absent if the failure doesn't concern them. */
  readonly problem?: string | undefined;
  readonly response?: string | undefined;
}

/**
 * Posts a message from the bot saying that its service failed, and notifies its owner of the reason (webhooks.md 5).
 */
export function writeFailure(realm: Realm, failure: Failure): void {
  const place = placeOfMessage(realm, failure.message);
  const destination = place && placeOfReply(realm, place);
  if (destination === undefined) return;
  write(realm, failure.bot, destination, `Failure! ${failure.said}`);
  if (failure.problem !== undefined) tellOwner(realm, { ...failure, problem: failure.problem }, destination);
}

/** Notifies a bot's owner that its service failed (webhooks.md 5). */
export function tellOwnerOfFailure(realm: Realm, failure: Failure & { problem: string }): void {
  const place = placeOfMessage(realm, failure.message);
  const destination = place && placeOfReply(realm, place);
  if (destination !== undefined) tellOwner(realm, failure, destination);
}

/** True unless the bot's owner was recently notified of the same problem. */
export function isNewProblem(realm: Realm, { id: bot }: User, problem: string): boolean {
  const told = problemOfBot.first(realm.sql, { bot });
  return told?.problem !== problem || told.told_at <= before(realm.seconds(), SAME_PROBLEM);
}

function tellOwner(
  realm: Realm,
  { bot, message, problem, response }: Failure & { problem: string },
  where: Destination,
) {
  const owner = bot.bot_owner_id === null ? undefined : findUser(realm, bot.bot_owner_id);
  if (owner?.is_active !== 1) return;
  if (!isNewProblem(realm, bot, problem)) return;
  putProblem.run(realm.sql, { bot: bot.id, problem, at: realm.seconds() });
  const link =
    where.kind === "direct"
      ? directMessageLink(where.members, message)
      : messageLink(where.channel.id, where.channel.name, where.topic, message);
  const about = `Couldn't deliver [a message](${realm.url}${link}) to the service of your bot ${userMarkdown(bot)}.`;
  const said = response === undefined || response.trim() === "" ? [] : ["It answered:", fenced(response)];
  write(realm, bot, { kind: "direct", members: [bot.id, owner.id] }, [about, problem, ...said].join("\n\n"));
}

/** Formats a string as a code block that no run of backticks in it can end. */
function fenced(text: string): string {
  const shown = [...text.toWellFormed().replaceAll("\0", "")].slice(0, MAX_SHOWN).join("");
  const longest = (shown.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${shown}\n${fence}`;
}

function write(realm: Realm, sender: User, destination: Destination, text: string): void {
  const content = trimContent(text);
  const rendered = fillMarkup(parseMarkupNow(content), markupNames(realm, null));
  postMessage(realm, { sender, destination, content, rendered, client: CLIENT, readBySender: false });
}
