import { asSpectator } from "../model/spectator.ts";
import { REGISTRATION, type State } from "../model/state.ts";
import { makeApi } from "../wire/call.ts";
import { pageClock } from "../wire/clock.ts";
import { browserPage } from "../wire/page.ts";
import { Refused } from "../wire/refused.ts";
import { words } from "../words/words.ts";
import type { Api } from "./client.ts";
import type { LiveClient } from "./live-client.ts";

/** Nobody's events are sent to them: what there is, is asked for again when the page is shown again, after this time. */
const STALE_MS = 60_000;

/**
 * Starts the client for somebody without an account, with what the organization shows to everybody; nothing where it
 * shows nothing.
 */
export async function startSpectator(compose: (api: Api, state: State) => LiveClient): Promise<LiveClient | undefined> {
  const full = makeApi({
    fetch: (...request) => fetch(...request),
    clock: pageClock,
    csrfToken: () => "",
    account: () => undefined,
    onAnswer: () => {},
    onLoggedOut: () => {},
    onAnotherAccount: () => {},
  });
  const register = async () => {
    const state = asSpectator(await full.post("/register", REGISTRATION));
    // They have no setting for it.
    state.user_settings.default_language = navigator.language;
    return state;
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
  browserPage.on(["shown"], async () => {
    if (Date.now() - asked < STALE_MS) return;
    asked = Date.now();
    // What could not be asked for now is asked for the next time.
    await register().then(
      (renewed) => client.renew(renewed),
      () => {},
    );
  });
  return client;
}

/** The API without what only accounts may do: that is refused here, with a word to whoever has tried it. */
function readingApi(api: Api): Api {
  const refuse = () =>
    Promise.reject(new Refused(401, { code: "UNAUTHENTICATED_USER", msg: words().login.toTakePart }));
  return { get: api.get, post: refuse, patch: refuse, delete: refuse };
}
