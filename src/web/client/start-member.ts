import { apply } from "../model/apply.ts";
import { subscriptionTo } from "../model/channels/channels.ts";
import type { AnyEvent } from "../model/event.ts";
import type { ChannelId } from "../model/ids.ts";
import type { Message } from "../model/message.ts";
import { Messages } from "../model/messages/messages.ts";
import { REGISTRATION, type State } from "../model/state.ts";
import { isUnread } from "../model/unread/unread-counts.ts";
import { type Device, openDevice } from "../store/device.ts";
import type { Upkeep } from "../store/eviction.ts";
import { StoredMessages } from "../store/stored-messages.ts";
import type { StoredSearch } from "../store/stored-search.ts";
import type { Api } from "../wire/api.ts";
import { makeApi } from "../wire/call.ts";
import { pageClock, sleep } from "../wire/clock.ts";
import type { StoredLog } from "../wire/event-log.ts";
import { EventStream, type StreamBroadcast } from "../wire/event-stream.ts";
import { browserPage } from "../wire/page.ts";
import { pageLocks } from "../wire/page-locks.ts";
import { lateTransport, pollOver } from "../wire/poll.ts";
import { openChannel } from "../wire/tab-channel.ts";
import type { UploadOptions } from "../wire/upload.ts";
import { waitToRetry } from "../wire/wait-to-retry.ts";
import { expireTyping } from "./background/typing-expiry.ts";
import { compose } from "./compose.ts";
import type { LiveConnection } from "./connection.ts";
import { CachedFeeds } from "./feeds/kept-feeds.ts";
import type { LiveClient, Surface } from "./live-client.ts";
import { LiveState } from "./live-state.ts";
import type * as memberParts from "./member-parts.ts";
import { type ActsBroadcast, LiveActs } from "./sending/acts.ts";
import { type DraftsBroadcast, LiveDrafts } from "./sending/drafts.ts";
import type { PendingChange } from "./sending/flag-act.ts";
import { LiveOutbox } from "./sending/outbox.ts";
import type { OutboxBroadcast } from "./sending/outbox-sender.ts";
import { fetchOrTake } from "./session/early-registration.ts";
import { accountOf, rememberAccount } from "./session/session.ts";

/**
 * Version of the stored state. It changes with the registration parameters and the meaning of the reply. A state of
 * another version isn't used.
 */
const FORM = `2-${JSON.stringify(REGISTRATION).length}`;

/** Delays the leader's tasks, and loading their code, until the first view is shown. */
const KEEP_UP_AFTER_MS = 1_500;

const loadParts = () => import("./member-parts.ts");

interface Start {
  readonly surface: Surface;
  readonly connection: LiveConnection;
  readonly csrfToken: () => string;
  readonly goToLogin: () => void;
}

/**
 * Starts a logged-in user's client, from a registration or from the state stored in this browser. The stored state is
 * shown before the server has responded.
 */
