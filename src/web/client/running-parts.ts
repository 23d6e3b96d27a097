import { subscriptionTo } from "../model/channels/channels.ts";
import type { ServerEvent } from "../model/event.ts";
import type { ChannelId } from "../model/ids.ts";
import type { Message } from "../model/message.ts";
import { deletedBy } from "../model/messages/message-update.ts";
import type { Messages } from "../model/messages/messages.ts";
import { onServer } from "../model/server-time.ts";
import { isUnread } from "../model/unread/unread-counts.ts";
import type { Device } from "../store/device.ts";
import type { Upkeep } from "../store/eviction.ts";
import { StoredMessages } from "../store/stored-messages.ts";
import type { StoredSearch } from "../store/stored-search.ts";
import type { Api } from "../wire/api.ts";
import type { EventStream } from "../wire/event-stream.ts";
import { openChannel } from "../wire/tab-channel.ts";
import { expireTyping } from "./background/typing-expiry.ts";
import type { LiveConnection } from "./connection.ts";
import { CachedFeeds } from "./feeds/kept-feeds.ts";
import type { LiveClient, Surface } from "./live-client.ts";
import type { LiveState } from "./live-state.ts";
import { type ActsBroadcast, LiveActs } from "./sending/acts.ts";
import { type DraftsBroadcast, LiveDrafts } from "./sending/drafts.ts";
import { LiveOutbox } from "./sending/outbox.ts";
import type { OutboxBroadcast } from "./sending/outbox-sender.ts";
import type { TabContext } from "./sending/tab-context.ts";

/** What the parts are created from. Has no client: that is created later, because it contains some of the parts. */
interface PartContext extends TabContext {
  readonly connection: LiveConnection;
  readonly device: Device;
  readonly live: LiveState;
  readonly messages: Messages;
  readonly stream: EventStream;
  readonly surface: Surface;
}

/** An independent part of a member's client. `startMember` calls its functions. */
interface RunningPart {
  /** Called once there is a client. If it returns a promise, the first view waits for it. */
  readonly start?: (client: LiveClient) => unknown;
  /** Called once the first view's messages are requested. */
  readonly shown?: (client: LiveClient) => void;
  /** Called after the state was replaced, because events were missed. */
  readonly renew?: () => void;
  /** Called after the client has applied events, with the messages that they added. */
  readonly follow?: (events: readonly ServerEvent[], added: readonly Message[], client: LiveClient) => void;
  /** Does work for all tabs while this one leads, once the first view is shown. */
  readonly lead?: (signal: AbortSignal) => void;
  /** Like `lead`, for work that can wait a little longer. Failures are ignored. */
  readonly keepUp?: (signal: AbortSignal) => Promise<void>;
}

/** Returns the independent parts of a member's client, in the order in which they handle events. */
export function runningParts(context: PartContext) {
  const [changes, outgoing, drafts] = [changesPart(context), outboxPart(context), draftsPart(context)];
  const storage = storagePart(context);
  const parts: readonly RunningPart[] = [
    ...[changes, outgoing, drafts, notifications(context), storage],
    ...[rescheduling(context), typing(context), presence(context), boards(context)],
  ];
  return { parts, acts: changes.acts, outbox: outgoing.outbox, drafts: drafts.drafts, store: storage.store };
}

/** Loads what the first view doesn't need. */
export const loadParts = () => import("./member-parts.ts");

function changesPart(context: PartContext): RunningPart & { readonly acts: LiveActs } {
  const { connection, device, page, stream } = context;
  const acts = new LiveActs({
    ...context,
    rows: device.acts,
    channel: openChannel<ActsBroadcast>("parley-acts"),
    loadSender: async () => {
      const { mergeChange, makeChanges, noRoom, restored } = await loadParts();
      return { mergeChange, makeChanges, noRoom, restored };
    },
    isOnline: () => connection.signal.peek().kind !== "offline",
    check: () => stream.check(),
  });
  return {
    acts,
    start: (client) =>
      acts.begin({
        show: (events) => void client.applyEvents(events),
        onRefused({ path, fields }, text) {
          if (page.visible() || stream.isLeading) client.toast({ text, kind: "error" });
          // Keeps the text of the failed edit: editing the message again starts with it.
          if (typeof fields["content"] === "string")
            client.drafts.keepEdit(Number(path.split("/")[2]), fields["content"]);
        },
      }),
    follow: (events) => acts.follow(events),
    lead(signal) {
      void acts.lead(signal);
      void loadParts().then(({ leftReads }) => {
        for (const act of leftReads(context.account())) void acts.act(act);
      });
    },
  };
}

function outboxPart(context: PartContext): RunningPart & { readonly outbox: LiveOutbox } {
  const { api, device, live, messages, stream } = context;
  const outbox = new LiveOutbox({
    ...context,
    rows: device.outbox,
    channel: openChannel<OutboxBroadcast>("parley-outbox"),
    queue: () => stream.at?.queue ?? live.now.queue_id,
    newest: () => live.now.max_message_id,
    serverTime: onServer,
    check: () => stream.check(),
    loadSender: async () => (await loadParts()).OutboxSender,
    isKnown: (id) => messages.get(id) !== undefined,
    isTold: (to) => to.kind === "direct" || isSubscribed(live, to.channel),
  });
  return {
    outbox,
    start(client) {
      outbox.onEventMissing((id) =>
        api.get<{ message: Message }>(`/messages/${id}`, { allow_empty_topic_name: true }).then(
          ({ message }) => void client.applyEvents([{ type: "message", message, flags: message.flags }]),
          () => {},
        ),
      );
      return outbox.load();
    },
    follow: (events) => outbox.removeArrived(events),
    lead: (signal) => void outbox.lead(signal),
  };
}

