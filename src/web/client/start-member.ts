import { apply } from "../model/apply.ts";
import { Messages } from "../model/messages/messages.ts";
import { withClock } from "../model/server-time.ts";
import { REGISTRATION, type State } from "../model/state.ts";
import { type Device, openDevice } from "../store/device.ts";
import { makeApi } from "../wire/call.ts";
import { pageClock, sleep } from "../wire/clock.ts";
import { lateTransport, pollOver, type StoredLog } from "../wire/event-log.ts";
import { EventStream, type StreamBroadcast } from "../wire/event-stream.ts";
import { browserPage } from "../wire/page.ts";
import { pageLocks } from "../wire/page-locks.ts";
import { openChannel } from "../wire/tab-channel.ts";
import type { UploadOptions } from "../wire/upload.ts";
import { waitToRetry } from "../wire/wait-to-retry.ts";
import { compose } from "./compose.ts";
import type { LiveConnection } from "./connection.ts";
import type { LiveClient, Surface } from "./live-client.ts";
import { LiveState } from "./live-state.ts";
import type * as memberParts from "./member-parts.ts";
import { loadParts, runningParts } from "./running-parts.ts";
import { fetchOrTake } from "./session/early-registration.ts";
import { accountOf, csrfToken, goToLogin, loginAddress, rememberAccount } from "./session/session.ts";

/**
 * Version of the stored state. It changes with the registration parameters and the meaning of the reply. A state of
 * another version isn't used.
 */
const FORM = `2-${JSON.stringify(REGISTRATION).length}`;

/** Delays the leader's tasks, and loading their code, until the first view is shown. */
const KEEP_UP_AFTER_MS = 1_500;

/**
 * Starts a logged-in user's client, from a registration or from the state stored in this browser. The stored state is
 * shown before the server has responded.
 */
export async function startMember(surface: Surface, connection: LiveConnection): Promise<LiveClient> {
  const [device, locks] = await Promise.all([openDevice(FORM), pageLocks()]);
  const { cache, log } = device;
  const kept = await readKept(log, csrfToken());
  const live = new LiveState(kept?.state);
  const ready = Promise.withResolvers<LiveClient>();
  // Resolves once the first view's messages are requested. Scripts that they don't need wait for it.
  const firstRequested = ready.promise.then(() => sleep(pageClock, 0));

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
      // Expected: the login page in another tab has removed the cookies.
      if (isLeaving) return;
      // Stored data isn't shown for a login that ended before the page was opened.
      const next = loginAddress();
      if (code === "UNAUTHORIZED" && !wasLive) leave(({ forgetLogin }) => forgetLogin().then(() => goToLogin(next)));
      else connection.loggedOut();
    },
    onEnded: () => leave(({ leaveBrowser }) => leaveBrowser()),
    // Delayed, so that the refused uploads no longer make the browser ask whether to leave the page.
    onAnotherAccount: () => setTimeout(() => location.reload()),
  });
  const upload = async (file: File, options?: UploadOptions) => {
    const [{ uploadBy }] = await Promise.all([loadParts(), api.check()]);
    return uploadBy({ newRequest: () => new XMLHttpRequest(), clock: pageClock, csrfToken })(file, options);
  };

  // Without a store, tabs can't share a queue, so each gets its own name.
  const name = cache === undefined ? `parley-events-${Math.random()}` : `parley-events-${FORM}`;
  const tab = { clock: pageClock, page: browserPage, random: Math.random };
  const source = lateTransport(async () => {
    await firstRequested;
    const { connectStream, StreamTransport } = await loadParts();
    const people = () => live.known?.realm_users.length ?? 0;
    return new StreamTransport({ ...tab, poll: pollOver(api), connect: connectStream, people });
  });
  const register = async (signal: AbortSignal) =>
    withClock(await api.post<State>("/register", REGISTRATION, { signal }), pageClock.now() / 1000);
  const stream = new EventStream(
    { ...tab, source, log, register, locks, name, channel: openChannel<StreamBroadcast>(name) },
    kept?.at,
  );

  const messages = new Messages();
  const account = () => live.now.user_id;
  const context = { ...tab, account, api, connection, device, live, messages, stream, surface };
  const { parts, acts, drafts, outbox, store } = runningParts(context);
  /** Creates the client once there is a state, and loads what its first view needs. */
  const begin = (): LiveClient => {
    const made = compose({
      ...{ live, messages, api, upload, surface, waitToRetry, connection: connection.signal },
      ...{ outbox, drafts, acts, ...(store && { store }) },
      connectionDetails: () => ({ queue: stream.at?.queue, lastEvent: stream.at?.last, isLeading: stream.isLeading }),
    });
    const loads = [made.makeReady(), ...parts.map((part) => part.start?.(made))];
    void Promise.allSettled(loads).then(() => ready.resolve(made));
    return made;
  };
  let client = kept && begin();

  stream.start({
    onState: (registered) => {
      // Another account has logged in while this tab was frozen. Nothing from the previous account must be sent as the
      // new one.
      if (live.known !== undefined && live.known.user_id !== registered.user_id) return location.reload();
      rememberAccount(csrfToken(), registered.user_id, registered.outside_access != null);
      if (client !== undefined) client.renew(registered);
      else {
        live.replace(registered);
        client = begin();
      }
      for (const part of parts) part.renew?.();
    },
    onEvents: (events) => {
      if (client === undefined) return;
      const added = client.applyEvents(events);
      for (const part of parts) part.follow?.(events, added, client);
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
      // The leader's tasks need the account, which is unknown before the first registration.
      void firstRequested.then(async () => {
        for (const part of parts) part.lead?.(signal);
        await sleep(pageClock, KEEP_UP_AFTER_MS, signal);
        if (!signal.aborted) await Promise.allSettled(parts.map((part) => part.keepUp?.(signal)));
      });
    },
  });
  const started = await ready.promise;

  // Some browsers ask the user for permission, so only an installed client requests this.
  if (matchMedia("(display-mode: standalone)").matches) void navigator.storage?.persist?.().catch(() => false);
  void firstRequested.then(() => {
    for (const part of parts) part.shown?.(started);
  });
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