export async function startMember({ surface, connection, csrfToken, goToLogin }: Start): Promise<LiveClient> {
  const [device, locks] = await Promise.all([openDevice(FORM), pageLocks()]);
  const { cache, log } = device;
  const kept = await readKept(log, csrfToken());
  const live = new LiveState(kept?.state);

  let wasLive = false;
  let isLeaving = false;
  const leave = (by: (parts: typeof memberParts) => Promise<void>) => {
    if (isLeaving) return;
    isLeaving = true;
    void loadParts()
      .then(by)
      .catch(() => {
        isLeaving = false;
        connection.loggedOut();
      });
  };
  const api = makeApi({
    fetch: fetchOrTake,
    clock: pageClock,
    csrfToken,
    account: () => live.known?.user_id,
    onAnswer: (isAnswered) => connection.onAnswer(isAnswered),
    onLoggedOut: ({ code }) => {
      // Stored data isn't shown for a login that ended before the page was opened.
      if (code === "UNAUTHORIZED" && !wasLive) leave(async ({ forgetLogin }) => forgetLogin().then(goToLogin));
      else connection.loggedOut();
    },
    onEnded: () => leave(({ leaveBrowser }) => leaveBrowser()),
    onAnotherAccount: () => location.reload(),
  });
  const upload = async (file: File, options?: UploadOptions) => {
    const { uploadBy } = await loadParts();
    return uploadBy({ newRequest: () => new XMLHttpRequest(), clock: pageClock, csrfToken })(file, options);
  };

  // Without a store, tabs don't know about each other.
  const name = cache === undefined ? `parley-events-${Math.random()}` : `parley-events-${FORM}`;
  const tab = { clock: pageClock, page: browserPage, random: Math.random };
  const source = lateTransport(async () => {
    // The first view's messages are requested before any script that they don't need.
    await ready.promise;
    await sleep(pageClock, 0);
    const { connectStream, StreamTransport } = await loadParts();
    const people = () => live.known?.realm_users.length ?? 0;
    return new StreamTransport({ ...tab, poll: pollOver(api), connect: connectStream, people });
  });
  const register = (signal: AbortSignal) =>
    api.post<State & Record<string, unknown>>("/register", REGISTRATION, { signal });
  const stream = new EventStream(
    { ...tab, source, log, register, locks, name, channel: openChannel<StreamBroadcast>(name) },
    kept?.at,
  );

  const clientParts = { ...tab, api, account: () => live.now.user_id };
  const messages = new Messages();
  const isSubscribed = (channel: ChannelId) => subscriptionTo(live.now, channel) !== undefined;
  const outbox = new LiveOutbox({
    ...clientParts,
    rows: device.outbox,
    channel: openChannel<OutboxBroadcast>("parley-outbox"),
    queue: () => stream.at?.queue ?? live.now.queue_id,
    newest: () => live.now.max_message_id,
    check: () => stream.check(),
    loadSender: async () => (await loadParts()).OutboxSender,
    isKnown: (id) => messages.get(id) !== undefined,
    isTold: (to) => to.kind === "direct" || isSubscribed(to.channel),
  });
  const drafts = new LiveDrafts({
    ...clientParts,
    rows: device.drafts,
    channel: openChannel<DraftsBroadcast>("parley-drafts"),
    loadSharing: async () => (await loadParts()).DraftSharing,
    shared: () => (live.now.user_settings.enable_drafts_synchronization ? live.now.drafts : undefined),
  });
  const acts = new LiveActs({
    ...clientParts,
    rows: device.acts,
    channel: openChannel<ActsBroadcast>("parley-acts"),
    loadSender: async () => {
      const { mergeChange, makeChanges, noRoom, restored } = await loadParts();
      return { mergeChange, makeChanges, noRoom, restored };
    },
    isOnline: () => connection.signal.peek().kind !== "offline",
    check: () => stream.check(),
  });
  const stored = cache && {
    cache,
    keeper: async () =>
      new (await loadParts()).MessageKeeper({ cache, account: clientParts.account, now: pageClock.now }),
  };
  const keptMessages =
    stored && new StoredMessages({ ...stored, isUnread: (id) => isUnread(live.now, id), now: pageClock.now });
  let search: Promise<StoredSearch> | undefined;
  const store =
    keptMessages &&
    new CachedFeeds({
      kept: keptMessages,
      search: () => {
        search ??= loadParts().then(
          (parts) =>
            new parts.StoredSearch({
              cache: stored.cache,
              kept: keptMessages,
              clock: pageClock,
              state: () => live.now,
            }),
        );
        search.catch(() => {
          search = undefined;
        });
        return search;
      },
      keeper: stored.keeper,
      asOf: () => stream.at,
      isSubscribed,
    });

  const ready = Promise.withResolvers<LiveClient>();
  /** Creates the client once there is a state, and loads what its first view needs. */
  const begin = (): LiveClient => {
    const connectionDetails = () => ({
      queue: stream.at?.queue,
      lastEvent: stream.at?.last,
      isLeading: stream.isLeading,
    });
    const known = { live, messages, outbox, drafts, acts, connection: connection.signal };
    const made = compose({ ...known, api, upload, surface, connectionDetails, waitToRetry, ...(store && { store }) });
    expireTyping(made, pageClock);
    outbox.onEventMissing((id) =>
      fetchOwn(api, id).then(
        (message) => void made.applyEvents([messageEvent(message)]),
        () => {},
      ),
    );
    made.moved.subscribe((moves) => {
      if (moves.length === 0 || !stream.isLeading) return;
      void loadParts().then(({ reschedule }) => reschedule(made, moves));
    });
    // Drafts, pending messages, and the place's stored messages are available with the first view.
    const show = (events: readonly AnyEvent[]) => void made.applyEvents(events);
    const onRefused = ({ path, fields }: PendingChange, text: string) => {
      if (browserPage.visible() || stream.isLeading) made.toast({ text, kind: "error" });
      // The text of an edit isn't lost, because editing the message again starts with it.
      if (typeof fields["content"] === "string") drafts.keepEdit(Number(path.split("/")[2]), fields["content"]);
    };
    const loads = [made.makeReady(), outbox.load(), drafts.load(), acts.begin({ show, onRefused })];
    void Promise.allSettled(loads).then(() => {
      ready.resolve(made);
    });
    return made;
  };
  let client = kept && begin();

  let upkeep: Upkeep | undefined;
  const keepUp = async (signal: AbortSignal) => {
    if (stored === undefined) return;
    const [{ Upkeep, fillHistory, isMetered }, keeper] = await Promise.all([loadParts(), stored.keeper()]);
    const present = () => (live.known && stream.at ? { state: live.known, at: stream.at } : undefined);
    const fetchBefore = (anchor: number | "newest", count: number) => fetchOlder(api, anchor, count);
    const history = { cache: stored.cache, keeper, at: () => stream.at, fetchBefore };
    const fill = async () => !isMetered() && fillHistory(history);
    if (!signal.aborted) upkeep = new Upkeep({ ...tab, cache: stored.cache, log, keeper, present, fill }, signal);
  };
  stream.start({
    onState: (registered) => {
      // Another account has logged in while this tab was frozen. Nothing from the previous account must be sent as the
      // new one.
      if (live.known !== undefined && live.known.user_id !== registered.user_id) return location.reload();
      rememberAccount(csrfToken(), registered.user_id);
      if (client !== undefined) client.renew(registered);
      else {
        live.replace(registered);
        client = begin();
      }
      drafts.follow();
    },
    onEvents: (events) => {
      if (client === undefined) return;
      const added = client.applyEvents(events);
      acts.follow(events);
      outbox.removeArrived(events);
      if (events.some(({ type }) => type === "drafts" || type === "user_settings")) drafts.follow();
      if (added.length > 0) surface.notify(client, added, stream.isLeading);
      upkeep?.heard(events.length);
    },
    onLink: (link) => {
      if (isLeaving) return;
      // Nothing is shown yet, so nothing would be lost.
      if (link === "logged-out" && client === undefined) goToLogin();
      if (link === "barred" && client === undefined)
        void loadParts().then(({ showNetworkBlocked }) => showNetworkBlocked());
      wasLive ||= link === "live";
      if (link === "live") outbox.wake();
      connection.onLink(link);
    },
    onLead: (signal) => {
      // The account is unknown before the first registration.
      void ready.promise.then(async () => {
        await sleep(pageClock, 0, signal);
        void outbox.lead(signal);
        void acts.lead(signal);
        void loadParts().then(({ leftReads }) => {
          for (const act of leftReads(clientParts.account())) void acts.act(act);
        });
        await sleep(pageClock, KEEP_UP_AFTER_MS, signal);
        if (!signal.aborted) await Promise.allSettled([drafts.lead(signal), keepUp(signal)]);
      });
    },
  });
  const started = await ready.promise;

  // Some browsers ask the user for permission, so only an installed client requests this.
  if (matchMedia("(display-mode: standalone)").matches) void navigator.storage?.persist?.().catch(() => false);
  const lastInput = followInput();
  void sleep(pageClock, 0)
    .then(loadParts)
    .then(
      ({ pingPresence }) => pingPresence(started, { ...tab, isLeading: () => stream.isLeading, lastInput }),
      () => {},
    );
  return started;
}

