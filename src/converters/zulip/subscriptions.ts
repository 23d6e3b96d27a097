import { entryOf } from "../../util/collections.ts";
import { Receipts } from "./received.ts";
import type { Row } from "./row.ts";
import type { ZulipImport } from "./source.ts";

/** Registers recipients, members of group conversations, and subscribers of channels with closed history. */
export async function findRecipients(source: ZulipImport): Promise<Receipts> {
  for await (const row of source.rows("zerver_recipient")) {
    const [id, type, typeId] = [row.id(), row.integer("type"), row.id("type_id")];
    if (id === undefined || type === undefined || typeId === undefined) source.leaveOut(row, "recipients: not whole");
    else source.recipients.set(id, { type, typeId });
  }
  // The server's own bots and their recipients are in a separate table.
  for await (const row of source.rows("zerver_userprofile_crossrealm")) {
    const [id, typeId] = [row.id("recipient_id"), row.id()];
    if (id !== undefined && typeId !== undefined) source.recipients.set(id, { type: PERSON, typeId });
  }
  const active = new Map<number, Set<number>>();
  for await (const row of source.rows("zerver_subscription")) {
    const [user, recipient] = [source.userIn(row, "user_profile"), row.id("recipient")];
    const found = recipient === undefined ? undefined : source.recipients.get(recipient);
    if (user === undefined && found?.type === 3) source.leaveOut(row, "conversations: unknown member");
    if (user === undefined || recipient === undefined || found === undefined) continue;
    if (found.type === 3) entryOf(source.conversations, recipient, () => []).push(user);
    const isClosed = found.type === 2 && source.channels.get(found.typeId)?.isHistoryShared === false;
    if (isClosed && isActive(source, row, user)) entryOf(active, found.typeId, () => new Set<number>()).add(user);
  }
  return new Receipts(source, active);
}

/** Subscriptions of deactivated accounts are suspended until the account is reactivated. */
const isActive = (source: ZulipImport, row: Row, user: number) =>
  row.flag("active") === true && !source.deactivated.has(user);

const PERSON = 1;

const notifications = [
  "desktop_notifications",
  "audible_notifications",
  "push_notifications",
  "email_notifications",
  "wildcard_mentions_notify",
] as const;

/** Writes the channel subscriptions. Subscriptions to users and group conversations only identify the participants. */
export async function convertSubscriptions(source: ZulipImport, receipts: Receipts): Promise<void> {
  const seen = new Set<string>();
  for await (const row of source.rows("zerver_subscription")) {
    const found = source.recipients.get(row.id("recipient") ?? 0);
    if (found !== undefined && found.type !== 2) continue;
    source.conversion.report.read("subscriptions");
    const [user, channel] = [source.userIn(row, "user_profile"), source.channelOf(row.id("recipient"))];
    const key = `${user} ${channel}`;
    if (user === undefined || channel === undefined || seen.has(key)) {
      source.leaveOut(row, "subscriptions: unknown user or channel, or doubled");
      continue;
    }
    seen.add(key);
    const spans = receipts.spansOf(channel, user);
    const color = row.text("color") ?? "";
    const settings = Object.fromEntries(notifications.map((name) => [name, row.flag(name) ?? null]));
    await source.write(
      "subscriptions",
      {
        user_id: user,
        channel_id: channel,
        active: isActive(source, row, user),
        suspended: row.flag("active") === true && source.deactivated.has(user),
        ...(/^#[0-9a-fA-F]{6}$/.test(color) && { color }),
        is_muted: row.flag("is_muted") ?? row.flag("in_home_view") === false,
        pin_to_top: row.flag("pin_to_top") === true,
        ...settings,
        ...(spans !== undefined && { received: spans }),
      },
      row.place,
    );
  }
}
