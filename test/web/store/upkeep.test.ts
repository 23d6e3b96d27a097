import { expect, test } from "vitest";
import type { State } from "../../../src/web/model/state.ts";
import { Upkeep } from "../../../src/web/store/eviction.ts";
import type { PageChange } from "../../../src/web/wire/page.ts";
import { VirtualClock } from "../support/virtual-clock.ts";
import { message, Store, sent } from "./store.ts";

test("messages follow events soon, and the state is saved after many events or when the page is left", async () => {
  const store = await Store.open();
  const clock = new VirtualClock();
  let tell: (change: PageChange) => void = () => {};
  const state = { queue_id: "q", name: "" };
  const ended = new AbortController();
  const upkeep = new Upkeep(
    {
      cache: store.cache,
      log: store.log,
      keeper: store.keeper,
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
  // The database runs in its own tasks.
  const rest = () => new Promise((resolve) => setTimeout(resolve, 20));
  const saved = async () => ((await store.log.read())?.state as unknown as { name: string } | undefined)?.name;
  await rest();
  await store.happen(sent(message(1, 1, "a")));
  state.name = "one";
  upkeep.heard(1);
  await clock.pass(1_000);
  await rest();
  await expect.poll(async () => [(await store.kept.get([1])).length, await saved()]).toEqual([1, undefined]);
  await clock.pass(60_000);
  await rest();
  await expect.poll(saved).toBe("one");
  state.name = "many";
  upkeep.heard(300);
  await clock.pass(6_000);
  await rest();
  await expect.poll(saved).toBe("many");
  state.name = "hidden";
  tell("hidden");
  await rest();
  expect(await saved()).toBe("many");
  upkeep.heard(1);
  tell("hidden");
  await rest();
  await expect.poll(saved).toBe("hidden");
  state.name = "not leading";
  upkeep.heard(1);
  ended.abort();
  await clock.pass(100_000);
  await rest();
  expect(await saved()).toBe("hidden");
});
