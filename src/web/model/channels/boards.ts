import type { FieldsOf } from "../event.ts";
import type { Handlers } from "../handlers.ts";
import type { ChannelId } from "../ids.ts";
import { topicNameKey } from "../routes/conversation.ts";
import type { Board, PinnedTopic, State } from "../state.ts";
import { subscriptionTo } from "./channels.ts";

type AnyPin = Pick<PinnedTopic, "pin_id" | "position"> & {
  readonly stream_id?: ChannelId;
  readonly topic_name?: string | undefined;
  readonly message_id?: number | undefined;
  readonly url?: string | undefined;
};

const thingOf = ({ stream_id, topic_name, message_id, url }: AnyPin): string =>
  JSON.stringify([stream_id, topic_name === undefined ? undefined : topicNameKey(topic_name), message_id, url]);

/**
 * Adds a pin, or replaces the one for the same thing. A pin has a negative id until the server has confirmed it, and
 * such a pin never replaces a confirmed pin.
 */
function withPin<Pin extends AnyPin>(pins: readonly Pin[], pin: Pin): Pin[] {
  const isSame = (one: Pin) => one.pin_id === pin.pin_id || thingOf(one) === thingOf(pin);
  const same = pins.find(isSame);
  if (same !== undefined && pin.pin_id < 0 && same.pin_id > 0) return [...pins];
  return [...pins.filter((one) => !isSame(one)), pin].sort((a, b) => a.position - b.position || a.pin_id - b.pin_id);
}

export const boardOf = (state: State, channel: ChannelId): Board | undefined =>
  state.opened_boards?.find(({ stream_id }) => stream_id === channel);

/** Replaces the board object instead of changing it, because views compare it with the previous one. */
function changeBoard(state: State, channel: ChannelId, change: (board: Board) => Partial<Board>): void {
  const { opened_boards: boards } = state;
  if (boards === undefined) return;
  state.opened_boards = boards.map((board) => (board.stream_id === channel ? { ...board, ...change(board) } : board));
}

function putPin(state: State, { stream_id, pin }: FieldsOf<"channel_board/pin_added">): void {
  changeBoard(state, stream_id, ({ pins }) => ({ pins: withPin(pins, pin) }));
  const { pin_id, position, topic_name } = pin;
  if (topic_name === undefined || subscriptionTo(state, stream_id) === undefined) return;
  state.channel_board_topics = withPin(state.channel_board_topics ?? [], { pin_id, stream_id, topic_name, position });
}

function keepTopics(state: State, isKept: (pin: PinnedTopic) => boolean): void {
  if (state.channel_board_topics !== undefined) state.channel_board_topics = state.channel_board_topics.filter(isKept);
}

/** Removes the boards of channels that the user has left, or can no longer see. */
function forget(state: State, channels: readonly ChannelId[]): void {
  const isKept = ({ stream_id }: { readonly stream_id: ChannelId }) => !channels.includes(stream_id);
  keepTopics(state, isKept);
  if (state.opened_boards !== undefined) state.opened_boards = state.opened_boards.filter(isKept);
}

const idsOf = (channels: readonly { readonly stream_id: ChannelId }[]) => channels.map(({ stream_id }) => stream_id);

export const boardsEvents: Handlers = {
  "channel_board/pin_added": putPin,
  "channel_board/pin_changed": putPin,
  "channel_board/pin_removed": (state, { stream_id, pin_id }) => {
    const isLeft = (pin: AnyPin) => pin.pin_id !== pin_id;
    changeBoard(state, stream_id, ({ pins }) => ({ pins: pins.filter(isLeft) }));
    keepTopics(state, isLeft);
  },
  "channel_board/page_changed": (state, { stream_id, page }) => changeBoard(state, stream_id, () => ({ page })),
  "subscription/add": (state, { subscriptions }) => {
    if (state.channel_board_topics === undefined) return false;
    state.unknown_boards = [...(state.unknown_boards ?? []), ...idsOf(subscriptions)];
    return true;
  },
  "subscription/remove": (state, { subscriptions }) => forget(state, idsOf(subscriptions)),
  "stream/delete": (state, { stream_ids }) => forget(state, stream_ids),
};
