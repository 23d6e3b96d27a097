import { expect, test } from "vitest";
import type { State } from "../../../src/web/model/state.ts";
import { Upkeep } from "../../../src/web/store/eviction.ts";
import type { PageChange } from "../../../src/web/wire/page.ts";
import { VirtualClock } from "../support/virtual-clock.ts";
import { message, Store, sent } from "./store.ts";

test("stored messages are updated soon after events, and the state is saved after many events or on leaving the page", async () => {
  const store = await Store.open();
  const clock = new VirtualClock();
  let tell: (change: PageChange) => void = () => {};
  const state = { queue_id: "q", name: "" };
  const saves: string[] = [];
  let written = Promise.resolve();
  let followed = Promise.resolve(false);
  const ended = new AbortController();
  const upkeep = new Upkeep(
    {
      cache: store.cache,
      log: {
        save: (saved, at) => {
          saves.push(state.name);
          written = store.log.save(saved, at);
          return written;
        },
      },
      keeper: {
        follow: () => {
          followed = store.keeper.follow();
          return followed;
        },
      },
      clock,
      page: {
        visible: () => true,
        online: () => true,
        on: (_, run) => {
          tell = run;
          return () => {};
        },
      },
      fill: async () => false,
      present: () => ({ state: state as unknown as State, at: store.at }),
    },
    ended.signal,
  );
  await followed;
  await store.happen(sent(message(1, 1, "a")));
  state.name = "one";
  upkeep.heard(1);
  await clock.pass(1_000);
  await followed;
  expect([(await store.kept.get([1])).length, saves]).toEqual([1, []]);
  await clock.pass(60_000);
  expect(saves).toEqual(["one"]);
  state.name = "many";
  upkeep.heard(300);
  await clock.pass(6_000);
  expect(saves).toEqual(["one", "many"]);
  state.name = "hidden";
  tell("hidden");
  expect(saves).toEqual(["one", "many"]);
  upkeep.heard(1);
  tell("hidden");
  expect(saves).toEqual(["one", "many", "hidden"]);
  await written;
  expect((await store.log.read())?.state).toMatchObject({ name: "hidden" });
  state.name = "not leading";
  upkeep.heard(1);
  ended.abort();
  await clock.pass(100_000);
  expect(saves).toEqual(["one", "many", "hidden"]);
});
