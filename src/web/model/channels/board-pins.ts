import { groupById } from "../people/groups.ts";
import { hasPermission } from "../people/permissions.ts";
import { topicNameKey } from "../routes/conversation.ts";
import type { Board, Channel, Pin, State } from "../state.ts";
import { boardOf } from "./boards.ts";
import { canAdminister } from "./channel-permissions.ts";
import { canRead, hasChannelPermission } from "./channel-rules.ts";
import { subscriptionTo } from "./channels.ts";

const MAX_OPENED = 30;

/** Adds a board sent by the server to the state, where events keep it up to date. */
export function openBoard(state: State, board: Board): void {
  const others = (state.opened_boards ?? []).filter(({ stream_id }) => stream_id !== board.stream_id);
  state.opened_boards = [...others, board].slice(-MAX_OPENED);
}

/**
 * True if a channel's pinned topics are unknown until its board is opened, because the registration only includes the
 * pinned topics of subscribed channels.
 */
export const isBoardUnknown = (state: State, channel: Channel["stream_id"]): boolean =>
  boardOf(state, channel) === undefined &&
  (subscriptionTo(state, channel) === undefined || state.unknown_boards?.includes(channel) === true);

/** Returns a channel's pinned topics in order, by their topic keys. */
export function pinnedTopics(
  state: State,
  channel: Channel["stream_id"],
): ReadonlyMap<string, Pick<Pin, "pin_id" | "position">> {
  const pins =
    boardOf(state, channel)?.pins ?? (state.channel_board_topics ?? []).filter((pin) => pin.stream_id === channel);
  return new Map(
    pins.flatMap((pin) => (pin.topic_name === undefined ? [] : [[topicNameKey(pin.topic_name), pin] as const])),
  );
}

const MANY = ["role:everyone", "role:members", "role:fullmembers"];

/**
 * True if the user can change a channel's board. The organization-wide permission counts only where most people can
 * post.
 */
export function canChangeBoard(state: State, channel: Channel): boolean {
  if (channel.is_archived || !canRead(state, channel)) return false;
  if (canAdminister(state, channel) || hasChannelPermission(state, channel, "can_change_board_group")) return true;
  const { can_send_message_group: posters } = channel;
  const name = typeof posters === "number" ? groupById(state, posters)?.name : undefined;
  if (name === undefined || !MANY.includes(name) || !hasPermission(state, "can_change_board_group")) return false;
  return hasChannelPermission(state, channel, "can_send_message_group");
}

/** Returns a position before the pin at `index`, or after the last pin if there is none. `pins` must be in order. */
export function positionAt(pins: readonly Pick<Pin, "position">[], index: number): number {
  const [before, after] = [pins[index - 1]?.position, pins[index]?.position];
  if (after === undefined) return Math.floor(before ?? -1) + 1;
  // The server puts a pin before one with the same position.
  return before === undefined ? after / 2 : (before + after) / 2;
}
