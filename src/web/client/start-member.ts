import type { Signal } from "@preact/signals";
import { apply } from "../model/apply.ts";
import type { Message } from "../model/message.ts";
import { Messages } from "../model/messages.ts";
import { REGISTRATION, type State } from "../model/state.ts";
import { isUnread } from "../model/unread-counts.ts";
import { openCache } from "../store/cache.ts";
import { KeptLog } from "../store/kept-log.ts";
import { KeptMessages } from "../store/kept-messages.ts";
import { keptOutbox } from "../store/kept-outbox.ts";
import { openOwn } from "../store/own.ts";
import { makeApi } from "../wire/call.ts";
import { openChannel } from "../wire/channel.ts";
import { pageClock } from "../wire/clock.ts";
import type { Cursor, Kept } from "../wire/event-log.ts";
import { EventStream, type StreamSaid } from "../wire/event-stream.ts";
import { browserPage } from "../wire/page.ts";
import { pollOver } from "../wire/poll.ts";
import type { Link } from "../wire/pump.ts";
import { uploadBy } from "../wire/upload.ts";
import type { Api, Connection } from "./client.ts";
import { compose } from "./compose.ts";
import { KeptFeeds } from "./feeds/kept-feeds.ts";
import { keepMessages } from "./keep-messages.ts";
import type { LiveClient, Surface } from "./live-client.ts";
import { LiveState } from "./live-state.ts";
import { LiveOutbox, type OutboxSaid } from "./outbox.ts";
import { pingPresence } from "./presence-pings.ts";
import { accountOf, rememberAccount } from "./session.ts";
import { expireTyping } from "./typing-expiry.ts";

/** What was kept in another form than this is not used: it changes with what is asked of the server. */
const FORM = `1-${JSON.stringify(REGISTRATION).length}`;
/** How long after a change the state is kept: it is copied whole, and the log has the events until then. */
const SAVE_AFTER = 5_000;

interface Start {
  readonly surface: Surface;
  readonly connection: Signal<Connection>;
  readonly csrfToken: () => string;
  readonly goToLogin: () => void;
}

/**
 * Starts the client of somebody who is logged in: from what this browser has kept, which is shown before the server has
 * answered, or from a registration.
 */