function draftsPart(context: PartContext): RunningPart & { readonly drafts: LiveDrafts } {
  const { device, live } = context;
  const drafts = new LiveDrafts({
    ...context,
    rows: device.drafts,
    channel: openChannel<DraftsBroadcast>("parley-drafts"),
    loadSharing: async () => (await loadParts()).DraftSharing,
    shared: () => (live.now.user_settings.enable_drafts_synchronization ? live.now.drafts : undefined),
  });
  return {
    drafts,
    start: () => drafts.load(),
    renew: () => drafts.follow(),
    follow(events) {
      for (const event of events)
        if (event.type === "delete_message") for (const id of deletedBy(event)) drafts.keepEdit(id, undefined);
      if (events.some(({ type }) => type === "drafts" || type === "user_settings")) drafts.follow();
    },
    keepUp: (signal) => drafts.lead(signal),
  };
}

const notifications = ({ stream, surface }: PartContext): RunningPart => ({
  follow(_, added, client) {
    if (added.length > 0) surface.notify(client, added, stream.isLeading);
  },
});

function storagePart(context: PartContext): RunningPart & { readonly store?: CachedFeeds } {
  const { account, api, clock, live, page, stream } = context;
  const { cache, log } = context.device;
  if (cache === undefined) return {};
  const keeper = async () => new (await loadParts()).MessageKeeper({ cache, account, now: clock.now });
  const kept = new StoredMessages({ cache, keeper, isUnread: (id) => isUnread(live.now, id), now: clock.now });
  let search: Promise<StoredSearch> | undefined;
  let upkeep: Upkeep | undefined;
  let unstored = 0;
  return {
    store: new CachedFeeds({
      kept,
      search: () => {
        search ??= loadParts().then((parts) => new parts.StoredSearch({ cache, kept, clock, state: () => live.now }));
        search.catch(() => {
          search = undefined;
        });
        return search;
      },
      keeper,
      asOf: () => stream.at,
      isSubscribed: (channel) => isSubscribed(live, channel),
    }),
    start: (client) =>
      client.listen("channel_board", () => {
        // Treated as a large number of unstored events, so that a newly opened board is stored soon.
        unstored = Number.POSITIVE_INFINITY;
        upkeep?.heard(unstored);
      }),
    follow: (events) => upkeep?.heard(events.length),
    async keepUp(signal) {
      const [{ Upkeep, fillHistory, isMetered }, loaded] = await Promise.all([loadParts(), keeper()]);
      const present = () => (live.known && stream.at ? { state: live.known, at: stream.at } : undefined);
      const fetchBefore = (anchor: number | "newest", count: number) => fetchOlder(api, anchor, count);
      const history = { cache, keeper: loaded, at: () => stream.at, fetchBefore };
      const fill = async () => !isMetered() && fillHistory(history);
      if (signal.aborted) return;
      upkeep = new Upkeep({ cache, log, keeper: loaded, clock, page, present, fill }, signal);
      upkeep.heard(unstored);
    },
  };
}

const isSubscribed = (live: LiveState, channel: ChannelId) => subscriptionTo(live.now, channel) !== undefined;

async function fetchOlder(api: Api, anchor: number | "newest", num_before: number) {
  const page = { narrow: [], anchor, num_before, num_after: 0, include_anchor: anchor === "newest" };
  const form = { client_gravatar: false, allow_empty_topic_name: true };
  const reply = await api.get<{ messages: Message[]; found_oldest: boolean }>("/messages", { ...page, ...form });
  return { messages: reply.messages, isOldest: reply.found_oldest };
}

/** Moves scheduled messages along with their topics. */
const rescheduling = ({ stream }: PartContext): RunningPart => ({
  start(client) {
    client.moved.subscribe((moves) => {
      if (moves.length === 0 || !stream.isLeading) return;
      void loadParts().then(({ reschedule }) => reschedule(client, moves));
    });
  },
});

const typing = ({ clock }: PartContext): RunningPart => ({ start: (client) => expireTyping(client, clock) });

const presence = ({ clock, page, stream }: PartContext): RunningPart => ({
  shown(client) {
    const lastInput = followInput();
    void loadParts().then(
      ({ pingPresence }) => pingPresence(client, { clock, page, isLeading: () => stream.isLeading, lastInput }),
      () => {},
    );
  },
});

const boards = ({ stream }: PartContext): RunningPart => ({
  shown: (client) =>
    void loadParts().then(
      ({ shareBoards }) => shareBoards(client, stream),
      () => {},
    ),
});

/**
 * Tracks input on this page. Returns a function that returns the time of the last input, in milliseconds since 1970.
 */
function followInput(): () => number {
  let last = Date.now();
  const did = () => {
    last = Date.now();
  };
  for (const type of ["pointerdown", "pointermove", "keydown", "wheel"]) addEventListener(type, did, { passive: true });
  return () => last;
}
