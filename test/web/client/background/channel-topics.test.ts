import { effect } from "@preact/signals";
import { expect, test, vi } from "vitest";
import { TopicLists } from "../../../../src/web/client/background/channel-topics.ts";
import type { AnyEvent } from "../../../../src/web/model/event.ts";
import type { ListedTopic } from "../../../../src/web/model/recent/listed-topics.ts";
import { Refused } from "../../../../src/web/wire/api.ts";

interface Asked {
  readonly path: string;
  answer(topics: readonly ListedTopic[]): void;
  fail(error: Error): void;
}

function server() {
  const asked: Asked[] = [];
  const api = {
    get: <Reply>(path: string) =>
      new Promise<Reply>((resolve, reject) => {
        asked.push({ path, answer: (topics) => resolve({ topics } as Reply), fail: reject });
      }),
  };
  const resting: (() => void)[] = [];
  const waitToRetry = () => new Promise<boolean>((resolve) => resting.push(() => resolve(false)));
  const wake = async () => {
    for (const resolve of resting.splice(0)) resolve();
    await Promise.resolve();
  };
  return { asked, wake, lists: new TopicLists(api, waitToRetry) };
}

const message = (id: number, subject: string) => ({
  type: "message",
  message: { id, type: "stream", stream_id: 5, subject },
});

test("a topic list combines the response with events that arrived during the request", async () => {
  const { asked, lists } = server();
  const loaded = lists.load(5);
  lists.follow(message(9, "new") as AnyEvent);
  asked[0]?.answer([{ name: "old", max_id: 3 }]);
  await loaded;
  expect(lists.of(5).value.topics).toEqual([
    { name: "new", max_id: 9 },
    { name: "old", max_id: 3 },
  ]);
});

test("a topic list uses the answer to its last request", async () => {
  const { asked, lists } = server();
  const loads = [lists.load(5), lists.load(5)];
  asked[1]?.answer([{ name: "second", max_id: 2 }]);
  asked[0]?.answer([{ name: "first", max_id: 1 }]);
  await Promise.all(loads);
  expect(lists.of(5).value.topics).toEqual([{ name: "second", max_id: 2 }]);
});

test("a topic list stays unchanged if reloading fails", async () => {
  const { asked, lists } = server();
  const first = lists.load(5);
  asked[0]?.answer([{ name: "a", max_id: 1 }]);
  await first;
  const second = lists.load(5);
  asked[1]?.fail(new Error("no network"));
  await second;
  expect(lists.of(5).value).toEqual({ topics: [{ name: "a", max_id: 1 }], failure: new Error("no network") });
});

test("a visible topic list is requested until the server answers", async () => {
  const { asked, wake, lists } = server();
  const stop = effect(() => void lists.of(5).value);
  void lists.load(5);
  asked[0]?.answer([{ name: "a", max_id: 1 }]);
  await expect.poll(() => lists.of(5).value.topics).toBeDefined();
  lists.renew();
  asked[1]?.fail(new Error("no network"));
  await expect.poll(() => lists.of(5).value.failure).toBeDefined();
  await wake();
  asked[2]?.answer([{ name: "b", max_id: 2 }]);
  await expect.poll(() => lists.of(5).value).toEqual({ topics: [{ name: "b", max_id: 2 }] });
  stop();
});

test("moves reload a visible topic list once after a short delay", async () => {
  vi.useFakeTimers();
  const { asked, lists } = server();
  const loaded = lists.load(5);
  asked[0]?.answer([{ name: "a", max_id: 1 }]);
  await loaded;
  const move = { type: "update_message", stream_id: 5, subject: "b" };
  lists.follow(move as AnyEvent);
  await vi.runAllTimersAsync();
  expect(asked.length).toBe(1);
  const stop = effect(() => void lists.of(5).value);
  lists.follow(move as AnyEvent);
  lists.follow(move as AnyEvent);
  await vi.runAllTimersAsync();
  expect(asked.length).toBe(2);
  stop();
  vi.useRealTimers();
});

test("a topic list that was out of sight during a move is requested again", async () => {
  const { asked, lists } = server();
  lists.ask(5);
  asked[0]?.answer([{ name: "a", max_id: 1 }]);
  await expect.poll(() => lists.of(5).value.topics).toBeDefined();
  lists.ask(5);
  expect(asked.length).toBe(1);
  lists.follow({ type: "update_message", stream_id: 5, orig_subject: "a", subject: "b" } as AnyEvent);
  lists.ask(5);
  asked[1]?.answer([{ name: "b", max_id: 1 }]);
  await expect.poll(() => lists.of(5).value.topics).toEqual([{ name: "b", max_id: 1 }]);
});

test("an outdated topic list in use is requested once more, not on each failure", async () => {
  const { asked, lists } = server();
  const loaded = lists.load(5);
  asked[0]?.answer([{ name: "a", max_id: 1 }]);
  await loaded;
  lists.follow({ type: "update_message", stream_id: 5, orig_subject: "a", subject: "b" } as AnyEvent);
  // As a view does that is drawn again after each change.
  const stop = effect(() => {
    void lists.of(5).value;
    lists.ask(5);
  });
  expect(asked.length).toBe(2);
  asked[1]?.fail(new Error("no network"));
  await expect.poll(() => lists.of(5).value.failure).toBeDefined();
  expect(asked.length).toBe(2);
  stop();
});

test("a topic list that failed to load while no one watched it is requested when it is needed again", async () => {
  const { asked, wake, lists } = server();
  lists.ask(5);
  asked[0]?.fail(new Error("no network"));
  await expect.poll(() => lists.of(5).value.failure).toBeDefined();
  lists.ask(5);
  expect(asked.length).toBe(2);
  const stop = effect(() => void lists.of(5).value);
  lists.ask(5);
  asked[1]?.fail(new Error("no network"));
  await expect.poll(() => lists.of(5).value.failure).toBeDefined();
  // Now it is requested again after a pause, not by each view.
  lists.ask(5);
  await wake();
  expect(asked.length).toBe(3);
  asked[2]?.fail(new Refused(400, { code: "BAD_REQUEST" }));
  await expect.poll(() => lists.of(5).value.failure).toBeInstanceOf(Refused);
  lists.ask(5);
  expect(asked.length).toBe(3);
  stop();
});
