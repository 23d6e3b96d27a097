import { channelById } from "../../../model/channels/channels.ts";
import { topicName } from "../../../model/channels/topics.ts";
import { userById } from "../../../model/people/users.ts";
import type { State } from "../../../model/state.ts";
import { composeWords } from "../../../words/compose.ts";
import { compareNames, listed } from "../../../words/format.ts";
import type { Target } from "./target.ts";

/** The names of people, in the same order as in all other lists. */
export const namesOf = (state: State, users: readonly number[]): string[] =>
  users
    .map((id) => (id === state.user_id ? composeWords().yourself : (userById(state, id)?.full_name ?? "?")))
    .sort(compareNames);

/** The target as text, such as "#operations › Crane 4 maintenance" or "Omar and Teresa"; "" without a target. */
export function whereOf(state: State, target: Target | undefined): string {
  if (target === undefined) return "";
  if (target.kind === "direct") return listed(namesOf(state, target.users));
  const channel = target.channel === undefined ? undefined : channelById(state, target.channel);
  return channel === undefined ? "" : `#${channel.name} › ${topicName(state, target.topic.trim())}`;
}
