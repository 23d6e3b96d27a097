import { effect, signal } from "@preact/signals";
import { expect, test } from "vitest";
import { Feeds } from "../../../../src/web/client/feeds/feeds.ts";
import { TopicMoves } from "../../../../src/web/client/history.ts";
import { LiveClient } from "../../../../src/web/client/live-client.ts";
import { LiveState } from "../../../../src/web/client/live-state.ts";
import { Messages } from "../../../../src/web/model/messages/messages.ts";
import { wantNewest } from "../../../../src/web/views/inbox/newest-messages.ts";
import { SmallServer, settled } from "../../feeds/small-server.ts";
import { sampleState } from "../../support/sample-state.ts";

type Parts = ConstructorParameters<typeof LiveClient>[0];

/** A server with the message 1, and a client that doesn't know it. */
function setUp() {
  const server = new SmallServer();
  server.send("a", "first");
  server.events.length = 0;
  const messages = new Messages();
  const live = new LiveState(sampleState());
  const feeds = new Feeds({
    api: server.api,
    messages,
    state: () => live.now,
    waitToRetry: () => new Promise(() => {}),
    onKnown: (ids) => client.refresh(ids),
  });
  const follower = { follow() {}, renew() {} };
  const parts = { api: server.api, messages, live, feeds, recent: follower, topics: follower, acts: {} };
  const client = new LiveClient({ ...parts, moves: new TopicMoves(), connection: signal() } as unknown as Parts);
  const answer = async () => {
    await settled();
    while (server.isBusy) {
      server.answer(0);
      await server.deliver(0);
    }
  };
  const want = async () => {
    wantNewest(client, 1);
    await settled();
  };
  return { server, client, answer, want };
}

const textOf = (client: LiveClient) => client.messages.get(1)?.content;

test("the newest message of a conversation is loaded again if missed events caused it to be dropped", async () => {
  const { server, client, answer, want } = setUp();
  await want();
  await answer();
  expect(textOf(client)).toBe("first");
  await want();
  expect(server.isBusy).toBe(false);
  client.renew(sampleState());
  await want();
  await answer();
  expect(textOf(client)).toBe("first");
});

test("the newest message of a conversation is shown as edited if the edit arrives during the request", async () => {
  const { server, client, answer, want } = setUp();
  await want();
  server.answer(0);
  server.edit(1, "second");
  client.applyEvents(server.events.splice(0));
  await server.deliver(0);
  await answer();
  expect(textOf(client)).toBe("second");
});

test("a visible message that no feed contains keeps its text until it is loaded again", async () => {
  const { server, client, answer, want } = setUp();
  const seen: (string | undefined)[] = [];
  const stop = effect(() => void seen.push(client.message(1)?.content));
  await want();
  await answer();
  server.edit(1, "second");
  server.events.length = 0;
  client.renew(sampleState());
  await want();
  await answer();
  expect(seen).toEqual([undefined, "first", "second"]);
  stop();
});
