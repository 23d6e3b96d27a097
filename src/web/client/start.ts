import { pageClock } from "../wire/clock.ts";
import { browserPage } from "../wire/page.ts";
import { waitToRetry } from "../wire/wait-to-retry.ts";
import { composeReader } from "./compose.ts";
import { LiveConnection } from "./connection.ts";
import type { LiveClient, Surface } from "./live-client.ts";
import { LiveState } from "./live-state.ts";
import { csrfToken, goToLogin, loginAddress, OUTSIDE_END, wasLoggedIn } from "./session/session.ts";
import { startMember } from "./start-member.ts";

/**
 * Starts a logged-in user's client. Others see the organization's public content, or the login page if there is none.
 */
export async function start(surface: Surface): Promise<LiveClient> {
  if (location.search.startsWith(OUTSIDE_END)) return (await import("./session/show-outside-end.ts")).showOutsideEnd();
  const connection = new LiveConnection(pageClock, browserPage);
  if (csrfToken() === "") {
    const next = loginAddress();
    if (wasLoggedIn()) await (await import("./member-parts.ts")).forgetLogin();
    const spectator = await lookAround(connection, surface);
    if (spectator !== undefined) return spectator;
    goToLogin(next);
    // Never resolves: until the login page replaces this one, there is no user whose client could be started.
    return new Promise(() => {});
  }
  return startMember(surface, connection);
}

/** Returns the client for someone without an account, if the organization has public content. */
async function lookAround(connection: LiveConnection, surface: Surface): Promise<LiveClient | undefined> {
  const answer = await fetch("/json/server_settings").catch(() => undefined);
  const settings = await answer?.json().catch(() => undefined);
  if (settings?.realm_web_public_access_enabled !== true) return undefined;
  const { startSpectator } = await import("./start-spectator.ts");
  connection.onLink("live");
  const { signal } = connection;
  return startSpectator((api, state) =>
    composeReader({ api, live: new LiveState(state), connection: signal, surface, waitToRetry }),
  );
}
