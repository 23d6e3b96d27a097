import type { Client } from "../../../client/client.ts";
import { loadDeferred } from "../../../loads.ts";
import { channelById } from "../../../model/channels/channels.ts";
import { groupById, isMember } from "../../../model/people/groups.ts";
import { userById } from "../../../model/people/users.ts";

/** The facts and actions that the content of messages depends on. */
export interface ContentSurroundings {
  readonly client: Client;
  readonly me: number;
  /** The present name of a person; undefined for unknown people. */
  nameOf(user: number): string | undefined;
  /** The present name of a group; undefined for system groups, whose names are internal. */
  groupName(group: number): string | undefined;
  channelName(channel: number): string | undefined;
  /** Whether the user is a member of a group, and so is called by mentions of it. */
  isMemberOf(group: number): boolean;
  readonly emojiAsText: boolean;
  /** When animated pictures move. */
  readonly animates: "always" | "on_hover" | "never";
  /** The size of pictures, in hundredths of the usual one. */
  readonly mediaSize: number;
  readonly alertWords: readonly string[];
  /** The playgrounds for code in a language. */
  playgroundsOf(language: string): readonly { readonly name: string; readonly url_template: string }[];
  /** Opens the card of a person beside an element. */
  openUser(user: number, anchor: HTMLElement): void;
  openGroup(group: number, anchor: HTMLElement): void;
}

const known = new WeakMap<Client, ContentSurroundings>();

/** The surroundings of all contents; each reads the present state when it is used. */
export function surroundingsOf(client: Client): ContentSurroundings {
  const state = () => client.watch("users", "groups", "account", "realm");
  const before = known.get(client);
  if (before !== undefined) return before;
  const surroundings: ContentSurroundings = {
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
    openUser: async (user, anchor) => (await loadDeferred()).showPersonCard(client, user, anchor),
    openGroup: async (group, anchor) => (await loadDeferred()).showGroupCard(client, group, anchor),
    isMemberOf: (group) => isMember(state(), group, state().user_id),
  };
  known.set(client, surroundings);
  return surroundings;
}
