import { openBoard } from "../../model/channels/board-pins.ts";
import { boardOf } from "../../model/channels/boards.ts";
import type { ChannelId } from "../../model/ids.ts";
import type { Board } from "../../model/state.ts";
import type { Cursor } from "../../wire/event-log.ts";
import type { EventStream } from "../../wire/event-stream.ts";
import { openChannel } from "../../wire/tab-channel.ts";
import type { Client } from "../client.ts";
import { loadBoard } from "./boards.ts";

interface OpenedBoard {
  readonly board: Board;
  /** Position of the last event that was applied to the board. */
  readonly at: Cursor;
}

/** Shares a board loaded by one tab with all others, because the leading tab stores only its own state. */
export function shareBoards(client: Client, stream: Pick<EventStream, "at">): void {
  const channel = openChannel<OpenedBoard>("parley-boards");
  let known = new Set<ChannelId>();
  const share = () => {
    const { opened_boards: boards = [] } = client.watch();
    const { at } = stream;
    for (const board of boards) if (at !== undefined && !known.has(board.stream_id)) channel.post({ board, at });
    known = new Set(boards.map(({ stream_id }) => stream_id));
  };
  channel.listen(({ board, at }) => {
    const { stream_id, page } = board;
    if (stream.at?.queue !== at.queue || boardOf(client.watch(), stream_id) !== undefined) return;
    known.add(stream_id);
    // This tab is ahead, and has passed events that the board lacks.
    if (stream.at.last > at.last) return void loadBoard(client, stream_id).catch(() => {});
    openBoard(client.watch(), board);
    client.assume({ type: "channel_board", op: "page_changed", stream_id, page });
  });
  // Delayed, because a board that was just loaded first gets the events that arrived during the request, in the same
  // task.
  client.listen("channel_board", () => queueMicrotask(share));
  share();
}
