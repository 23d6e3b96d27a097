import type { Client } from "../../client/client.ts";
import { perClient } from "../../client/per-client.ts";
import { loadDeferred } from "../../loads.ts";
import { channelById } from "../../model/channels/channels.ts";
import { groupById, isMember } from "../../model/people/groups.ts";
import { userById } from "../../model/people/users.ts";

/** State and actions that message content depends on. */
export interface ContentSurroundings {
  readonly client: Client;
  readonly me: number;
  /** A user's current name, or undefined for unknown users. */
  nameOf(user: number): string | undefined;
  /** A group's current name, or undefined for system groups, whose names are internal. */
  groupName(group: number): string | undefined;
  channelName(channel: number): string | undefined;
  /** True if the user is a member of a group, so that mentions of the group notify them. */
  isMemberOf(group: number): boolean;
  readonly emojiAsText: boolean;
  readonly animates: "always" | "on_hover" | "never";
  /** Image size as a percentage of the usual size. */
  readonly mediaSize: number;
  readonly alertWords: readonly string[];
  playgroundsOf(language: string): readonly { readonly name: string; readonly url_template: string }[];
  /** Opens a user's card next to an element. */
  openUser(user: number, anchor: HTMLElement): void;
  openGroup(group: number, anchor: HTMLElement): void;
}

/** The context of all message content. Each property reads the current state when accessed. */
export const surroundingsOf = perClient((client): ContentSurroundings => {
  const state = () => client.watch("users", "groups", "account", "realm");
  return {
    client,
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
    get mediaSize() {
      return state().realm_media_preview_size;
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
    openUser: async (user, anchor) => (await loadDeferred()).showPersonCard(user, anchor),
    openGroup: async (group, anchor) => (await loadDeferred()).showGroupCard(group, anchor),
    isMemberOf: (group) => isMember(state(), group, state().user_id),
  };
});
