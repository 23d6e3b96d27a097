import "../support/indexed-db.ts";
import { expect, test } from "vitest";
import { Journal } from "../../../src/web/store/journal.ts";
import { keptOutbox, openOwn } from "../../../src/web/store/own.ts";
import { webStorage } from "../support/web-storage.ts";

test("the messages that wait are those of the account, and it stays known up to which one was sent", async () => {
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
