import type { ArchiveRow } from "../../../../archive/tables.ts";
import { fillMarkup, noPreviews, parseMarkupNow } from "../../../../markup/index.ts";
import { ApiError } from "../../../../protocol/errors.ts";
import { limits } from "../../../../protocol/limit-table.ts";
import { lengthLimits } from "../../../../protocol/limits.ts";
import { channelPermissions } from "../../../../protocol/permission-settings.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { seconds } from "../../../../util/time.ts";
import {
  addChannel,
  channelIndex,
  checkChannelName,
  nameKey,
  TOPICS_POLICIES,
} from "../../../channels/channels/public.ts";
import { newChannelConversation } from "../../../conversations/public.ts";
import { markupNamesHook } from "../../../organization/notices/public.ts";
import { countChannels, setArchived } from "./channel-rows.ts";
import { permissionsOf } from "./group-values.ts";
import { LeftOut } from "./table-writer.ts";
import type { Writing } from "./writing.ts";

/**
 * Writes a channel. One of the same name is the same channel, and stays as it is, except where more people would then
 * read what is in the archive's: that one becomes a channel of its own.
 */
export function writeChannel(writing: Writing, row: ArchiveRow<"channels">): string | undefined {
  const { realm } = writing;
  if (writing.id("channel", row.id) !== undefined) return LeftOut.twice;
  const given = channelName(row.name);
  if (given === undefined) return "channels of a name that channels cannot have";
  const known = channelIndex(realm).byName.get(nameKey(given));
  if (known !== undefined) {
    if ([...writing.ids("channel").values()].includes(known.id)) return "channels of a name that another one has";
    if (!row.invite_only && (known.is_web_public === 0 || row.is_web_public)) {
      writing.addId("channel", row.id, known.id);
      return undefined;
    }
    writing.leftOut("names of channels that are there for more people", `channels ${row.id}`);
  }
  const name = known === undefined ? given : freeName(realm, given);
  if (countChannels.one(realm.sql, {}).count >= limits.organization.channels) return LeftOut.tooMany;
  const creator_id = writing.id("user", row.creator_id) ?? null;
  const { is_web_public, invite_only, message_retention_days: kept } = row;
  const description = row.description.replace(/\r?\n|\r/g, " ");
  const { id } = addChannel(realm, {
    conversation_id: newChannelConversation(realm),
    name,
    description,
    rendered_description: rendered(realm, description),
    date_created: writing.isPossible(row.date_created) ? seconds(row.date_created) : realm.seconds(),
    creator_id,
    invite_only,
    is_web_public: is_web_public && !invite_only,
    history_public_to_subscribers: !invite_only || row.history_public_to_subscribers,
    message_retention_days: kept === 0 ? null : kept,
    folder_id: writing.id("folder", row.folder_id) ?? null,
    topics_policy: TOPICS_POLICIES.find((policy) => policy === row.topics_policy) ?? "inherit",
    is_default: row.is_default && !invite_only && !row.is_archived,
    permissions: permissionsOf(writing, { table: channelPermissions, of: row.permissions, creator: creator_id }),
  });
  if (row.is_archived) setArchived.run(realm.sql, { id });
  writing.addId("channel", row.id, id);
  return undefined;
}

/** A name that no channel has, with a number after it. */
function freeName(realm: Realm, name: string): string {
  const { byName } = channelIndex(realm);
  for (let number = 2; ; number += 1) {
    const end = ` (${number})`;
    const tried = [...name].slice(0, lengthLimits.max_stream_name_length - end.length).join("") + end;
    if (!byName.has(nameKey(tried))) return tried;
  }
}

function channelName(name: string): string | undefined {
  try {
    return checkChannelName(name);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** A description as HTML: it mentions nobody, and has no previews. */
export function rendered(realm: Realm, text: string): string {
  if (text === "") return "";
  const nobody = { userByName: () => undefined, userById: () => undefined, groupByName: () => undefined };
  const names = { ...realm.ask(markupNamesHook, null), ...nobody, ...noPreviews };
  return fillMarkup(parseMarkupNow(text), names).html;
}
