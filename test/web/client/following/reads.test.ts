import { expect, test } from "vitest";
import { LiveReads } from "../../../../src/web/client/following/reads.ts";
import { type Api, type Fields, Refused, Unreachable } from "../../../../src/web/wire/api.ts";
import { seeded } from "../../support/random.ts";
import { VirtualClock } from "../../support/virtual-clock.ts";
import { webStorage } from "../../support/web-storage.ts";

function world() {
  const clock = new VirtualClock();
  const storage = webStorage();
  const random = seeded(1);
  const network: { fails: Error | undefined } = { fails: undefined };
  const told: number[] = [];
  const post = async (_: string, fields: Fields = {}) => {
    if (network.fails !== undefined) throw network.fails;
    told.push(...(fields["messages"] as number[]));
  };
  const open = (account = 9) => {
    const shown: number[] = [];
    const reads = new LiveReads({
      api: { post: post as Api["post"] },
      ...{ storage, clock, random, page: { visible: () => true, online: () => true, on: () => () => {} } },
      account: () => account,
    });
    reads.begin((ids) => shown.push(...ids));
    return { reads, shown };
  };
  return { clock, storage, network, told, open };
}

test("what was read without a network is told when it is back, also by another page, and shown as read until then", async () => {
  const { clock, storage, network, told, open } = world();
  network.fails = new Unreachable("offline");
  const first = open();
  void first.reads.markRead([1, 2, 3]);
  await clock.pass(1_000);
  first.reads.renew();
  expect(first.shown).toEqual([1, 2, 3]);
  first.reads.unmarkRead([2]);
  const next = open();
  expect(next.shown).toEqual([1, 3]);
  network.fails = undefined;
  await clock.pass(60_000);
  expect(new Set(told)).toEqual(new Set([1, 3]));
  expect(Object.keys(storage)).toEqual([]);
});

test("what the server refuses is not told again, and what somebody else has read is nobody's business", async () => {
  const { clock, storage, network, told, open } = world();
  network.fails = new Refused(400, { code: "BAD_REQUEST", msg: "No." });
  await expect(open().reads.markRead([1])).rejects.toThrow("No.");
  network.fails = new Unreachable("offline");
  void open().reads.markRead([2]);
  await clock.pass(100);
  expect(open(8).shown).toEqual([]);
  expect(Object.keys(storage)).toEqual([]);
  expect(told).toEqual([]);
});
