import "./message.css";
import type { Client } from "../../client/client.ts";
import { soon } from "../../loads.ts";
import type { UserId } from "../../model/ids.ts";
import type { Message, Reaction } from "../../model/messages/message.ts";
import { Emoji, type EmojiValue } from "../../parts/emoji/emoji.tsx";
import { Icon } from "../../parts/icon.tsx";
import { tip } from "../../parts/overlays/overlays.tsx";
import { messageWords } from "../../words/feed.ts";
import { number } from "../../words/format.ts";
import { attempt } from "../attempt.ts";
import { nameOfUser } from "../people/names.ts";

/** The number of people whom the tooltip names; the others are counted. */
const MOST_NAMES = 20;
/** The number of reactions to a message up to which the people are named instead of counted. */
const MOST_NAMED_REACTIONS = 3;

interface ReactionsProps {
  readonly client: Client;
  readonly message: Message;
}

/** The reactions to a message, as buttons that add or remove the user's own. */
export function Reactions({ client, message }: ReactionsProps) {
  const state = client.watch("users", "emoji", "account");
  const groups = reactionGroups(message.reactions);
  const namesFew = state.user_settings.display_emoji_reaction_users && message.reactions.length <= MOST_NAMED_REACTIONS;
  const me = state.user_id;
  const nameOf = (user: UserId) => (user === me ? messageWords().you : nameOfUser(state, user));
  const people = ({ users }: ReactionGroup): readonly string[] => {
    // The user comes first.
    const ordered = users.includes(me) ? [me, ...users.filter((id) => id !== me)] : users;
    const named = ordered.slice(0, MOST_NAMES).map(nameOf);
    const rest = users.length - named.length;
    return rest > 0 ? [...named, messageWords().others(rest)] : named;
  };
  const label = (group: ReactionGroup) =>
    messageWords().reaction(group.reaction.emoji_name.replaceAll("_", " "), people(group));
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
            {...tip(label(group))}
            onClick={() => void toggleReaction(client, message, reaction)}
          >
            <Emoji emoji={{ type: type as EmojiValue["type"], name, code, src: state.realm_emoji[code]?.source_url }} />
            <span class="reaction-count one-line">
              {namesFew ? users.map(nameOf).join(", ") : number(users.length)}
            </span>
            {!namesFew && <span class="for-readers">{people(group).join(", ")}</span>}
          </button>
        );
      })}
      <button
        type="button"
        class="reaction reaction-add"
        aria-label={messageWords().react}
        {...tip(messageWords().react, "react")}
        onClick={async ({ currentTarget }) => (await soon()).chooseReaction(client, message, currentTarget)}
      >
        <Icon name="smile-plus" size={15} />
      </button>
    </div>
  );
}

/** Adds or removes a reaction of the user; the page shows it at once. */
export async function toggleReaction(
  client: Client,
  message: Message,
  emoji: Pick<Reaction, "emoji_name" | "emoji_code" | "reaction_type">,
): Promise<void> {
  const me = client.watch().user_id;
  const gives = !hasReacted(client.messages.get(message.id) ?? message, emoji, me);
  const { emoji_name, emoji_code, reaction_type } = emoji;
  const fields = { emoji_name, emoji_code, reaction_type };
  const event = (op: "add" | "remove") =>
    ({ type: "reaction", op, message_id: message.id, user_id: me, ...fields }) as const;
  client.assume(event(gives ? "add" : "remove"));
  const path = `/messages/${message.id}/reactions`;
  if (!(await attempt(client, () => client.api[gives ? "post" : "delete"](path, fields))))
    client.assume(event(gives ? "remove" : "add"));
}

/** An emoji with the people who have reacted with it. */
interface ReactionGroup {
  readonly key: string;
  readonly reaction: Omit<Reaction, "user_id">;
  /** The people, in the order in which they reacted. */
  readonly users: readonly UserId[];
}

const keyOf = ({ reaction_type, emoji_code }: Omit<Reaction, "user_id">) => `${reaction_type}:${emoji_code}`;

/** The reactions to a message by emoji, in the order of their first use. */
export function reactionGroups(reactions: readonly Reaction[]): readonly ReactionGroup[] {
  const groups = new Map<string, { reaction: Omit<Reaction, "user_id">; users: UserId[] }>();
  for (const { user_id, ...reaction } of reactions) {
    const group = groups.get(keyOf(reaction));
    if (group === undefined) groups.set(keyOf(reaction), { reaction, users: [user_id] });
    else group.users.push(user_id);
  }
  return [...groups].map(([key, group]) => ({ key, ...group }));
}

const hasReacted = (message: Message, reaction: Omit<Reaction, "user_id">, user: UserId): boolean =>
  message.reactions.some((one) => one.user_id === user && keyOf(one) === keyOf(reaction));
