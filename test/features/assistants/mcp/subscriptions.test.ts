import * as schemas from "@modelcontextprotocol/core";
import { expect, onTestFinished, test, vi } from "vitest";
import { listenTo } from "../../../../src/features/assistants/mcp/subscriptions.ts";
import type { Caller } from "../../../../src/features/assistants/tools/caller.ts";
import { milliseconds } from "../../../../src/util/time.ts";
import { consent, ledBack } from "../../../support/assistants.ts";
import { makeChannel } from "../../../support/channels.ts";
import type { Json } from "../../../support/json.ts";
import { visitPage } from "../../../support/mail.ts";
import { sendDirect, sendToChannel } from "../../../support/messages.ts";
import { waitingPolls, withConfig } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import { until } from "../../../support/until.ts";
import { assistantFor, type Stream } from "./listening.ts";

test("[security 25.11] a stream announces only conversations that its assistant can read", async () => {
  const { iris, noah, mia } = await realm();
  const design = await makeChannel(iris, "design", [iris, noah]);
  const kept = await makeChannel(iris, "kept", [iris, noah]);
  const secret = await makeChannel(iris, "secret", [iris], { invite_only: true });
  const elsewhere = await makeChannel(iris, "elsewhere", [iris]);
  const { listen, send } = await assistantFor(noah, { excluded: [kept] });
  expect((await send("server/discover")).body.result.capabilities.resources).toEqual({ subscribe: true });
  const [channel, topic] = [`parley://channel/${design}`, `parley://channel/${design}/topic/The%20logo`];
  const direct = `parley://dm/${iris.id}`;
  const others = [kept, secret, elsewhere, 99_999].map((id) => `parley://channel/${id}`);
  const odd = [
    "parley://me/all",
    "parley://message/99999999",
    `parley://dm/99999`,
    "parley://dm/x",
    `${channel}/topic/%`,
    "https://x.example/",
  ];
  const stream = await listen(channel, ...others, topic, ...odd, direct, channel);
  expect(await stream.acknowledged()).toEqual({ resourceSubscriptions: [channel, topic, direct] });

  const sent = await sendToChannel(iris, design, "the LOGO", "one");
  await stream.tells(channel, topic);
  await sendToChannel(iris, design, "other", "two");
  await stream.tells(channel);
  await sendToChannel(iris, kept, "the logo", "three");
  await sendDirect(mia, [noah], "four");
  const told = await sendDirect(iris, [noah], "five");
  await stream.tells(direct);
  await iris.ok(iris.patch(`/messages/${told}`, { content: "six" }));
  await stream.tells(direct);
  await iris.ok(iris.patch(`/messages/${sent}`, { topic: "other" }));
  await stream.tells(channel, topic);
  await iris.ok(iris.delete(`/messages/${sent}`));
  await stream.tells(channel);
  const [acknowledged, first] = stream.messages;
  schemas.SubscriptionsAcknowledgedNotificationSchema.parse(acknowledged);
  schemas.ResourceUpdatedNotificationSchema.parse(first);
  await stream.close();
});

/** Stops the timers until the test ends. Returns a function by which time passes for them. */
function timersPass(): (ms: number) => Promise<unknown> {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  return (ms) => vi.advanceTimersByTimeAsync(ms);
}

test("a stream announces a conversation at most once in two seconds", async () => {
  const caller: Caller = {
    ...{ user_id: 1, full_name: "", is_bot: false, timezone: "", organization: "", url: "", scopes: ["read"] },
    async call(route) {
      const answers: Record<string, object> = {
        "POST /assistants/streams": { readable: [true] },
        "POST /register": { queue_id: "q", last_event_id: 0 },
        "GET /events": {
          events: [{ id: 1, type: "message", message: { display_recipient: "c", stream_id: 7, subject: "t" } }],
        },
      };
      return Response.json(answers[route] ?? {});
    },
    refused: (answer) => answer,
  };
  const { tell } = await listenTo(caller, ["parley://channel/7"], () => {});
  const over = new AbortController();
  const pass = timersPass();
  let announced = 0;
  const told = tell(() => {
    announced += 1;
  }, over.signal);
  await pass(0);
  for (const number of [1, 2]) {
    expect(announced).toBe(number);
    await pass(1999);
    expect(announced).toBe(number);
    await pass(1);
  }
  expect(announced).toBe(3);
  over.abort();
  await told;
});

