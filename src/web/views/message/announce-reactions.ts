import type { Client, EventOfType } from "../../client/client.ts";
import { announce } from "../../parts/announce.ts";
import { labelled } from "../../words/app.ts";
import { messageWords } from "../../words/feed.ts";
import { listed } from "../../words/format.ts";
import { pickersWords } from "../../words/people.ts";
import { nameOfUser } from "../people/names.ts";
import { reactionGroups } from "./reactions.tsx";

type ReactionEvent = EventOfType<"reaction">;

/** Maximum people an announcement names per emoji. The others are counted. */
const MAX_NAMES = 3;

const hasFocus = ({ message_id }: ReactionEvent): boolean =>
  document.activeElement?.closest("[data-row]")?.getAttribute("data-row") === String(message_id);

const spoken = ({ emoji_name }: Pick<ReactionEvent, "emoji_name">): string => emoji_name.replaceAll("_", " ");

/** Summarizes reactions by emoji, with the people who gave them. */
function summary(client: Client, given: readonly ReactionEvent[]): string {
  const state = client.watch();
  const w = messageWords();
  const nameOf = (user: number) => (user === state.user_id ? w.you : nameOfUser(state, user));
  const lines = reactionGroups(given).map(({ reaction, users }) => {
    const names = users.slice(0, MAX_NAMES).map(nameOf);
    const rest = users.length - names.length;
    return labelled(spoken(reaction), listed(rest > 0 ? [...names, w.others(rest)] : names));
  });
  return lines.join(". ");
}

/**
 * Announces new reactions to the focused message, and removals of the user's own. Announces nothing if the reaction's
 * own button was pressed, because screen readers already read its new state.
 */
export function announceReactions(client: Client): void {
  let untold: readonly ReactionEvent[] = [];
  let lastOwn = "";
  client.listen("reaction", (event) => {
    if (event === undefined || !hasFocus(event)) return;
    if (event.user_id === client.watch().user_id) {
      // The user's own reaction arrives twice: when requested, and from the server.
      const own = `${event.op} ${event.message_id} ${event.reaction_type} ${event.emoji_code}`;
      if (own === lastOwn) return;
      lastOwn = own;
      if (document.activeElement?.matches("[aria-pressed]")) return;
      if (event.op === "remove") announce(pickersWords().removed(spoken(event)));
    }
    if (event.op === "remove") return;
    untold = [...untold, event];
    const tell = () => {
      const given = untold;
      untold = [];
      return summary(client, given);
    };
    announce(tell, "reactions");
  });
}
