import { describe, expect, test } from "vitest";
import { apply } from "../../../../src/web/model/apply.ts";
import {
  canChangeBoard,
  isBoardUnknown,
  openBoard,
  pinnedTopics,
  positionAt,
} from "../../../../src/web/model/channels/board-pins.ts";
import { boardOf } from "../../../../src/web/model/channels/boards.ts";
import type { AnyEvent } from "../../../../src/web/model/event.ts";
import type { Channel, Pin, State } from "../../../../src/web/model/state.ts";
import { channel, MIA, NOAH, sampleState, subscription } from "../../support/sample-state.ts";

const EMPTY = { version: 0, content: "", rendered_content: "", edited_by: null, date_edited: 0 };

const pin = (pin_id: number, position: number, thing: Partial<Pin>): Pin => ({
  ...{ pin_id, position, pinned_by: MIA, date_pinned: 0 },
  ...thing,
});

const added = (stream_id: number, one: Pin): AnyEvent => ({
  ...{ type: "channel_board", op: "pin_added", stream_id, pin: one },
});
const changed = (stream_id: number, one: Pin): AnyEvent => ({
  ...{ type: "channel_board", op: "pin_changed", stream_id, pin: one },
});
const removed = (stream_id: number, pin_id: number): AnyEvent => ({
  ...{ type: "channel_board", op: "pin_removed", stream_id, pin_id },
});

/** A state in which the board of channel 1 was opened. */
function withBoard(more: Partial<State> = {}): State {
  const state = sampleState({ channel_board_topics: [], ...more });
  openBoard(state, { stream_id: 1, pins: [], page: EMPTY });
  return state;
}

const pinsOf = (state: State) =>
  boardOf(state, 1)?.pins.map(({ topic_name, message_id, url }) => topic_name ?? message_id ?? url);

describe("an opened board", () => {
  test("follows events, in order of position", () => {
    const state = withBoard();
    apply(state, added(1, pin(10, 0, { topic_name: "tea" })));
    apply(state, added(1, pin(11, 1, { message_id: 100 })));
    apply(state, added(1, pin(12, 0.5, { url: "https://tea.example/", title: "Tea" })));
    apply(state, added(2, pin(13, 0, { topic_name: "elsewhere" })));
    expect(pinsOf(state)).toEqual(["tea", "https://tea.example/", 100]);
    apply(state, changed(1, pin(10, 2, { topic_name: "✔ tea" })));
    expect(pinsOf(state)).toEqual(["https://tea.example/", 100, "✔ tea"]);
    apply(state, removed(1, 11));
    expect(pinsOf(state)).toEqual(["https://tea.example/", "✔ tea"]);
    const page = { version: 1, content: "Hi", rendered_content: "<p>Hi</p>", edited_by: MIA, date_edited: 5 };
    expect(apply(state, { type: "channel_board", op: "page_changed", stream_id: 1, page })).toEqual(["boards"]);
    expect(boardOf(state, 1)?.page).toEqual(page);
  });

  test("shows an unconfirmed pin once, and no longer after the confirmed one arrives", () => {
    const state = withBoard();
    const waiting = added(1, pin(-1, 0, { topic_name: "Tea" }));
    apply(state, waiting);
    expect(boardOf(state, 1)?.pins.map(({ pin_id }) => pin_id)).toEqual([-1]);
    apply(state, added(1, pin(10, 3, { topic_name: "tea" })));
    apply(state, waiting);
    expect(boardOf(state, 1)?.pins.map(({ pin_id, position }) => [pin_id, position])).toEqual([[10, 3]]);
    expect(state.channel_board_topics?.map(({ pin_id }) => pin_id)).toEqual([10]);
  });

  test("is dropped with its channel, and after many other boards were opened", () => {
    const state = withBoard();
    apply(state, added(1, pin(10, 0, { topic_name: "tea" })));
    apply(state, { type: "subscription", op: "remove", subscriptions: [{ stream_id: 1, name: "general" }] });
    expect([boardOf(state, 1), state.channel_board_topics]).toEqual([undefined, []]);
    for (let id = 1; id <= 31; id++) openBoard(state, { stream_id: id, pins: [], page: EMPTY });
    expect([boardOf(state, 1), boardOf(state, 2)?.stream_id]).toEqual([undefined, 2]);
  });
});

describe("pinned topics", () => {
  test("come from the registration, or from the opened board", () => {
    const topic = { pin_id: 10, stream_id: 1, topic_name: "Tea", position: 0 };
    const state = sampleState({ channel_board_topics: [topic, { ...topic, pin_id: 11, stream_id: 2 }] });
    expect([...pinnedTopics(state, 1).keys()]).toEqual(["tea"]);
    openBoard(state, { stream_id: 1, page: EMPTY, pins: [pin(12, 0, { url: "https://a.example/" })] });
    expect([...pinnedTopics(state, 1).keys()]).toEqual([]);
  });

  test("are unknown in channels that the user isn't in, or has joined since the registration", () => {
    const state = sampleState({ channel_board_topics: [], never_subscribed: [channel(3, "random")] });
    expect([1, 3].map((id) => isBoardUnknown(state, id))).toEqual([false, true]);
    apply(state, { type: "subscription", op: "add", subscriptions: [subscription(3, "random")] } as AnyEvent);
    expect(isBoardUnknown(state, 3)).toBe(true);
    openBoard(state, { stream_id: 3, pins: [], page: EMPTY });
    expect(isBoardUnknown(state, 3)).toBe(false);
  });
});

test("events add no boards to the state of a client that didn't register for them", () => {
  const state = sampleState();
  apply(state, { type: "subscription", op: "remove", subscriptions: [{ stream_id: 1, name: "general" }] });
  apply(state, { type: "stream", op: "delete", streams: [], stream_ids: [1] } as unknown as AnyEvent);
  expect(Object.keys(state).filter((key) => /boards|_board_/.test(key))).toEqual([]);
});

describe("changing a board", () => {
  const NOBODY = 8;
  const may = (more: Partial<Channel>, state: Partial<State> = {}) =>
    canChangeBoard(sampleState({ realm_can_change_board_group: 2, ...state }), subscription(1, "general", more));

  test("requires the organization's permission in channels where most users can post", () => {
    expect(may({})).toBe(true);
    expect(may({}, { realm_can_change_board_group: 5 })).toBe(false);
    expect(may({ can_send_message_group: 3 })).toBe(true);
    expect(may({ can_send_message_group: 5 })).toBe(false);
  });

  test("requires the channel's permission, or an administrator of the channel or organization, in other channels", () => {
    const few = { can_send_message_group: 5 } as const;
    expect(may({ ...few, can_change_board_group: { direct_members: [NOAH], direct_subgroups: [] } })).toBe(true);
    expect(may({ ...few, can_administer_channel_group: 3 })).toBe(true);
    expect(may(few, { is_admin: true })).toBe(true);
    expect(may({ can_send_message_group: NOBODY })).toBe(false);
    expect(may({ is_archived: true }, { is_admin: true })).toBe(false);
  });
});

test("a pin goes between two others, before the first, or after the last", () => {
  const at = (index: number) => positionAt([{ position: 1 }, { position: 2 }], index);
  expect([at(0), at(1), at(2), positionAt([], 0)]).toEqual([0.5, 1.5, 3, 0]);
});
