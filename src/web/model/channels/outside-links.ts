import type { Handlers } from "../handlers.ts";
import type { OutsideLink, State, User } from "../state.ts";

function putLink(state: State, { outside_link }: { readonly outside_link: OutsideLink }): void {
  const others = (state.outside_links ?? []).filter(({ link_id }) => link_id !== outside_link.link_id);
  state.outside_links = [...others, outside_link];
}

function keepLinks(state: State, isKept: (link: OutsideLink) => boolean): boolean {
  const links = state.outside_links ?? [];
  const kept = links.filter(isKept);
  if (kept.length === links.length) return false;
  state.outside_links = kept;
  return true;
}

export const outsideEvents: Handlers = {
  "outside_links/add": putLink,
  "outside_links/update": putLink,
  "outside_links/remove": (state, { link_id }) => keepLinks(state, (link) => link.link_id !== link_id),
  "outside_links/access": (state, { outside_access }) => {
    state.outside_access = outside_access;
  },
  "stream/delete": (state, { stream_ids }) => keepLinks(state, ({ channel_id }) => !stream_ids.includes(channel_id)),
};

/** Suffix of the names of people outside the organization. It isn't translated, because other clients show it, too. */
const SUFFIX = " (outside)";

/** Returns the name without the suffix of someone from outside the organization, undefined for everyone else. */
export const outsideName = ({ full_name, is_guest }: Pick<User, "full_name" | "is_guest">): string | undefined =>
  is_guest && full_name.endsWith(SUFFIX) ? full_name.slice(0, -SUFFIX.length) : undefined;
