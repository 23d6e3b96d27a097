import type { FeedRoute } from "../../model/routes/place.ts";
import { pageClock } from "../../wire/clock.ts";
import { browserPage } from "../../wire/page.ts";
import { sleepUntilWake } from "../../wire/wait-to-retry.ts";
import type { Client } from "../client.ts";

/** The pause between two requests is a tenth of the time since the last change, within these bounds. */
const MIN_PAUSE_MS = 4_000;
const MAX_PAUSE_MS = 30_000;

export type ChannelPlace = Extract<FeedRoute, { readonly view: "topic" | "channel" }>;

/**
 * Polls for new messages while the page is visible, in a channel whose events the user doesn't get for lack of a
 * subscription. Returns a function that stops polling.
 */
export function followNews(client: Client, place: ChannelPlace): () => void {
  const feed = client.feed(place);
  const ended = new AbortController();
  let changed = pageClock.now();
  const look = async () => {
    if (!browserPage.visible() || client.connection.peek().kind !== "live") return;
    // A failed request is retried next time.
    if (await feed.loadNews().catch(() => false)) changed = pageClock.now();
  };
  const follow = async () => {
    while (!ended.signal.aborted) {
      const quiet = pageClock.now() - changed;
      await sleepUntilWake(
        pageClock,
        browserPage,
        Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, quiet / 10)),
        ended.signal,
      );
      await look();
    }
  };
  void follow();
  // The user's own message causes an event. Other users may have sent messages before it.
  const stop = client.listen("message", (event) => {
    if (event?.message.type === "stream" && event.message.stream_id === place.channel) void look();
  });
  return () => {
    ended.abort();
    stop();
    // After joining, events report everything new.
    void look();
  };
}