test("a stream polls at most once in two seconds, and checks rights only if something watched has changed", async () => {
  const asked: string[] = [];
  const polls = () => asked.filter((route) => route === "GET /events");
  const events = (): Json[] => {
    const other = { type: "message", message: { display_recipient: "c", stream_id: 8, subject: "t" } };
    const edit = { type: "update_message", message_id: 5, rendering_only: false };
    const watched = { ...other, message: { ...other.message, stream_id: 7 } };
    return [polls().length < 3 ? other : watched, edit].map((event, id) => ({ ...event, id }));
  };
  const caller: Caller = {
    ...{ user_id: 1, full_name: "", is_bot: false, timezone: "", organization: "", url: "", scopes: ["read"] },
    async call(route) {
      asked.push(route);
      const answers: Record<string, object> = {
        "POST /assistants/streams": { readable: [true] },
        "POST /register": { queue_id: "q", last_event_id: 0 },
        "GET /events": { events: events() },
      };
      return Response.json(answers[route] ?? {});
    },
    refused: (answer) => answer,
  };
  const { tell } = await listenTo(caller, ["parley://channel/7"], () => {});
  const over = new AbortController();
  const pass = timersPass();
  const told = tell(() => over.abort(), over.signal);
  await pass(0);
  for (const number of [1, 2]) {
    await pass(1999);
    expect(polls()).toHaveLength(number);
    await pass(1);
  }
  await told;
  expect(asked).toEqual([
    ...["POST /register", "POST /assistants/streams"],
    ...["GET /events", "GET /events", "GET /events", "POST /assistants/streams"],
  ]);
});

test("a grant has two streams of at most twenty conversations each, and a third one closes the oldest", async () => {
  const { iris, noah, mia } = await realm();
  const ids = await Promise.all(Array.from({ length: 21 }, (_, at) => makeChannel(iris, `channel${at}`, [noah, mia])));
  const uris = ids.map((id) => `parley://channel/${id}`);
  const { listen, refusal } = await assistantFor(noah);
  const first = await listen(...uris);
  expect(await first.acknowledged()).toEqual({ resourceSubscriptions: uris.slice(0, 20) });
  const [last = ""] = uris.slice(20);
  const [second, empty] = [await listen(last), await listen()];
  expect(await empty.acknowledged()).toEqual({});
  expect(await refusal("parley://me/unread")).toMatchObject({ code: -32602 });
  const hers = await (await assistantFor(mia)).listen(last);
  const third = await listen(last);
  await first.ended;
  expect(first.messages.at(-1).result.resultType).toBe("complete");
  await sendToChannel(iris, ids[20] ?? 0, "t", "for all that are open");
  for (const stream of [second, third, hers]) await stream.tells(last);
  expect(first.updated).toEqual([]);
  for (const stream of [second, third, hers, empty]) await stream.close();
});

test.each([
  ["the grant", false],
  ["one of the grant's refresh tokens", true],
])("[security 25.11] a stream and a waiting call end with %s, even during a long poll", async (_, hasAnother) => {
  const { host, iris, noah } = await realm();
  const channel = await makeChannel(iris, "design", [iris, noah]);
  await withConfig(noah, { heartbeatMs: milliseconds(3_600_000) }, async () => {
    const { listen, send, refresh, browser, client } = await assistantFor(noah);
    if (hasAnother) await client.exchange(ledBack(await consent(browser, client))["code"] ?? "");
    const stream = await listen(`parley://channel/${channel}`);
    const waiting = send("tools/call", {
      name: "await_reply",
      arguments: { conversation: "#design", seconds: 50 },
    });
    await until(async () => expect(await waitingPolls(noah)).toBe(2));
    await visitPage(host, "/oauth/revoke", { token: refresh });
    await stream.ended;
    expect((await waiting).body.result?.structuredContent?.state).not.toBe("timed_out");
    expect((await send("tools/list")).status).toBe(401);
  });
});

test("[security 25.11] a stream ends with the grant, or when its assistant loses access", async () => {
  const { host, iris, noah, mia } = await realm();
  const secret = await makeChannel(iris, "secret", [iris, noah], { invite_only: true });
  const open = await makeChannel(iris, "open", [iris, noah]);
  const { listen, client, refresh, browser } = await assistantFor(noah);
  const ended = async (stream: Stream) => {
    await stream.ended;
    expect(stream.messages.at(-1).result.resultType).toBe("complete");
    expect(stream.updated).toEqual([]);
  };
  const bySubscription = await listen(`parley://channel/${secret}`);
  await bySubscription.acknowledged();
  await iris.ok(iris.delete("/users/me/subscriptions", { subscriptions: ["secret"], principals: [noah.id] }));
  await ended(bySubscription);

  const byConsent = await listen(`parley://channel/${open}`);
  await byConsent.acknowledged();
  await consent(browser, client, { scopes: ["read"], excluded: [open] });
  await sendToChannel(iris, open, "t", "not for the assistant");
  await ended(byConsent);

  const byGrant = await listen(`parley://dm/${iris.id}`);
  expect(await byGrant.acknowledged()).toEqual({});
  await byGrant.close();
  await consent(browser, client, { scopes: ["read", "read:direct"] });
  const byExclusion = await listen(`parley://dm/${iris.id}`);
  expect(await byExclusion.acknowledged()).toEqual({ resourceSubscriptions: [`parley://dm/${iris.id}`] });
  await noah.ok(noah.patch("/users/me/assistants/1", { excluded_users: [iris.id] }));
  await sendDirect(iris, [noah], "not for the assistant");
  await ended(byExclusion);

  const last = await listen(`parley://dm/${mia.id}`, `parley://dm/${iris.id},${mia.id}`);
  expect(await last.acknowledged()).toEqual({ resourceSubscriptions: [`parley://dm/${mia.id}`] });
  await visitPage(host, "/oauth/revoke", { token: refresh });
  await ended(last);
});
