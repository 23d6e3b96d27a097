import "../support/indexed-db.ts";
import { expect, test } from "vitest";
import { keptActs, keptOutbox, openOwn } from "../../../src/web/store/account-database.ts";
import { Journal } from "../../../src/web/store/journal.ts";
import { webStorage } from "../support/web-storage.ts";

test("an older outbox database opens with its waiting messages, and accepts changes", async () => {
  const name = "parley";
  const rows = ["outbox", "sent", "drafts"];
  await new Promise((resolve) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      for (const row of rows) request.result.createObjectStore(row, row === "outbox" ? { keyPath: "localId" } : {});
      request.transaction?.objectStore("outbox").put({ localId: "1", account: 9 });
    };
    request.onsuccess = () => resolve(request.result.close());
  });
  const own = await openOwn();
  const acts = keptActs(own, new Journal(webStorage(), "acts"));
  const act = { method: "post", path: "/messages/flags", fields: {}, shows: [], undoes: [], isTried: false } as const;
  await acts.put({ ...act, id: "5", account: 9 });
  await acts.put({ ...act, id: "6", account: 8 });
  expect((await keptOutbox(own, new Journal(webStorage(), "outbox")).all(9)).map(({ localId }) => localId)).toEqual([
    "1",
  ]);
  expect((await acts.all(9)).map(({ id }) => id)).toEqual(["5"]);
  await own.delete("outbox", "1");
});

test("the outbox has only messages of its account, and keeps the number of the last one sent", async () => {
  const rows = keptOutbox(await openOwn(), new Journal(webStorage(), "outbox"));
  const row = (localId: string, account: number) => ({
    ...{ localId, account, to: { kind: "direct", users: [] } as const, content: "x" },
    ...{ writtenAt: 1, queue: "q", floor: 0 },
  });
  await rows.put(row("2", 9));
  await rows.put(row("1", 9));
  await rows.put(row("3", 8));
  expect((await rows.all(9)).map(({ localId }) => localId)).toEqual(["1", "2"]);
  await rows.sent("1", "@", 50);
  await rows.sent("2", "@", 40);
  expect([await rows.all(9), await rows.lastSent("@"), await rows.lastSent("@1")]).toEqual([[], 50, undefined]);
});
