import { expect, test } from "vitest";
import { pingPresence } from "../../../../src/web/client/background/presence-pings.ts";
import type { Client } from "../../../../src/web/client/client.ts";
import { presenceOf } from "../../../../src/web/model/people/users.ts";
import { followClock, onServer } from "../../../../src/web/model/server-time.ts";
import { MIA, sampleState } from "../../support/sample-state.ts";
import { VirtualClock } from "../../support/virtual-clock.ts";

test("of hidden tabs, only the leader sends pings, once a minute, reporting the user as idle", async () => {
  const state = sampleState({ server_presence_ping_interval_seconds: 60 });
  const clock = new VirtualClock();
  const told = { leader: [] as unknown[], follower: [] as unknown[] };
  for (const name of ["leader", "follower"] as const) {
    const api = {
      post: async (_: string, { status }: { status: unknown }) => {
        told[name].push(status);
        return { presence_last_update_id: 1, server_timestamp: clock.now() / 1000 };
      },
    };
    const client = { watch: () => state, api, assume: () => {} } as unknown as Client;
    const page = { visible: () => false, online: () => true, on: () => () => {} };
    pingPresence(client, { clock, page, isLeading: () => name === "leader", lastInput: clock.now.bind(clock) });
  }
  await clock.pass(8 * 3_600_000);
  expect(told.leader).toHaveLength(8 * 60 + 1);
  expect(new Set(told.leader)).toEqual(new Set(["idle"]));
  expect(told.follower).toEqual([]);
});

test("presence follows the server's time, even if this device's clock is an hour off", async () => {
  const clock = new VirtualClock();
  const now = clock.now() / 1000;
  for (const [ahead, seen, activity] of [
    [3_600, 60, "active"],
    [-3_600, 600, "offline"],
  ] as const) {
    const server_timestamp = now - ahead;
    const times = { active_timestamp: server_timestamp - seen, idle_timestamp: server_timestamp - seen };
    const state = sampleState({ server_presence_ping_interval_seconds: 60, presences: { [MIA]: times } });
    const api = { post: async () => ({ presence_last_update_id: 1, server_timestamp }) };
    const client = { watch: () => state, api } as unknown as Client;
    const page = { visible: () => true, online: () => true, on: () => () => {} };
    const stop = pingPresence(client, { clock, page, isLeading: () => true, lastInput: () => 0 });
    await clock.pass(0);
    stop();
    followClock(state);
    expect(presenceOf(state, MIA, onServer(now))).toBe(activity);
  }
});