export async function startMember({ surface, connection, csrfToken, goToLogin }: Start): Promise<LiveClient> {
  const [cache, own] = await Promise.all([openCache(FORM), openOwn()]);
  const log = new KeptLog(cache);
  const before = await readKept(log, csrfToken());
  let live: LiveState | undefined = before && new LiveState(before.state);
  let client: LiveClient | undefined;

  browserPage.on(["logged-in"], () => {
    if (connection.value.is === "logged-out") connection.value = { is: "live" };
  });
  const api = makeApi({
    fetch: (...request) => fetch(...request),
    clock: pageClock,
    csrfToken,
    account: () => live?.now.user_id,
    onAnswer: (answered) => {
      if (!answered && connection.value.is === "live") connection.value = { is: "offline", since: Date.now() };
    },
    onLoggedOut: () => {
      connection.value = { is: "logged-out" };
    },
    onAnotherAccount: () => location.reload(),
  });
  const messages = new Messages();
  const state = (): State => {
    if (live === undefined) throw new Error("there is no state before the client has begun");
    return live.now;
  };
  const kept = new KeptMessages({
    cache,
    account: () => state().user_id,
    isUnread: (id) => isUnread(state(), id),
    now: Date.now,
  });
  const keep = keepMessages({ cache, kept, clock: pageClock, isLeading: () => stream.isLeading });
  const outbox = new LiveOutbox({
    rows: keptOutbox(own),
    api,
    channel: openChannel<OutboxSaid>("parley-outbox"),
    clock: pageClock,
    page: browserPage,
    random: Math.random,
    account: () => state().user_id,
    queue: () => stream.at?.queue ?? state().queue_id,
    newest: () => state().max_message_id,
    check: () => stream.check(),
    isKnown: (id) => messages.get(id) !== undefined,
    onUnheard: (id) =>
      void fetchOwn(api, id).then(
        (message) => client?.take([heard(message)]),
        () => {},
      ),
  });

  const save = saver(log);
  let followTyping: ReturnType<typeof expireTyping> | undefined;
  let begun: (client: LiveClient) => void = () => {};
  const begin = (from: State) => {
    live = new LiveState(from);
    const vitals = () => ({ queue: stream.at?.queue, lastEvent: stream.at?.last, isLeading: stream.isLeading });
    const upload = uploadBy({ newRequest: () => new XMLHttpRequest(), csrfToken });
    const store = new KeptFeeds(kept, () => stream.at);
    client = compose({ api, upload, live, messages, connection, surface, outbox, vitals, store });
    followTyping = expireTyping(client, pageClock);
    void outbox.load().catch(() => {});
    begun(client);
  };
  const name = `parley-events-${FORM}`;
  const stream = new EventStream(
    {
      source: pollOver(api),
      log,
      register: (signal) => api.post<State & Record<string, unknown>>("/register", REGISTRATION, { signal }),
      locks: navigator.locks,
      name,
      channel: openChannel<StreamSaid>(name),
      clock: pageClock,
      page: browserPage,
      random: Math.random,
      onState: (registered, at) => {
        rememberAccount(csrfToken(), registered.user_id);
        if (client === undefined) begin(registered);
        else client.renew(registered);
        save(registered, at);
      },
      onEvents: (events, at) => {
        if (client === undefined) return;
        const added = client.take(events);
        outbox.heard(events);
        followTyping?.(events);
        keep();
        if (added.length > 0) surface.notify(client, added, stream.isLeading);
        save(state(), at);
      },
      onLink: (link) => {
        // Nothing of anybody is shown yet: there is nothing to keep.
        if (link === "logged-out" && client === undefined) goToLogin();
        if (link === "live") outbox.wake();
        turn(connection, link);
      },
      onLead: (signal) => void outbox.lead(signal),
    },
    before?.at,
  );

  const started = new Promise<LiveClient>((resolve) => {
    begun = resolve;
  });
  if (before !== undefined) begin(before.state);
  stream.start();
  return started.then((ready) => {
    const around = { clock: pageClock, page: browserPage, isLeading: () => stream.isLeading, lastInput: followInput() };
    pingPresence(ready, around);
    return ready;
  });
}

/** The state as this browser has kept it, if it is that of whoever is logged in. */
async function readKept(log: KeptLog, token: string): Promise<Pick<Kept, "state" | "at"> | undefined> {
  const kept = await log.read();
  if (kept === undefined || accountOf(token) !== kept.state.user_id) return undefined;
  for (const event of kept.since) apply(kept.state, event);
  return { state: kept.state, at: { ...kept.at, last: kept.since.at(-1)?.id ?? kept.at.last } };
}

async function fetchOwn(api: Api, id: number): Promise<Message> {
  const { message } = await api.get<{ message: Message }>(`/messages/${id}`, { allow_empty_topic_name: true });
  return message;
}

/** A message as if it had come by an event. */
const heard = (message: Message) => ({ type: "message", message, flags: message.flags });

/** Keeps the state a while after it has changed, and at once when the page is left. */
function saver(log: KeptLog): (state: State, at: Cursor) => void {
  let waiting: (() => void) | undefined;
  let cancel: (() => void) | undefined;
  const now = () => {
    cancel?.();
    cancel = undefined;
    waiting?.();
    waiting = undefined;
  };
  browserPage.on(["hidden", "frozen"], now);
  return (state, at) => {
    // What cannot be kept is asked for at the next start.
    waiting = () => void log.save(state, at).catch(() => {});
    cancel ??= pageClock.after(SAVE_AFTER, now);
  };
}

/** When somebody last did something on this page, in milliseconds since 1970. */
function followInput(): () => number {
  let last = Date.now();
  const did = () => {
    last = Date.now();
  };
  for (const type of ["pointerdown", "pointermove", "keydown", "wheel"]) addEventListener(type, did, { passive: true });
  return () => last;
}

function turn(connection: Signal<Connection>, link: Link): void {
  if (link === "live") connection.value = { is: "live" };
  else if (link === "logged-out") connection.value = { is: "logged-out" };
  else if (connection.value.is !== "offline") connection.value = { is: "offline", since: Date.now() };
}
