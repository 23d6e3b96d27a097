import type { Client } from "../../client/client.ts";
import { pinnedTopics, positionAt } from "../../model/channels/board-pins.ts";
import { boardOf } from "../../model/channels/boards.ts";
import { topicName } from "../../model/channels/topics.ts";
import type { AnyEvent } from "../../model/event.ts";
import type { ChannelId, MessageId } from "../../model/ids.ts";
import { topicNameKey } from "../../model/routes/conversation.ts";
import type { Pin } from "../../model/state.ts";
import { boardWords } from "../../words/board.ts";
import { showDone } from "../attempt.ts";

/** What a pin refers to, as parameters of the request that adds the pin. */
type PinParameters =
  | { readonly topic: string }
  | { readonly message_id: MessageId }
  | { readonly url: string; readonly title: string };

const pathOf = (channel: ChannelId, pin?: Pin): string =>
  `/streams/${channel}/pins${pin === undefined ? "" : `/${pin.pin_id}`}`;

const added = (stream_id: ChannelId, pin: Pin): AnyEvent => ({
  type: "channel_board",
  op: "pin_added",
  stream_id,
  pin,
});
const removed = (stream_id: ChannelId, { pin_id }: Pin): AnyEvent => ({
  ...{ type: "channel_board", op: "pin_removed", stream_id, pin_id },
});
const changed = (stream_id: ChannelId, pin: Pin): AnyEvent => ({
  ...{ type: "channel_board", op: "pin_changed", stream_id, pin },
});

function pinnedOf({ topic_name, message_id, url = "", title = url }: Pin): PinParameters {
  if (topic_name !== undefined) return { topic: topic_name };
  return message_id === undefined ? { url, title } : { message_id };
}

let lastWaiting = 0;

/** Returns a negative id for a pin that the server doesn't have yet. */
function waitingId(): number {
  lastWaiting = Math.min(lastWaiting - 1, -Date.now());
  return lastWaiting;
}

/** Adds a pin at a position, or at the end. The pin is shown immediately, and sent when the server can be reached. */
function add(client: Client, channel: ChannelId, pinned: PinParameters, position?: number) {
  const state = client.watch();
  const pins = boardOf(state, channel)?.pins ?? state.channel_board_topics ?? [];
  const { topic: topic_name, ...rest } = { topic: undefined, ...pinned };
  const pin: Pin = {
    ...{ pin_id: waitingId(), position: position ?? positionAt(pins, pins.length) },
    ...{ ...(topic_name !== undefined && { topic_name }), ...rest },
    ...{ pinned_by: state.user_id, date_pinned: Math.floor(Date.now() / 1000) },
  };
  const isAdded = client.acts.act({
    ...{ method: "post", path: pathOf(channel), fields: { ...pinned, ...(position !== undefined && { position }) } },
    ...{ shows: [added(channel, pin)], undoes: [removed(channel, pin)] },
  });
  return { pin, isAdded };
}

function addedWord(client: Client, pinned: PinParameters): string {
  const w = boardWords();
  if ("topic" in pinned) return w.pinnedTopic(topicName(client.watch(), pinned.topic));
  return "url" in pinned ? w.addedLink(pinned.title) : w.pinnedMessage;
}

/** Pins something to the board of a channel, and offers to undo it. */
export function addPin(client: Client, channel: ChannelId, pinned: PinParameters): void {
  const { pin, isAdded } = add(client, channel, pinned);
  showDone(client, addedWord(client, pinned), async () => {
    client.assume(removed(channel, pin));
    if (!(await isAdded)) return;
    // The server returns the id of the existing pin if there is one.
    const { pin_id } = await client.api.post<{ pin_id: number }>(pathOf(channel), pinned);
    await client.api.delete(pathOf(channel, { ...pin, pin_id }));
  });
}

/** Returns true if the server already has the pin. Otherwise, shows that the pin can't be changed yet. */
function isSaved(client: Client, { pin_id }: Pin): boolean {
  if (pin_id < 0) client.toast({ text: boardWords().notSaved, kind: "error" });
  return pin_id > 0;
}

function removedWord(client: Client, pin: Pin): string {
  const w = boardWords();
  if (pin.topic_name !== undefined) return w.unpinnedTopic(topicName(client.watch(), pin.topic_name));
  return pin.url === undefined ? w.unpinnedMessage : w.removedLink(pin.title ?? pin.url);
}

/** Removes a pin from a board, and offers to undo it. */
export function removePin(client: Client, channel: ChannelId, pin: Pin): void {
  if (!isSaved(client, pin)) return;
  void client.acts.act({
    ...{ method: "delete", path: pathOf(channel, pin), fields: {} },
    ...{ shows: [removed(channel, pin)], undoes: [added(channel, pin)] },
  });
  showDone(client, removedWord(client, pin), () => void add(client, channel, pinnedOf(pin), pin.position));
}

export function unpinTopic(client: Client, channel: ChannelId, topic: string): void {
  const pin = pinnedTopics(client.watch(), channel).get(topicNameKey(topic));
  if (pin === undefined) return;
  const rest = { topic_name: topic, pinned_by: null, date_pinned: 0 };
  removePin(client, channel, { ...rest, ...pin });
}

interface PinChange {
  readonly title?: string;
  readonly position?: number;
  /** Position to show the pin at until the server has moved it. */
  readonly shownAt?: number;
}

export function changePin(client: Client, channel: ChannelId, pin: Pin, { shownAt, ...fields }: PinChange): void {
  if (!isSaved(client, pin)) return;
  const now = { ...pin, ...fields, ...(shownAt !== undefined && { position: shownAt }) };
  void client.acts.act({
    ...{ method: "patch", path: pathOf(channel, pin), fields },
    ...{ shows: [changed(channel, now)], undoes: [changed(channel, pin)] },
  });
}

export function movePin(client: Client, channel: ChannelId, pin: Pin, side: "before" | "after", other: Pin): void {
  const pins = (boardOf(client.watch(), channel)?.pins ?? []).filter(({ pin_id }) => pin_id !== pin.pin_id);
  const at = pins.findIndex(({ pin_id }) => pin_id === other.pin_id) + (side === "after" ? 1 : 0);
  const position = positionAt(pins, at);
  // Positions aren't negative, so the first pin may get the same position as the next one. The server then puts it
  // first. Until it has, the pin is shown at a lower position.
  changePin(client, channel, pin, { position, shownAt: at === 0 ? position - 1 : position });
}
