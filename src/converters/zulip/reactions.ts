import type { WrittenRow } from "../../archive-format/tables.ts";
import { Sorter } from "../sort.ts";
import type { MessageIds } from "./message-ids.ts";
import type { Row } from "./row.ts";
import type { ZulipImport } from "./source.ts";

type Reaction = WrittenRow<"reactions">;

/** Writes the reactions ordered by message, and within a message in their original order. */
export async function convertReactions(source: ZulipImport, ids: MessageIds): Promise<void> {
  const sorted = new Sorter<Reaction>(source.conversion.spool);
  for await (const { row, order } of numberReactions(source)) {
    const reaction = reactionOf(source, row, ids);
    if (typeof reaction === "string") source.leaveOut(row, reaction);
    else await sorted.add(reaction.message_id, order, reaction);
  }
  let [message, seen] = [0, new Set<string>()];
  for await (const reaction of sorted.rows()) {
    if (reaction.message_id !== message) [message, seen] = [reaction.message_id, new Set()];
    const key = `${reaction.user_id} ${reaction.reaction_type} ${reaction.emoji_code}`;
    if (seen.has(key)) source.leaveOut(`message ${message}`, "reactions: doubled");
    else await source.write("reactions", reaction, `message ${message}`);
    seen.add(key);
  }
}

/**
 * Yields each reaction with its id, which determines the order. Duplicate ids aren't detected, because there can be too
 * many ids to keep in memory.
 */
async function* numberReactions(source: ZulipImport): AsyncGenerator<{ row: Row; order: number }> {
  const strange = (place: string) => source.leaveOut(place, "no row, or too long");
  for (const member of ["realm.json", ...[...source.archive.names].filter((name) => name.startsWith("messages-"))]) {
    for await (const row of source.archive.rows(member, "zerver_reaction", strange)) {
      source.conversion.report.read("reactions");
      yield { row, order: row.id() ?? 0 };
    }
  }
}

/** Converts a reaction to the archive's format, or returns why it is left out. */
function reactionOf(source: ZulipImport, row: Row, ids: MessageIds): Reaction | string {
  const [user, message] = [source.userIn(row, "user_profile"), ids.newId(row.id("message") ?? 0)];
  if (user === undefined || message === undefined) return "reactions: unknown user or message";
  const [name = "", code = "", type = ""] = [row.text("emoji_name"), row.text("emoji_code"), row.text("reaction_type")];
  const isKnown =
    type === "unicode_emoji"
      ? /^[0-9a-f]+(?:-[0-9a-f]+)*$/.test(code)
      : type === "realm_emoji"
        ? source.emoji.has(Number(code))
        : type === "zulip_extra_emoji" && code === "zulip";
  if (!isKnown) return "reactions: unknown emoji";
  return { message_id: message, user_id: user, emoji_name: name, emoji_code: code, reaction_type: type };
}
