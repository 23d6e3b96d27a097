import "../support/indexed-db.ts";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { apply } from "../../../src/web/model/apply.ts";
import type { AnyEvent, ServerEvent } from "../../../src/web/model/event.ts";
import type { State } from "../../../src/web/model/state.ts";
import { deleteDatabases, openCache } from "../../../src/web/store/cache.ts";
import { lasting } from "../../../src/web/store/open-database.ts";
import { StoredEventLog } from "../../../src/web/store/stored-log.ts";

let opened = 0;
const newLog = async () => new StoredEventLog(await openCache(`log-${opened++}`));
const stateOf = (queue_id: string, last_event_id: number, rest: object = {}) =>
  ({ queue_id, last_event_id, ...rest }) as unknown as State;
const events = (...ids: number[]): ServerEvent[] => ids.map((id) => ({ id, type: "invites_changed" }));
const at = (queue: string, last: number) => ({ queue, last });

describe("the event log", () => {
  test("is empty before it is started", async () => {
    const log = await newLog();
    expect(await log.cursor()).toBeUndefined();
    expect(await log.read()).toBeUndefined();
    expect(await log.after(at("a", 1))).toBeUndefined();
    expect(await log.append({ after: at("a", 1), events: events(2) })).toBeUndefined();
  });

  test("returns the events after a given one, and none of another queue", async () => {
    const log = await newLog();
    await log.begin(stateOf("a", 4));
    expect(await log.append({ after: at("a", 4), events: events(5, 9) })).toEqual(at("a", 9));
    expect(await log.append({ after: at("a", 4), events: events(5, 9, 12) })).toEqual(at("a", 12));
    expect(await log.after(at("a", 5))).toEqual(events(9, 12));
    expect(await log.after(at("a", 20))).toEqual([]);
    expect(await log.after(at("a", 3))).toBeUndefined();
    expect(await log.after(at("b", 5))).toBeUndefined();
  });

  test("rejects a batch that does not continue the log, and returns the log's end", async () => {
    const log = await newLog();
    await log.begin(stateOf("a", 4));
    expect(await log.append({ after: at("a", 6), events: events(7) })).toEqual(at("a", 4));
    expect(await log.append({ after: at("b", 4), events: events(7) })).toEqual(at("a", 4));
    expect(await log.after(at("a", 4))).toEqual([]);
  });

  test("is read with the last saved state", async () => {
    const log = await newLog();
    const names = ["x"];
    const state = stateOf("a", 4, { names });
    await log.begin(state);
    await log.append({ after: at("a", 4), events: events(5, 6) });
    names.push("y");
    const saved = log.save(state, at("a", 5));
    names.push("z");
    await saved;
    const kept = await log.read();
    expect(kept).toMatchObject({ at: at("a", 5), state: { names: ["x", "y"] }, since: events(6) });
  });

  test("copies users and channels again only when they have changed", async () => {
    const log = await newLog();
    const ada = { user_id: 7, full_name: "Ada" };
    const lists = { realm_non_active_users: [], cross_realm_bots: [], subscriptions: [{ stream_id: 1, name: "quay" }] };
    const state = stateOf("a", 4, { realm_users: [ada], ...lists, names: ["x"] });
    await log.begin(state);
    expect((await log.read())?.state).toEqual(state);
    ada.full_name = "not told of";
    await log.save(state, at("a", 4));
    expect((await log.read())?.state.realm_users).toEqual([{ user_id: 7, full_name: "Ada" }]);
    apply(state, { type: "realm_user", op: "update", person: { user_id: 7, full_name: "Ada Lovelace" } } as AnyEvent);
    await log.save(state, at("a", 4));
    expect((await log.read())?.state).toEqual(state);
    const next = stateOf("b", 0, { realm_users: [], ...lists });
    await log.begin(next);
    await log.save(next, at("b", 0));
    expect((await log.read())?.state).toEqual(next);
  });

  test("saves no state of an expired queue", async () => {
    const log = await newLog();
    await log.begin(stateOf("a", 4, { is: "old" }));
    await log.begin(stateOf("b", 0, { is: "new" }));
    await log.save(stateOf("a", 4, { is: "old" }), at("a", 9));
    expect(await log.read()).toMatchObject({ at: at("b", 0), state: { is: "new" } });
  });

  test("saves no state that is older than its first event", async () => {
    const log = await newLog();
    const state = stateOf("a", 0, { is: "new" });
    await log.begin(state);
    const many = events(...Array.from({ length: 3_000 }, (_, i) => i + 1));
    await log.append({ after: at("a", 0), events: many });
    await log.save(state, at("a", 3_000));
    await log.save(stateOf("a", 0, { is: "old" }), at("a", 900));
    expect(await log.read()).toMatchObject({ at: at("a", 3_000), state: { is: "new" } });
  });

  test("starts over if a tab of another version deleted it", async () => {
    const log = await newLog();
    await log.begin(stateOf("a", 4));
    await deleteDatabases((name) => name.endsWith(`log-${opened - 1}`));
    await expect.poll(() => log.cursor().catch(() => "closed")).toBeUndefined();
    await log.begin(stateOf("b", 0));
    expect(await log.cursor()).toEqual(at("b", 0));
  });

  test("continues in memory if the disk is full at registration, until another tab stores a registration", async () => {
    const cache = await openCache(`log-${opened++}`);
    const [log, other] = [new StoredEventLog(cache), new StoredEventLog(cache)];
    await log.begin(stateOf("a", 4));
    const { put } = IDBObjectStore.prototype;
    const full = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementationOnce(function (
      this: IDBObjectStore,
      ...given
    ) {
      queueMicrotask(() => this.transaction.abort());
      return put.apply(this, given);
    });
    onTestFinished(() => full.mockRestore());
    await log.begin(stateOf("b", 0));
    expect(await log.append({ after: at("b", 0), events: events(1, 2) })).toEqual(at("b", 2));
    expect([await log.cursor(), await log.after(at("b", 2))]).toEqual([at("b", 2), []]);
    expect([await other.cursor(), await other.read()]).toEqual([undefined, undefined]);
    await other.begin(stateOf("c", 7));
    expect([await log.cursor(), await log.after(at("b", 2))]).toEqual([at("c", 7), undefined]);
  });

  test("keeps its newest two thousand events, and all that the saved state does not include", async () => {
    const log = await newLog();
    const state = stateOf("a", 0);
    await log.begin(state);
    const many = events(...Array.from({ length: 3_000 }, (_, i) => i + 1));
    await log.append({ after: at("a", 0), events: many });
    await log.save(state, at("a", 500));
    expect(await log.after(at("a", 499))).toBeUndefined();
    expect(await log.after(at("a", 500))).toHaveLength(2_500);
    await log.save(state, at("a", 3_000));
    expect(await log.after(at("a", 999))).toBeUndefined();
    expect(await log.after(at("a", 1_000))).toHaveLength(2_000);
    expect(await log.cursor()).toEqual(at("a", 3_000));
  });
});

test("a database closed by the browser is reopened, and retried later if that fails", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  let opens = 0;
  let close = () => {};
  const database = await lasting(async (onClosed) => {
    close = onClosed;
    opens += 1;
    if (opens === 2 || opens === 3) throw new Error("the connection is lost");
    return { name: `opened ${opens}` } as never;
  });
  expect(database.name).toBe("opened 1");
  close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(database.name).toBe("opened 4");
});
