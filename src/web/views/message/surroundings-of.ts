import type { Client } from "../../client/client.ts";
import { onDemand } from "../../loads.ts";
import { channelById } from "../../model/channels/channels.ts";
import { isMember } from "../../model/channels/membership.ts";
import { groupById } from "../../model/people/groups.ts";
import { userById } from "../../model/people/users.ts";
import type { ContentSurroundings } from "./content/content-surroundings.ts";

const known = new WeakMap<Client, ContentSurroundings>();

/** The surroundings of all contents; each reads the present state when it is used. */
export function surroundingsOf(client: Client): ContentSurroundings {
  const state = () => client.watch("users", "groups", "account", "realm");
  const before = known.get(client);
  if (before !== undefined) return before;
  const surroundings: ContentSurroundings = {
    get me() {
      return state().user_id;
    },
    get emojiAsText() {
      return state().user_settings.emojiset === "text";
    },
    get animates() {
      const wanted = state().user_settings.web_animate_image_previews;
      return wanted === "always" && matchMedia("(prefers-reduced-motion: reduce)").matches ? "on_hover" : wanted;
    },
    get alertWords() {
      return state().alert_words;
    },
    playgroundsOf: (language) => state().realm_playgrounds.filter((one) => one.pygments_language === language),
    nameOf: (user) => userById(state(), user)?.full_name,
    groupName(id) {
      const group = groupById(state(), id);
      return group?.is_system_group === false ? group.name : undefined;
    },
    channelName: (id) => channelById(client.watch("channels"), id)?.name,
    openUser: async (user, anchor) => (await onDemand()).showPersonCard(client, user, anchor),
    openGroup: async (group, anchor) => (await onDemand()).showGroupCard(client, group, anchor),
    isMemberOf: (group) => isMember(state(), group, state().user_id),
  };
  known.set(client, surroundings);
  return surroundings;
}
