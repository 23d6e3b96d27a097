import { Feeds } from "../../../src/web/client/feeds/feeds.ts";
import type { MessageStore } from "../../../src/web/client/feeds/source.ts";
import type { ServerEvent } from "../../../src/web/model/event.ts";
import { Messages } from "../../../src/web/model/messages/messages.ts";
import { sampleState } from "../support/sample-state.ts";
import { CHANNEL, type SmallServer, settled } from "./small-server.ts";

/**
 * Creates feeds of a server and, if `stored` is given, of the messages that the browser has stored. The test controls
 * events, responses and pauses.
 */
export function client(server: SmallServer, stored?: Pick<MessageStore, "read"> & Partial<MessageStore>) {
  const messages = new Messages();
  const state = sampleState();
  const known = new Set<number>();
  const resting: (() => void)[] = [];
  const feeds = new Feeds({
    api: server.api,
    messages,
    state: () => state,
    ...(stored && {
      store: {
        ...{ asOf: () => undefined, write() {}, writeAny() {}, prepareSearch() {} },
        ...{ latest: async () => [], scattered: async () => [] },
        ...stored,
      },
    }),
    waitToRetry: () => new Promise((resolve) => resting.push(() => resolve(false))),
    onKnown: (ids) => {
      for (const id of ids) known.add(id);
    },
  });
  const take = () => {
    const event = server.events.shift();
    if (event !== undefined) feeds.follow(event as ServerEvent, messages.apply(event));
  };
  const drain = async () => {
    await settled();
    while (server.isBusy || resting.length > 0) {
      while (server.events.length > 0) take();
      server.answer(0);
      await server.deliver(0);
      await wake();
    }
    await settled();
  };
  /** Ends all pauses before a retry. */
  const wake = async () => {
    for (const resolve of resting.splice(0)) resolve();
    await settled();
  };
  /** Unsubscribes the user from all channels. */
  const leave = () => {
    state.subscriptions = [];
  };
  /**
   * Mutes a topic or unmutes it. The client creates the event itself. The returned event is the one that the server
   * sends later.
   */
  const setVisibility = (topic: string, visibility_policy: 0 | 1) => {
    const preference = { stream_id: CHANNEL, topic_name: topic, last_updated: 1, visibility_policy };
    state.user_topics = visibility_policy === 0 ? [] : [preference];
    const event = { type: "user_topic", ...preference } as const;
    feeds.follow(event, { added: [], changed: [], removed: [] });
    return { ...event, id: 1 } as ServerEvent;
  };
  return { feeds, leave, setVisibility, take, drain, wake, known, size: () => messages.size };
}
