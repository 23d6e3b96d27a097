import type { ArchiveRow } from "../../../archive-format/tables.ts";
import { type NoParams, statement } from "../../../database/statement.ts";
import { parseMarkupNow } from "../../../markup/index.ts";
import { toChannelId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { lengthLimits } from "../../../protocol/limits.ts";
import { nameKey } from "../../../protocol/name-key.ts";
import { channelPermissions } from "../../../protocol/permission-settings.ts";
import { type ImportContext, LeftOut, refusalMessage, rewrittenLater } from "../../../realm/archive-io/writing.ts";
import type { Realm } from "../../../realm/realm.ts";
import { seconds } from "../../../util/time.ts";
import { newChannelConversation } from "../../conversations/conversations.ts";
import { importedPermissions } from "../../organization/user-groups/archive-permissions.ts";
import { TOPICS_POLICIES } from "./channel-fields.ts";
import { checkChannelName } from "./channel-name.ts";
import { addChannel, channelIndex } from "./channels.ts";
import { addGroup } from "./default-groups/default-groups.ts";
import { renderDescription } from "./description.ts";

/**
 * Writes a channel. An existing channel with the same name is kept unchanged. If merging the two would let more people
 * read the messages of either, the archive's channel is added as a separate one.
 */
export function writeChannel(writing: ImportContext, row: ArchiveRow<"channels">): string | undefined {
  const { realm } = writing;
  if (writing.id("channel", row.id) !== undefined) return LeftOut.twice;
  const given = channelName(row.name);
  if (given === undefined) return "channels of a name that channels cannot have";
  const known = channelNamed(writing, given);
  const isTaken = known !== undefined && [...writing.ids("channel").values()].includes(known.id);
  const isWider = known !== undefined && (row.invite_only || (known.is_web_public === 1 && !row.is_web_public));
  const isClosed = known?.invite_only === 1;
  if (known !== undefined && !isTaken && !isWider && !isClosed) {
    writing.addId("channel", row.id, known.id);
    const kept = channelIndex(realm).byId.get(toChannelId(known.id))?.description;
    if (kept !== undefined && oneLine(row.description) !== kept)
      writing.leftOut("descriptions of channels that are there already", `channels ${row.id}`);
    return undefined;
  }
  if (isTaken) writing.leftOut("names of channels that another one has", `channels ${row.id}`);
  else if (isClosed) writing.leftOut("names of private channels that are there", `channels ${row.id}`);
  else if (isWider) writing.leftOut("names of channels that are there for more people", `channels ${row.id}`);
  const number = writing.noted.number("channels", () => countChannels.one(realm.sql, {}).count);
  if (number >= limits.organization.channels) return LeftOut.tooMany;
  writing.noted.set("channels", number + 1);
  const name = known === undefined ? given : freeName(writing, given);
  const creator_id = writing.id("user", row.creator_id) ?? null;
  const { is_web_public, invite_only, message_retention_days: kept } = row;
  const description = oneLine(row.description);
  const of = `channels ${row.id}`;
  const topics_policy = TOPICS_POLICIES.find((policy) => policy === row.topics_policy);
  if (topics_policy === undefined) writing.leftOut(LeftOut.setting, `${of}: topics_policy`);
  const values = { table: channelPermissions, values: row.permissions, creator: creator_id, of };
  const permissions = importedPermissions(writing, values);
  const id = writing.made("channel", row.id, () => {
    const added = addChannel(realm, {
      conversation_id: newChannelConversation(realm),
      name,
      description,
      rendered_description: renderedDescription(realm, description),
      date_created: writing.isPossible(row.date_created) ? seconds(row.date_created) : realm.seconds(),
      creator_id,
      invite_only,
      is_web_public: is_web_public && !invite_only,
      history_public_to_subscribers: !invite_only || row.history_public_to_subscribers,
      message_retention_days: kept === 0 ? null : kept,
      folder_id: writing.id("folder", row.folder_id) ?? null,
      topics_policy: topics_policy ?? "inherit",
      default_push_notifications: row.default_push_notifications,
      closed_to_assistants: row.closed_to_assistants,
      is_default: row.is_default && !invite_only && !row.is_archived,
      permissions,
    });
    if (row.is_archived) setArchived.run(realm.sql, { id: added.id });
    writing.later.put(DESCRIPTIONS, added.id, description);
    return added.id;
  });
  if (!writing.writes) writing.noted.take(NAMES, nameKey(name), id);
  if (invite_only) writing.noted.take(PRIVATE, id);
  if (invite_only || row.is_archived) writing.noted.take(NOT_FOR_ALL, id);
  return undefined;
}

/** Rewrites the ids in descriptions, now that all channels exist. */
export function rewriteDescriptions(writing: ImportContext): void {
  const { realm } = writing;
  for (const { id, text } of rewrittenLater(writing, DESCRIPTIONS, lengthLimits.max_stream_description_length))
    setDescription.run(realm.sql, { id, description: text, rendered: renderedDescription(realm, text) });
}

const DESCRIPTIONS = "descriptions of channels";
const setDescription = statement<{ id: number; description: string; rendered: string }>(
  "UPDATE channels SET description = :description, rendered_description = :rendered WHERE id = :id",
);

const oneLine = (description: string): string => description.replace(/\r?\n|\r/g, " ");

const NAMES = "names of channels";
const PRIVATE = "private channels";
const NOT_FOR_ALL = "private or archived channels";

/** Finds a channel by name in the organization or, in a dry run, in the archive. */
function channelNamed(
  { realm, noted }: ImportContext,
  name: string,
): { id: number; is_web_public: number; invite_only: number } | undefined {
  const known = channelIndex(realm).byName.get(nameKey(name));
  if (known !== undefined) return known;
  const id = noted.find(NAMES, nameKey(name));
  return id === undefined ? undefined : { id, is_web_public: 0, invite_only: 0 };
}

export const isPrivate = ({ realm, noted }: ImportContext, id: number | undefined): boolean =>
  id !== undefined &&
  (channelIndex(realm).byId.get(toChannelId(id))?.invite_only === 1 || noted.find(PRIVATE, id) !== undefined);

/** Whether a channel can be a default channel for new accounts. */
const isForAll = ({ realm, noted }: ImportContext, id: number): boolean => {
  const known = channelIndex(realm).byId.get(toChannelId(id));
  return noted.find(NOT_FOR_ALL, id) === undefined && known?.invite_only !== 1 && known?.is_archived !== 1;
};

/** Length of the longest number that is appended to a name. */
const MAX_END = " (20000)".length;

/** Returns a name with the first free number. Names that begin alike share their numbers, so that none is tried twice. */
function freeName(writing: ImportContext, name: string): string {
  const characters = [...name];
  const most = lengthLimits.max_stream_name_length;
  const alike = `numbers of ${nameKey(characters.slice(0, most - MAX_END).join(""))}`;
  for (let number = writing.noted.number(alike, () => 2); ; number += 1) {
    const end = ` (${number})`;
    const tried = characters.slice(0, most - end.length).join("") + end;
    if (channelNamed(writing, tried) !== undefined) continue;
    writing.noted.set(alike, number + 1);
    return tried;
  }
}

function channelName(name: string): string | undefined {
  let valid: string | undefined;
  refusalMessage(() => {
    valid = checkChannelName(name);
  });
  return valid;
}

export const renderedDescription = (realm: Realm, text: string): string =>
  renderDescription(realm, null, { text, markup: parseMarkupNow(text) }).html;

export function writeDefaultGroup(
  writing: ImportContext,
  row: ArchiveRow<"default_channel_groups">,
): string | undefined {
  const { name, description, channels } = row;
  const { byId } = channelIndex(writing.realm);
  const known = channels.flatMap((id) => writing.id("channel", id) ?? []).filter((id) => isForAll(writing, id));
  if (known.length < channels.length)
    writing.leftOut("channels of default groups that aren't there for everyone", `default_channel_groups ${name}`);
  const found = known.flatMap((id) => byId.get(toChannelId(id)) ?? []);
  const refusal = refusalMessage(() => addGroup(writing.realm, { name, description, channels: found }));
  return refusal && "groups of default channels that the organization does not take";
}

const setArchived = statement<{ id: number }>("UPDATE channels SET is_archived = 1 WHERE id = :id");
const countChannels = statement<NoParams, { count: number }>("SELECT count(*) AS count FROM channels");
