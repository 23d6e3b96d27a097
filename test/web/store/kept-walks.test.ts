import { expect, test } from "vitest";
import type { AnyEvent } from "../../../src/web/model/event.ts";
import { Messages } from "../../../src/web/model/messages/messages.ts";
import type { State } from "../../../src/web/model/state.ts";
import { trim } from "../../../src/web/store/eviction.ts";
import { fillHistory } from "../../../src/web/store/recent-history.ts";
import { StoredSearch } from "../../../src/web/store/stored-search.ts";
import { seeded } from "../support/random.ts";
import { sampleState } from "../support/sample-state.ts";
import { VirtualClock } from "../support/virtual-clock.ts";
import { WALKS } from "../support/walks.ts";
import { idsOf, message, Store, sent } from "./store.ts";

const CHANNELS = [1, 2, 3];

test.for(WALKS)("stored and found messages match the server's, without inaccessible ones (%i)", async (seed) => {
  const random = seeded(seed);
  const some = (most: number) => Math.floor(random() * most);
  const store = await Store.open();
  /** The messages that the user can see on the server. */
  const truth = new Messages();
  const seen = () => [...truth.values()].sort((a, b) => a.id - b.id);
  const joined = new Set(CHANNELS);
  let next = 1;
  const search = new StoredSearch({
    ...{ cache: store.cache, kept: store.kept, clock: new VirtualClock(), state: sampleState },
  });
  const happen = async (event: Record<string, unknown>) => {
    truth.apply(event as AnyEvent);
    await store.happen(event);
  };
  let during = async () => {};
  const fetchBefore = async (before: number | "newest", most: number) => {
    const older = seen().filter(({ id }) => before === "newest" || id < before);
    // Other things happen while the response is on its way.
    const answer = structuredClone(older.slice(-most));
    await during();
    return { messages: answer, isOldest: older.length <= most };
  };
  const parts = { cache: store.cache, keeper: store.keeper, at: () => store.at, fetchBefore };
  const change = async () => {
    const known = seen();
    const target = known[some(known.length)];
    const what = random();
    const channel = CHANNELS[some(3)] ?? 1;
    if (what < 0.5 || target === undefined) {
      if (!joined.has(channel)) return;
      const fresh = message(next++, channel, `topic ${some(3)}`, { content: `<p>word${some(4)}</p>` });
      truth.put([fresh]);
      return store.happen(sent(fresh));
    }
    const { id } = target;
    const update = { type: "update_message", message_id: id, message_ids: [id], flags: [], edit_timestamp: 1 };
    if (what < 0.6) return happen({ type: "delete_message", message_ids: [id] });
    if (what < 0.7)
      return happen({
        ...update,
        rendering_only: false,
        stream_id: channel,
        rendered_content: `<p>word${some(4)}</p>`,
      });
    if (what < 0.8) return happen({ type: "update_message_flags", op: "add", flag: "starred", messages: [id] });
    if (what < 0.9) {
      // The user was removed from a private channel, or it was made private or deleted.
      joined.delete(channel);
      const gone = seen().filter((one) => one.type === "stream" && one.stream_id === channel);
      truth.apply({ type: "delete_message", message_ids: gone.map((one) => one.id) } as unknown as AnyEvent);
      return store.happen(
        random() < 0.5
          ? { type: "subscription", op: "remove", subscriptions: [{ stream_id: channel, name: "x" }] }
          : { type: "stream", op: "delete", stream_ids: [channel], streams: [{ stream_id: channel }] },
      );
    }
    joined.add(channel);
  };
  for (let step = 0; step < 60; step++) {
    const what = random();
    if (what < 0.6) await change();
    else if (what < 0.75) {
      during = random() < 0.5 ? change : async () => {};
      await fillHistory(parts, { most: 30, page: 5 + some(10) });
    } else if (what < 0.85) await store.keeper.follow();
    else if (what < 0.92) {
      // The browser needs some of the space, or deletes everything.
      if (random() < 0.5) await trim(store.cache, { messages: 10, bytes: 1_000 }, async () => 100);
      else for (const name of ["messages", "spans"] as const) await cleared(store, name);
    } else if (what < 0.95) {
      store.last += 1_000;
      await store.log.begin({ queue_id: "q", last_event_id: store.last } as unknown as State);
    }
  }
  await store.follow();
  for (const row of await store.cache.getAll("messages")) expect(row.message).toEqual(truth.get(row.id));
  const found = idsOf(
    await search.find(
      [{ operator: "search", operand: "word1" }],
      { anchor: "newest", before: 1_000, after: 0 },
      store.at,
    ),
  );
  const stored = new Set((await store.cache.getAll("messages")).map(({ id }) => id));
  const wanted = seen().filter(({ id, content }) => stored.has(id) && content.includes("word1"));
  expect(found).toEqual(idsOf(wanted));
  // After filling it again, nothing is missing.
  during = async () => {};
  while (await fillHistory(parts, { most: 1_000, page: 50 }));
  expect((await store.cache.getAll("messages")).map(({ id }) => id)).toEqual(idsOf(seen()));
});

async function cleared(store: Store, name: "messages" | "spans"): Promise<void> {
  const { store: rows, done } = store.cache.transaction(name, "readwrite");
  await rows.clear();
  await done;
}
