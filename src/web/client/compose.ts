import { signal } from "@preact/signals";
import type { MessageId } from "../model/ids.ts";
import { Messages } from "../model/messages/messages.ts";
import { pageClock, sleep } from "../wire/clock.ts";
import type { WaitToRetry } from "../wire/wait-to-retry.ts";
import { TopicLists } from "./background/channel-topics.ts";
import { RecentConversations } from "./background/recent-conversations.ts";
import { Feeds } from "./feeds/feeds.ts";
import type { MessageStore } from "./feeds/source.ts";
import { PlaceHistory, TopicMoves } from "./history.ts";
import { LiveClient, type LiveClientParts } from "./live-client.ts";
import type { Acts } from "./sending/acts.ts";

interface ClientParts extends Omit<LiveClientParts, "feeds" | "recent" | "topics" | "moves" | "history"> {
  readonly acts: Acts & { renew?(ids?: Iterable<MessageId>): void };
  readonly store?: MessageStore;
  readonly waitToRetry: WaitToRetry;
}

/** If the server takes longer than this to respond, the locally stored data is shown in the meantime. */
const SLOW_AFTER_MS = 400;

export function compose(parts: ClientParts): LiveClient {
  const { api, live, messages, store, waitToRetry } = parts;
  const onKnown = (ids: Iterable<MessageId>) => {
    client.refresh(ids);
    parts.acts.renew?.(ids);
  };
  const waitForServer = async () => {
    if (parts.connection.peek().kind !== "offline") await sleep(pageClock, SLOW_AFTER_MS);
  };
  const known = { messages, state: () => live.now, onKnown, ...(store && { store }) };
  const feeds = new Feeds({ ...known, api, waitToRetry, waitForServer });
  const recent = new RecentConversations({
    me: live.now.user_id,
    loadIndex: async () => (await import("./member-parts.ts")).RecentIndex,
    waitToRetry,
    kept: (count) => feeds.latest(count),
    async fetch(before, count, take) {
      const request = { anchor: before, before: count, after: 0, without: before !== "newest" };
      await feeds.fetch([], request, (reply) => {
        take(reply);
        store?.writeAny(reply, request, reply.asOf);
      });
    },
  });
  const moves = new TopicMoves();
  const client: LiveClient = new LiveClient({
    ...parts,
    moves,
    feeds,
    recent,
    topics: new TopicLists(api, waitToRetry),
    history: new PlaceHistory(
      () => live.now,
      (place) => moves.now(place),
    ),
  });
  return client;
}

export const composeReader = (
  parts: Pick<ClientParts, "api" | "live" | "connection" | "surface" | "waitToRetry">,
): LiveClient =>
  compose({
    ...parts,
    messages: new Messages(),
    upload: () => Promise.reject(new Error("there is no account that could send files")),
    outbox: {
      pending: signal([]),
      send: () => {
        throw new Error("there is no account that could write");
      },
      retry: () => {},
      discard: () => {},
      followTopic: () => {},
    },
    drafts: {
      all: signal([]),
      get: () => undefined,
      latestFor: () => undefined,
      find: () => undefined,
      save: () => "",
      remove: () => {},
      rewrite: () => false,
      onlyHere: () => 0,
      followTopic: () => {},
      editOf: () => undefined,
      baseOf: () => undefined,
      keepEdit: () => {},
    },
    acts: { act: async () => false, actNow: async () => undefined },
    connectionDetails: () => ({ queue: undefined, lastEvent: undefined, isLeading: false }),
  });
