import type { Client } from "../../client/client.ts";
import { useAction } from "../../keyboard.ts";
import { channelSections } from "../../model/channels/channel-list.ts";
import { channelOf } from "../nav/channel-part.tsx";
import { placeOfChannel } from "./place-of-channel.ts";

/** Binds the keys that step through channels, and those that lead from a topic to its channel. */
export function useChannelKeys(client: Client): void {
  const here = () => channelOf(client.place.value);
  const step = (by: 1 | -1) => () => {
    const state = client.watch();
    const ids = channelSections(state).flatMap(({ active, inactive }) =>
      [...active, ...inactive].map(({ stream_id }) => stream_id),
    );
    const present = here();
    const at = present === undefined ? -1 : ids.indexOf(present);
    const next = at < 0 ? ids.at(by === 1 ? 0 : -1) : ids[(at + by + ids.length) % ids.length];
    if (next === undefined) return false;
    client.go(placeOfChannel(state, next));
    return true;
  };
  const inChannel = (go: (channel: number) => void) => () => {
    const channel = here();
    if (channel === undefined) return false;
    go(channel);
    return true;
  };
  useAction("nextChannel", step(1));
  useAction("previousChannel", step(-1));
  useAction(
    "topicList",
    inChannel((channel) => client.go({ view: "topics", channel })),
  );
  useAction(
    "openChannel",
    inChannel((channel) => client.go({ view: "channel", channel })),
  );
}
