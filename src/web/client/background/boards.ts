import { openBoard } from "../../model/channels/board-pins.ts";
import type { ChannelId } from "../../model/ids.ts";
import type { Board } from "../../model/state.ts";
import type { Client, EventOfType } from "../client.ts";

/** Loads a channel's board into the state, where events keep it up to date from then on. */
export async function loadBoard(client: Client, channel: ChannelId): Promise<void> {
  const meanwhile: EventOfType<"channel_board">[] = [];
  let isMissed = false;
  const stop = client.listen("channel_board", (event) => {
    if (event === undefined) isMissed = true;
    else meanwhile.push(event);
  });
  try {
    const { pins, page } = await client.api.get<Omit<Board, "stream_id">>(`/streams/${channel}/board`, {
      allow_empty_topic_name: true,
    });
    if (isMissed) return await loadBoard(client, channel);
    stop();
    openBoard(client.watch(), { stream_id: channel, pins, page });
    // Notifies the views. Events received during the request may be older than the response, but applying all of them
    // leads to the same state.
    client.assume({ type: "channel_board", op: "page_changed", stream_id: channel, page });
    for (const event of meanwhile) client.assume(event);
  } finally {
    stop();
  }
}
