import * as v from "valibot";
import { type NoParams, statement } from "../../../database/statement.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { type MessageId, toUserId, type UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { checkCount, checkOrganizationHas } from "../../../protocol/quota.ts";
import { BotType } from "../../../protocol/roles.ts";
import { tableArchive } from "../../../realm/archive-io/feature-archive.ts";
import { LeftOut, refusalMessage } from "../../../realm/archive-io/writing.ts";
import { everyone } from "../../../realm/events/event.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { listSlice } from "../../../realm/state-slice.ts";
import { placeOfMessage } from "../../conversations/conversations.ts";
import { readerOf } from "../../messages/core/store/access.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { actorOf, findUser } from "../../organization/accounts/accounts.ts";
import { importedBotType, isActiveAccount } from "../../organization/accounts/archive-accounts.ts";
import { accountEntity, audit } from "../../trust/audit-log/audit.ts";
import { botCommandsChanged } from "./events.ts";

interface BotCommand {
  /** Without the slash. */
  readonly name: string;
  readonly bot_id: UserId;
  readonly description: string;
  /** Usage shown after the name, such as `SERVICE [VERSION]`. */
  readonly usage: string;
}

export const schema = [
  `CREATE TABLE bot_commands (
     name TEXT PRIMARY KEY,
     bot_id INTEGER NOT NULL,
     description TEXT NOT NULL,
     usage TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX bot_commands_of_bot ON bot_commands (bot_id);`,
];

const allCommands = statement<NoParams, BotCommand>(
  "SELECT name, bot_id, description, usage FROM bot_commands ORDER BY name",
);
const insertCommand = statement<{ name: string; bot: number; description: string; usage: string }>(
  "INSERT INTO bot_commands (name, bot_id, description, usage) VALUES (:name, :bot, :description, :usage)",
);
const deleteCommandsOf = statement<{ bot: number }>("DELETE FROM bot_commands WHERE bot_id = :bot");

export interface UsedCommand {
  readonly bot: UserId;
  /** Without the slash. */
  readonly name: string;
  /** Text after the name, trimmed. */
  readonly arguments: string;
}

/** Commands that clients handle themselves, or that turn a message into a widget, with their aliases. */
const RESERVED: ReadonlySet<string> = new Set([
  ...["me", "poll", "todo", "ping", "dark", "night", "light", "day", "fluid-width", "fixed-width", "settings", "help"],
]);

const MAX_NAME_LENGTH = 32;
const MAX_TEXT_LENGTH = 200;

const line = v.pipe(
  v.string(),
  v.trim(),
  v.maxCodePoints(MAX_TEXT_LENGTH),
  v.regex(/^[^\p{Cc}]*$/u, "{} must be one line"),
);
const commandSchema = v.strictObject({
  name: v.pipe(
    v.string(),
    v.maxLength(MAX_NAME_LENGTH),
    v.regex(/^[a-z0-9][a-z0-9_-]*$/, "{} must be lowercase letters, digits, - and _"),
  ),
  description: v.pipe(line, v.nonEmpty("{} must not be empty")),
  usage: v.optional(line, ""),
});

export const commandsSchema = v.pipe(v.array(commandSchema), v.maxLength(limits.account.bot_commands));

/** Throws for types of bots that can't be notified of their commands. */
export function checkMayHaveCommands(type: BotType | null): void {
  if (type === BotType.generic || type === BotType.outgoingWebhook || type === BotType.embedded) return;
  throw badRequest("Bots of this type have no commands.");
}

const commandsKey = cacheKey<ReadonlyMap<string, BotCommand>>("commands of bots");

const commandsByName = (realm: Realm): ReadonlyMap<string, BotCommand> =>
  realm.cached(commandsKey, () => new Map(allCommands.all(realm.sql, {}).map((command) => [command.name, command])));

export const namesOfCommands = (realm: Realm, bot: UserId): string[] =>
  botCommands(realm).flatMap(({ bot_id, name }) => (bot_id === bot ? [name] : []));

