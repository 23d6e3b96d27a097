import "./message.css";
import type { Client } from "../../client/client.ts";
import { loadDeferred } from "../../loads.ts";
import { channelById } from "../../model/channels/channels.ts";
import type { UserId } from "../../model/ids.ts";
import type { Message, Reaction } from "../../model/message.ts";
import { Emoji, type EmojiValue } from "../../parts/emoji/emoji.tsx";
import { Icon } from "../../parts/icon.tsx";
import { tip } from "../../parts/overlays/overlays.tsx";
import { firstActionsWords, labelled } from "../../words/app.ts";
import { messageWords } from "../../words/feed.ts";
import { listed, number, withCommas } from "../../words/format.ts";
import { nameOfUser } from "../people/names.ts";

/** Maximum people the tooltip names. The others are counted. */
const MAX_NAMES = 20;
/** If a message has no more reactions than this, their users are named instead of counted. */
const MAX_NAMED_REACTIONS = 3;

export function Reactions({ client, message }: { readonly client: Client; readonly message: Message }) {
  const state = client.watch("users", "emoji", "account", "channels");
  const isClosed = message.type === "stream" && channelById(state, message.stream_id)?.is_archived === true;
  const groups = reactionGroups(message.reactions);
  const namesFew = state.user_settings.display_emoji_reaction_users && message.reactions.length <= MAX_NAMED_REACTIONS;
  const me = state.user_id;
  const nameOf = (user: UserId) => (user === me ? messageWords().you : nameOfUser(state, user));
  const people = ({ users }: ReactionGroup): readonly string[] => {
    const ordered = users.includes(me) ? [me, ...users.filter((id) => id !== me)] : users;
    const named = ordered.slice(0, MAX_NAMES).map(nameOf);
    const rest = users.length - named.length;
    return rest > 0 ? [...named, messageWords().others(rest)] : named;
  };
  const label = (group: ReactionGroup) =>
    labelled(group.reaction.emoji_name.replaceAll("_", " "), listed(people(group)));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div class="reactions" role="group" aria-label={messageWords().reactions}>
      {groups.map((group) => {
        const { key, reaction, users } = group;
        const { reaction_type: type, emoji_name: name, emoji_code: code } = reaction;
        return (
          <button
            key={key}
            type="button"
            class="reaction"
            aria-pressed={users.includes(me)}
            aria-disabled={isClosed || undefined}
            {...tip(label(group))}
            onClick={async () => isClosed || (await loadDeferred()).toggleReaction(client, message, reaction)}
          >
            <Emoji emoji={{ type: type as EmojiValue["type"], name, code, src: state.realm_emoji[code]?.source_url }} />
            <span class="reaction-count one-line">
              {namesFew ? withCommas(users.map(nameOf)) : number(users.length)}
            </span>
            {!namesFew && <span class="for-readers">{withCommas(people(group))}</span>}
          </button>
        );
      })}
      {!isClosed && (
        <button
          type="button"
          class="reaction reaction-add"
          aria-label={firstActionsWords().react}
          {...tip(firstActionsWords().react, "react")}
          onClick={async ({ currentTarget }) => (await loadDeferred()).chooseReaction(client, message, currentTarget)}
        >
          <Icon name="smile-plus" size={15} />
        </button>
      )}
    </div>
  );
}

interface ReactionGroup {
  readonly key: string;
  readonly reaction: Omit<Reaction, "user_id">;
  /** In the order they reacted. */
  readonly users: readonly UserId[];
}

/** Reactions with the same key are counted together. */
export const keyOfReaction = ({ reaction_type, emoji_code }: Omit<Reaction, "user_id">) =>
  `${reaction_type}:${emoji_code}`;

/** Groups a message's reactions by emoji, in the order of their first use. */
export function reactionGroups(reactions: readonly Reaction[]): readonly ReactionGroup[] {
  const groups = new Map<string, { reaction: Omit<Reaction, "user_id">; users: UserId[] }>();
  for (const { user_id, ...reaction } of reactions) {
    const group = groups.get(keyOfReaction(reaction));
    if (group === undefined) groups.set(keyOfReaction(reaction), { reaction, users: [user_id] });
    else group.users.push(user_id);
  }
  return [...groups].map(([key, group]) => ({ key, ...group }));
}
