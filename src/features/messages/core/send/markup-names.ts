import { type MarkupNames, noNames, vimeoId } from "../../../../markup/index.ts";
import type { Actor } from "../../../../protocol/actor.ts";
import { toChannelId } from "../../../../protocol/ids.ts";
import { limits } from "../../../../protocol/limit-table.ts";
import { nameKey } from "../../../../protocol/name-key.ts";
import { isSystemGroupName, systemGroups } from "../../../../protocol/roles.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { hasMetadataAccess } from "../../../channels/channels/access.ts";
import { type Channel, channelIndex } from "../../../channels/channels/channels.ts";
import { ALL_IDS, findTopic, newestOfTopic } from "../../../conversations/topics.ts";
import { externalAddress } from "../../../files/media-proxy/signed-address.ts";
import { usersNamed } from "../../../organization/accounts/access.ts";
import { findUser, type User } from "../../../organization/accounts/accounts.ts";
import { canAccessUser } from "../../../organization/accounts/guest-visibility.ts";
import { onlyTopicOf, outsideAccessOf } from "../../../organization/accounts/outside-access.ts";
import { pictureNamed } from "../../../organization/emoji/custom-emoji.ts";
import { linkifiersOf } from "../../../organization/linkifiers/linkifiers.ts";
import { realmSettings } from "../../../organization/organization-settings/realm-settings.ts";
import { groupNamed } from "../../../organization/user-groups/access.ts";
import { cardOf } from "../../link-cards/link-cards.ts";
import { readableSpans } from "../store/access.ts";
import { uploadPreview } from "../store/uploads.ts";

/**
 * Resolves the names in a message for its writer, who may not be allowed to see all of them. A null writer is the
 * server itself, for which all names are resolved.
 */
export function markupNames(
  realm: Realm,
  writer: Actor | null,
  { translateEmoticons }: Pick<MarkupNames, "translateEmoticons"> = { translateEmoticons: false },
): MarkupNames {
  const { byId, byName } = channelIndex(realm);
  const isVisible = (channel: Channel) => writer === null || hasMetadataAccess(realm, writer, channel);
  const isOutside = outsideAccessOf(realm, writer?.user_id) !== undefined;
  return {
    ...noNames,
    realmUrl: realm.url,
    translateEmoticons,
    defaultCodeLanguage: realmSettings(realm).default_code_block_language,
    userByName: (name) => markupUser(usersNamed(realm, name).find((user) => canAccessUser(realm, writer, user))),
    userById(id) {
      const user = findUser(realm, id);
      return user && canAccessUser(realm, writer, user) ? markupUser(user) : undefined;
    },
    groupByName(name) {
      // Users who joined through an outside link can't see which groups exist.
      const group = isOutside ? undefined : groupNamed(realm, name);
      if (group === undefined) return undefined;
      const shown = isSystemGroupName(group.name) ? systemGroups[group.name].display_name : group.name;
      return { id: group.id, name: shown, deactivated: group.deactivated === 1 };
    },
    channelByName(name) {
      const channel = byName.get(nameKey(name));
      return channel && isVisible(channel) ? { id: channel.id, name: channel.name } : undefined;
    },
    newestMessageInTopic(channelId, name) {
      const channel = byId.get(toChannelId(channelId));
      const topic = channel && findTopic(realm, channel.conversation_id, name);
      if (channel === undefined || topic === undefined) return undefined;
      const only = onlyTopicOf(realm, writer?.user_id);
      if (only !== null && only !== topic.id) return undefined;
      const spans = writer === null ? [ALL_IDS] : readableSpans(realm, writer, channel);
      return newestOfTopic(realm, topic.id, spans);
    },
    linkifiers: linkifiersOf(realm),
    customEmoji: (name) => pictureNamed(realm, name),
    uploadPreview: (path) => uploadPreview(realm, writer, path),
    externalMedia: (url) => (realmSettings(realm).inline_image_preview ? externalAddress(realm, url) : undefined),
    linkCard: (url) => (hasCards(realm, writer, url) ? cardOf(realm, url) : null),
  };
}

const markupUser = (user: User | undefined) =>
  user && { id: user.id, full_name: user.full_name, is_active: user.is_active === 1 };

/**
 * True if a link gets a preview card. Links from programs get none, because programs may send many messages
 * (markdown.md 3).
 */
function hasCards(realm: Realm, writer: Actor | null, url: string): boolean {
  if (writer === null || writer.is_bot || url.length > limits.text.url) return false;
  const { inline_image_preview, inline_url_embed_preview } = realmSettings(realm);
  return vimeoId(url) === undefined ? inline_url_embed_preview : inline_image_preview;
}
