import type { Presence } from "../../model/state.ts";
import type { Clock } from "../../wire/clock.ts";
import type { Page } from "../../wire/page.ts";
import type { Client } from "../client.ts";

interface Reply {
  readonly presence_last_update_id: number;
  readonly server_timestamp: number;
  readonly presences?: Readonly<Record<string, Presence>>;
}

interface PresenceParts {
  readonly clock: Clock;
  readonly page: Page;
  /** True if this tab leads. Of hidden tabs, only the leading one pings. */
  readonly isLeading: () => boolean;
  /** Time of the last input on this page, in milliseconds since 1970. */
  readonly lastInput: () => number;
}

const IDLE_MS = 5 * 60_000;

/**
 * Periodically reports the user's presence to the server, and fetches everyone else's. Returns a function that stops
 * it.
 */
export function pingPresence(client: Client, { clock, page, isLeading, lastInput }: PresenceParts): () => void {
  let pinged = Number.NEGATIVE_INFINITY;
  let cancel = () => {};

  async function ping(): Promise<void> {
    const state = client.watch();
    const interval = state.server_presence_ping_interval_seconds * 1000;
    cancel();
    cancel = clock.after(interval, () => void ping());
    if (!(page.visible() || isLeading()) || state.realm_presence_disabled) return;
    pinged = clock.now();
    try {
      const reply = await client.api.post<Reply>("/users/me/presence", {
        status: page.visible() && pinged - lastInput() < IDLE_MS ? "active" : "idle",
        last_update_id: state.presence_last_update_id,
      });
      state.presence_last_update_id = reply.presence_last_update_id;
      state.seconds_ahead = clock.now() / 1000 - reply.server_timestamp;
      const { presences = {} } = reply;
      if (Object.keys(presences).length > 0) client.assume({ type: "presence", presences });
    } catch {
      // The next ping retries.
    }
  }

  // Users who come back are reported at once, unless there was a ping just before.
  const stop = page.on(["shown", "online"], () => {
    if (clock.now() - pinged > 10_000) void ping();
  });
  void ping();
  return () => {
    stop();
    cancel();
  };
}