export const botCommands = (realm: Realm): BotCommand[] => [...commandsByName(realm).values()];

export function setCommands(realm: Realm, bot: UserId, commands: readonly Omit<BotCommand, "bot_id">[]): boolean {
  const [before, names] = [JSON.stringify(botCommands(realm)), namesOfCommands(realm, bot)];
  replaceCommands(realm, bot, commands);
  const bot_commands = botCommands(realm);
  if (JSON.stringify(bot_commands) === before) return false;
  audit(realm, "bot.setting_changed", {
    of: accountEntity(accessUser(realm, null, bot)),
    details: { name: "commands", before: names, after: namesOfCommands(realm, bot) },
  });
  realm.emit(botCommandsChanged({ bot_commands }), everyone);
  return true;
}

/** Adds a command without emitting the change. */
function addCommand(realm: Realm, { bot_id, ...command }: BotCommand): void {
  const own = botCommands(realm).filter((one) => one.bot_id === bot_id);
  checkCount(own.length + 1, limits.account.bot_commands, "commands");
  replaceCommands(realm, bot_id, [...own, command]);
}

/** Replaces a bot's commands. Throws for names of other bots' commands and of clients' own commands. */
function replaceCommands(realm: Realm, bot: UserId, commands: readonly Omit<BotCommand, "bot_id">[]): void {
  const others = botCommands(realm).filter(({ bot_id }) => bot_id !== bot);
  const taken = new Set(others.map(({ name }) => name));
  for (const { name } of commands) {
    if (RESERVED.has(name)) throw badRequest(`/${name} is a command of its own.`);
    if (taken.has(name)) throw badRequest(`/${name} is a command of another bot, or named twice.`);
    taken.add(name);
  }
  checkOrganizationHas(taken.size, limits.organization.bot_commands, "commands of bots");
  deleteCommandsOf.run(realm.sql, { bot });
  for (const { name, description, usage } of commands) insertCommand.run(realm.sql, { name, bot, description, usage });
  realm.forget(commandsKey);
}

/**
 * Returns the bot command a message starts with (`/name`, alone or followed by whitespace), if the bot can read the
 * message. Messages that it can't read aren't meant for it.
 */
export function commandIn(
  realm: Realm,
  message: MessageId,
  content: () => string | undefined,
): UsedCommand | undefined {
  const commands = commandsByName(realm);
  if (commands.size === 0) return undefined;
  const [, name = "", rest = ""] = /^\/([a-z0-9][a-z0-9_-]*)(?:\s([\s\S]*))?$/.exec(content() ?? "") ?? [];
  const command = commands.get(name);
  return command && isReadBy(realm, message, command.bot_id)
    ? { bot: command.bot_id, name, arguments: rest.trim() }
    : undefined;
}

function isReadBy(realm: Realm, message: MessageId, bot: UserId): boolean {
  const [place, user] = [placeOfMessage(realm, message), findUser(realm, bot)];
  return place !== undefined && user !== undefined && readerOf(realm, actorOf(user))(place);
}

export const botCommandsSlice = listSlice("bot_commands", botCommands);

export const commandArchive = tableArchive("bot_commands", {
  rehearsed: null,
  reading: { key: ["name"], columns: ["bot_id", "description", "usage"] },
  write(writing, { bot_id, ...row }) {
    const bot = writing.id("user", bot_id);
    if (bot === undefined) return LeftOut.unknownUser;
    const command = v.safeParse(commandSchema, row);
    if (!command.success) return LeftOut.invalid;
    // Deactivating a bot frees its command names.
    if (!isActiveAccount(writing, bot)) return "commands of bots that are deactivated";
    const refusal = refusalMessage(() => {
      checkMayHaveCommands(importedBotType(writing, bot) ?? null);
      addCommand(writing.realm, { bot_id: toUserId(bot), ...command.output });
    });
    return refusal && "commands of bots that the organization does not take";
  },
});
