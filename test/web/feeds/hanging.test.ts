import { expect, test } from "vitest";
import { makeApi } from "../../../src/web/wire/call.ts";
import { VirtualClock } from "../support/virtual-clock.ts";
import { client } from "./feeds-client.ts";
import { CHANNEL, SmallServer } from "./small-server.ts";

test("a feed whose server never answers is aborted after ten seconds, and requested again", async () => {
  const clock = new VirtualClock();
  let asked = 0;
  const api = makeApi({
    clock,
    fetch: (_, init) =>
      new Promise((_, reject) => {
        asked += 1;
        init?.signal?.addEventListener("abort", () => reject(new DOMException("given up", "AbortError")));
      }),
    csrfToken: () => "",
    account: () => undefined,
    onAnswer() {},
    onLoggedOut() {},
    onEnded() {},
    onAnotherAccount() {},
  });
  const { feeds, wake } = client(Object.assign(new SmallServer(), { api }));
  const feed = feeds.at({ view: "topic", channel: CHANNEL, topic: "a" });
  void feed.open("newest");
  await clock.pass(9_999);
  expect([asked, feed.failure.value]).toEqual([1, undefined]);
  await clock.pass(1);
  expect(feed.failure.value).toBeInstanceOf(Error);
  await wake();
  expect(asked).toBe(2);
});
