import { plainMarkdown, quoted } from "../../../markup/index.ts";
import { isAdministrator } from "../../../protocol/actor.ts";
import { badRequest, insufficientPermission } from "../../../protocol/errors.ts";
import { ALL_IDS, topicsIn } from "../../conversations/topics.ts";
import { channelRenamedHook } from "../../organization/accounts/hooks.ts";
import { retentionChangedHook } from "../../organization/organization-settings/hooks.ts";
import { permits } from "../../organization/organization-settings/realm-settings.ts";
import { accessActiveFolder } from "../channel-folders/channel-folders.ts";
import { emitChannelUpdated } from "../channels/channel-events.ts";
import type { TopicsPolicy } from "../channels/channel-fields.ts";
import { checkChannelName, checkNameIsFree } from "../channels/channel-name.ts";
import { writeChannel } from "../channels/channels.ts";
import { setDefaultChannel } from "../channels/default-channels/default-channels.ts";
import type { Description } from "../channels/description.ts";
import { auditChange, type ChannelChange, currentChannel, postChange } from "./channel-change.ts";

export function rename(change: ChannelChange, text: string): void {
  const { realm } = change;
  const channel = currentChannel(change);
  const name = checkChannelName(text);
  if (name === channel.name) throw badRequest("Channel already has that name.");
  checkNameIsFree(realm, name, channel);
  auditChange(change, "channel.renamed", { before: channel.name, after: name });
  const renamed = writeChannel(realm, channel, { name });
  // Clients find the channel by its previous name.
  emitChannelUpdated(realm, renamed, { name: channel.name, property: "name", value: name });
  realm.run(channelRenamedHook, channel.id);
  postChange(change, `renamed this channel from **${plainMarkdown(channel.name)}** to **${plainMarkdown(name)}**.`);
}

export function changeDescription(change: ChannelChange, { text, html }: Description): void {
  const { realm } = change;
  const channel = currentChannel(change);
  if (text === channel.description) return;
  auditChange(change, "channel.description_changed", { before: channel.description, after: text });
  const changed = writeChannel(realm, channel, { description: text, rendered_description: html });
  emitChannelUpdated(realm, changed, { property: "description", value: text, rendered_description: html });
  const old = `**Old description:**\n${descriptionText(channel.description)}`;
  postChange(
    change,
    `changed the description of this channel.\n\n${old}\n\n**New description:**\n${descriptionText(text)}`,
  );
}

const descriptionText = (description: string) => (description === "" ? "*No description.*" : quoted(description));

export function changeDefault(change: ChannelChange, is_default: boolean): void {
  const channel = currentChannel(change);
  if (!isAdministrator(change.actor)) throw badRequest("You do not have permission to change default channels.");
  if (is_default && channel.invite_only === 1) throw badRequest("A default channel cannot be private.");
  setDefaultChannel(change.realm, channel, is_default);
}

/** Changes whether new subscribers get push notifications for the channel. */
export function changeDefaultPush(change: ChannelChange, wanted: boolean): void {
  const { realm, actor } = change;
  const channel = currentChannel(change);
  if (!isAdministrator(actor)) throw insufficientPermission();
  if (channel.default_push_notifications === Number(wanted)) return;
  emitChannelUpdated(realm, writeChannel(realm, channel, { default_push_notifications: Number(wanted) }), {
    property: "default_push_notifications",
    value: wanted,
  });
}

export function changeClosedToAssistants(change: ChannelChange, isClosed: boolean): void {
  const { realm } = change;
  const channel = currentChannel(change);
  const [before, after] = [channel.closed_to_assistants === 1, isClosed];
  if (before === after) return;
  auditChange(change, "channel.assistants_changed", { before, after });
  emitChannelUpdated(realm, writeChannel(realm, channel, { closed_to_assistants: Number(isClosed) }), {
    property: "closed_to_assistants",
    value: isClosed,
  });
  postChange(change, isClosed ? "closed this channel to assistants." : "opened this channel to assistants.");
}

/** Changes how many days messages are kept. Null means the organization's setting, -1 means forever. */
export function changeRetention(change: ChannelChange, message_retention_days: number | null): void {
  const { realm } = change;
  const channel = currentChannel(change);
  if (message_retention_days === channel.message_retention_days) return;
  const before = channel.message_retention_days;
  auditChange(change, "channel.retention_changed", { before, after: message_retention_days });
  const changed = writeChannel(realm, channel, { message_retention_days });
  realm.run(retentionChangedHook, { isNew: false });
  emitChannelUpdated(realm, changed, { property: "message_retention_days", value: message_retention_days });
  postChange(change, `changed how long messages of this channel are kept: ${retentionText(message_retention_days)}.`);
}

function retentionText(days: number | null): string {
  if (days === null) return "as long as the organization keeps messages";
  return days === -1 ? "**forever**" : `**${days} ${days === 1 ? "day" : "days"}**`;
}

export function changeFolder(change: ChannelChange, id: number | null): void {
  const { realm } = change;
  const channel = currentChannel(change);
  if (id === channel.folder_id) return;
  const folder_id = id === null ? null : accessActiveFolder(realm, id).id;
  emitChannelUpdated(realm, writeChannel(realm, channel, { folder_id }), { property: "folder_id", value: folder_id });
}

export function changeTopicsPolicy(change: ChannelChange, topics_policy: TopicsPolicy): void {
  const { realm, actor } = change;
  const channel = currentChannel(change);
  if (topics_policy === channel.topics_policy) return;
  if (!permits(realm, actor, "can_set_topics_policy_group")) throw insufficientPermission();
  const hasTopics = () => topicsIn(realm, channel.conversation_id, [ALL_IDS]).some(({ name }) => name !== "");
  if (topics_policy === "empty_topic_only" && hasTopics()) {
    throw badRequest("All messages of this channel must be in the general chat topic first.");
  }
  emitChannelUpdated(realm, writeChannel(realm, channel, { topics_policy }), {
    property: "topics_policy",
    value: topics_policy,
  });
}
