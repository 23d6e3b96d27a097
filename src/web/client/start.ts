import { type Signal, signal } from "@preact/signals";
import { apply } from "../model/apply.ts";
import { Messages } from "../model/messages.ts";
import { REGISTRATION, type State } from "../model/state.ts";
import { openCache } from "../store/cache.ts";
import { KeptLog } from "../store/kept-log.ts";
import { makeApi, readCookie } from "../wire/call.ts";
import { openChannel } from "../wire/channel.ts";
import { pageClock } from "../wire/clock.ts";
import type { Cursor, Kept } from "../wire/event-log.ts";
import { EventStream, type StreamSaid } from "../wire/event-stream.ts";
import { browserPage } from "../wire/page.ts";
import { pollOver } from "../wire/poll.ts";
import type { Link } from "../wire/pump.ts";
import { uploadBy } from "../wire/upload.ts";
import { TopicLists } from "./channel-topics.ts";
import type { Connection, Vitals } from "./client.ts";
import { Feeds } from "./feeds/feeds.ts";
import { PlaceHistory } from "./history.ts";
import { LiveClient, type Surface } from "./live-client.ts";
import { LiveState } from "./live-state.ts";
import type { Outbox } from "./outbox.ts";
import { pingPresence } from "./presence-pings.ts";
import { RecentConversations } from "./recent-conversations.ts";
import { accountOf, rememberAccount } from "./session.ts";
import { expireTyping } from "./typing-expiry.ts";

/** What was kept in another form than this is not used: it changes with what is asked of the server. */
const FORM = `1-${JSON.stringify(REGISTRATION).length}`;
/** How long after a change the state is kept: it is copied whole, and the log has the events until then. */
const SAVE_AFTER = 5_000;

/**
 * Starts the client: from what this browser has kept, which is shown before the server has answered, or from a
 * registration.
 */
export async function start(surface: Surface): Promise<LiveClient> {
  const csrfToken = () => readCookie(document.cookie, "csrftoken");
  const connection = signal<Connection>({ is: "starting" });
  if (csrfToken() === "") {
    const spectator = await lookAround(connection, surface);
    if (spectator !== undefined) return spectator;
    goToLogin();
  }
  browserPage.on(["logged-in"], () => {
    if (connection.value.is === "logged-out") connection.value = { is: "live" };
  });
  const log = new KeptLog(await openCache(FORM));
  const kept = await readKept(log, csrfToken());
  let client: LiveClient | undefined;
  let live: LiveState | undefined = kept && new LiveState(kept.state);

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

  const upload = uploadBy({ newRequest: () => new XMLHttpRequest(), csrfToken });
  const save = saver(log);
  const lastInput = followInput();
  let isLeading = () => false;
  let followTyping: ReturnType<typeof expireTyping> | undefined;
  return new Promise((resolve) => {
    const begin = (state: State) => {
      live = new LiveState(state);
      const vitals = () => ({ queue: stream.at?.queue, lastEvent: stream.at?.last, isLeading: stream.isLeading });
      client = compose({ api, upload, vitals, live, connection, surface });
      pingPresence(client, { clock: pageClock, page: browserPage, isLeading: () => isLeading(), lastInput });
      followTyping = expireTyping(client, pageClock);
      resolve(client);
    };
    const stream = new EventStream(
      {
        source: pollOver(api),
        log,
        register: (signal) => api.post<State & Record<string, unknown>>("/register", REGISTRATION, { signal }),
        locks: navigator.locks,
        name: `parley-events-${FORM}`,
        channel: openChannel<StreamSaid>(`parley-events-${FORM}`),
        clock: pageClock,
        page: browserPage,
        random: Math.random,
        onState: (state, at) => {
          rememberAccount(csrfToken(), state.user_id);
          if (client === undefined) begin(state);
          else client.renew(state);
          save(state, at);
        },
        onEvents: (events, at) => {
          const added = client?.take(events) ?? [];
          followTyping?.(events);
          if (client !== undefined && added.length > 0) surface.notify(client, added, stream.isLeading);
          if (live !== undefined) save(live.now, at);
        },
        onLink: (link) => {
          // Nothing of anybody is shown yet: there is nothing to keep.
          if (link === "logged-out" && client === undefined) goToLogin();
          turn(connection, link);
        },
      },
      kept?.at,
    );
    if (kept !== undefined) begin(kept.state);
    stream.start();
    isLeading = () => stream.isLeading;
  });
}

/** The client of somebody without an account, where the organization has something to show to them. */
async function lookAround(connection: Signal<Connection>, surface: Surface): Promise<LiveClient | undefined> {
  const answer = await fetch("/json/server_settings").catch(() => undefined);
  const settings = await answer?.json().catch(() => undefined);
  if (settings?.realm_web_public_access_enabled !== true) return undefined;
  const { startSpectator } = await import("./start-spectator.ts");
  connection.value = { is: "live" };
  const upload = () => Promise.reject(new Error("there is no account that could send files"));
  return startSpectator((api, state) =>
    compose({ api, upload, vitals: noVitals, live: new LiveState(state), connection, surface }),
  );
}

/** The page for logging in, which leads back to the place that was asked for. */
function goToLogin(): void {
  const next = location.hash.length > 1 ? `?next=${encodeURIComponent(`/${location.hash}`)}` : "";
  location.replace(`/login/${next}`);
}

/** The state as this browser has kept it, if it is that of whoever is logged in. */
async function readKept(log: KeptLog, token: string): Promise<Pick<Kept, "state" | "at"> | undefined> {
  const kept = await log.read();
  if (kept === undefined || accountOf(token) !== kept.state.user_id) return undefined;
  for (const event of kept.since) apply(kept.state, event);
  return { state: kept.state, at: { ...kept.at, last: kept.since.at(-1)?.id ?? kept.at.last } };
}

const noVitals = (): Vitals => ({ queue: undefined, lastEvent: undefined, isLeading: false });

interface Core {
  readonly api: ReturnType<typeof makeApi>;
  readonly upload: ReturnType<typeof uploadBy>;
  readonly vitals: () => Vitals;
  readonly live: LiveState;
  readonly connection: Signal<Connection>;
  readonly surface: Surface;
}

function compose({ api, upload, vitals, live, connection, surface }: Core): LiveClient {
  const messages = new Messages();
  const feeds = new Feeds({ api, messages, state: () => live.now });
  const recent = new RecentConversations({
    me: live.now.user_id,
    fetch: (before, count, take) =>
      feeds.fetch([], { anchor: before, before: count, after: 0, without: before !== "newest" }, take),
  });
  const topics = new TopicLists(api);
  const outbox = noOutbox;
  const history = new PlaceHistory(() => live.now);
  return new LiveClient({
    api,
    upload,
    vitals,
    live,
    messages,
    feeds,
    recent,
    topics,
    outbox,
    history,
    connection,
    surface,
  });
}

// In place of the outbox, until it is here.
const noOutbox: Outbox = {
  pending: signal([]),
  send: (to, content) => ({ localId: "", to, content, writtenAt: 0, status: "refused" }),
  retry: () => {},
  discard: () => {},
};

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
  const heard = () => {
    last = Date.now();
  };
  for (const type of ["pointerdown", "pointermove", "keydown", "wheel"])
    addEventListener(type, heard, { passive: true });
  return () => last;
}

function turn(connection: Signal<Connection>, link: Link): void {
  if (link === "live") connection.value = { is: "live" };
  else if (link === "logged-out") connection.value = { is: "logged-out" };
  else if (connection.value.is !== "offline") connection.value = { is: "offline", since: Date.now() };
}