/** Returns the state stored in this browser, if it belongs to the logged-in account. */
async function readKept(log: Device["log"], token: string): Promise<Pick<StoredLog, "state" | "at"> | undefined> {
  const kept = await log.read().catch(() => undefined);
  if (kept === undefined) return undefined;
  if (accountOf(token) !== kept.state.user_id) {
    await log.clear();
    return undefined;
  }
  for (const event of kept.since) apply(kept.state, event);
  return { state: kept.state, at: { ...kept.at, last: kept.since.at(-1)?.id ?? kept.at.last } };
}

async function fetchOwn(api: Api, id: number): Promise<Message> {
  const { message } = await api.get<{ message: Message }>(`/messages/${id}`, { allow_empty_topic_name: true });
  return message;
}

async function fetchOlder(api: Api, anchor: number | "newest", num_before: number) {
  const page = { narrow: [], anchor, num_before, num_after: 0, include_anchor: anchor === "newest" };
  const form = { client_gravatar: false, allow_empty_topic_name: true };
  const reply = await api.get<{ messages: Message[]; found_oldest: boolean }>("/messages", { ...page, ...form });
  return { messages: reply.messages, isOldest: reply.found_oldest };
}

/** Returns the event of a fetched message. */
const messageEvent = (message: Message): AnyEvent => ({ type: "message", message, flags: message.flags });

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
