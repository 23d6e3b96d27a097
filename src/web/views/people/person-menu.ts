import type { Client } from "../../client/client.ts";
import type { UserId } from "../../model/ids.ts";
import { isMutedUser, mentionOf } from "../../model/people/people.ts";
import { userById } from "../../model/people/users.ts";
import { addressOf } from "../../model/places/address.ts";
import type { MenuEntry } from "../../parts/overlays/menu.tsx";
import { peopleWords } from "../../words/people.ts";
import { attempt } from "../attempt.ts";
import { copyText } from "../message/copy-text.ts";
import { nameOfUser } from "./names.ts";

/** The entries of a person's menu. */
export function personMenu(client: Client, id: UserId): readonly MenuEntry[] {
  const state = client.watch();
  const user = userById(state, id);
  const w = peopleWords();
  if (user === undefined) return [];
  const copy = (text: string) => copyText(client, text);
  const isMuted = isMutedUser(state, id);
  return [
    {
      label: w.messagesFrom,
      icon: "search",
      run: () => client.go({ view: "search", terms: [{ operator: "sender", operand: id }] }),
    },
    { label: w.copyMention, icon: "at-sign", run: () => void copy(mentionOf(state, user)) },
    {
      label: w.copyLink,
      icon: "link",
      run: () => void copy(location.origin + location.pathname + addressOf({ view: "direct", users: [id] }, state)),
    },
    state.is_admin &&
      !user.is_bot && {
        label: w.manage,
        icon: "settings",
        run: () => client.go({ view: "settings", section: `organization/users/${id}` }),
      },
    id !== state.user_id && "line",
    id !== state.user_id && {
      label: isMuted ? w.unmute : w.mute,
      icon: isMuted ? "bell" : "bell-off",
      run: () => void changeMuted(client, id, !isMuted),
    },
  ];
}

/** Mutes or unmutes a person, and offers to undo it. */
export async function changeMuted(client: Client, id: UserId, on: boolean): Promise<void> {
  const w = peopleWords();
  const name = nameOfUser(client.watch(), id);
  await attempt(client, () => client.api[on ? "post" : "delete"](`/users/me/muted_users/${id}`), {
    done: on ? w.muted(name) : w.unmuted(name),
    undo: () => changeMuted(client, id, !on),
  });
}
