import { asSpectator } from "../model/people/spectator.ts";
import type { Term } from "../model/routes/place.ts";
import { withClock } from "../model/server-time.ts";
import { REGISTRATION, type State } from "../model/state.ts";
import { type Api, type Fields, Refused } from "../wire/api.ts";
import { makeApi } from "../wire/call.ts";
import { pageClock } from "../wire/clock.ts";
import { browserPage } from "../wire/page.ts";
import { loginWords } from "../words/screens.ts";
import type { LiveClient } from "./live-client.ts";

/**
 * Spectators get no events. A state older than `STALE_MS` is requested again when the page is shown, and every
 * `RENEW_EVERY_MS` while it is shown.
 */
const STALE_MS = 60_000;
const RENEW_EVERY_MS = 180_000;

/**
 * Starts the client for someone without an account, with the organization's public content. Returns undefined if there
 * is none.
 */
export async function startSpectator(compose: (api: Api, state: State) => LiveClient): Promise<LiveClient | undefined> {
  const full = makeApi({
    fetch: (...request) => fetch(...request),
    clock: pageClock,
    csrfToken: () => "",
    account: () => undefined,
    onAnswer: () => {},
    onLoggedOut: () => {},
    onEnded: () => {},
    onAnotherAccount: () => {},
  });
  const register = async () => {
    return withClock(asSpectator(await full.post("/register", REGISTRATION)), pageClock.now() / 1000);
  };
  let state: State;
  try {
    state = await register();
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
  const client = compose(readingApi(full), state);
  const [first] = state.subscriptions;
  if (client.place.value.view === "inbox" && first !== undefined) {
    client.go({ view: "topics", channel: first.stream_id }, "replace");
  }
  let asked = Date.now();
  const askAgain = async () => {
    if (Date.now() - asked < STALE_MS || !browserPage.visible()) return;
    asked = Date.now();
    // A failed request is retried next time.
    await register().then(
      (renewed) => client.renew(renewed),
      () => {},
    );
  };
  browserPage.on(["shown", "online"], () => void askAgain());
  addEventListener("focus", () => void askAgain());
  setInterval(() => void askAgain(), RENEW_EVERY_MS);
  return client;
}

/** Makes an API read-only. All other calls are rejected in the browser, with a message that leads to the login. */
export function readingApi(api: Api): Api {
  const refuse = () => Promise.reject(new Refused(401, { code: "UNAUTHENTICATED_USER", msg: loginWords().toTakePart }));
  const get: Api["get"] = (path, fields, options) =>
    api.get(path, path === "/messages" ? withinPublic(fields) : fields, options);
  return { get, post: refuse, patch: refuse, delete: refuse };
}

/** Adds the term that the server requires before it shows messages to users without an account (conventions.md 4). */
function withinPublic(fields: Fields = {}): Fields {
  const narrow = (fields["narrow"] ?? []) as readonly Term[];
  return { ...fields, narrow: [...narrow, { operator: "channels", operand: "web-public" }] };
}
