import { signal } from "@preact/signals";
import { type ContainerNode, h, render } from "preact";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import { type Client, ClientProvider } from "../../../src/web/client/client.ts";
import type { Message } from "../../../src/web/model/message.ts";
import type { Route } from "../../../src/web/model/routes/place.ts";
import { FollowedTopic } from "../../../src/web/views/feed/followed-topic.tsx";
import { message } from "../support/sample-state.ts";

const LINK = { view: "topic", channel: 1, topic: "before", with: 5 } as const;

/** Opens a link to a topic that has a new name. The component renders no elements, so any object can be the page. */
async function open() {
  const place = signal<Route>(LINK);
  const answer = Promise.withResolvers<{ readonly message: Message }>();
  const client = {
    place,
    messages: new Map(),
    api: { get: () => answer.promise },
    go: (to: Route) => {
      place.value = to;
    },
  } as unknown as Client;
  const page: ContainerNode = {
    ...{ nodeType: 1, parentNode: null, firstChild: null, childNodes: [] },
    ...{
      insertBefore: (node) => node,
      appendChild: (node) => node,
      removeChild: (node) => node,
      contains: () => false,
    },
  };
  const view = h(FollowedTopic, { place: LINK, message: 5 });
  await act(() => render(h(ClientProvider, { value: client, children: view }), page));
  const arrive = () =>
    act(async () => {
      answer.resolve({ message: message(5, { stream_id: 2, subject: "after" }) });
      await answer.promise;
    });
  return { client, place, arrive };
}

test("a link to a topic's former name leads to its current one", async () => {
  const { place, arrive } = await open();
  await arrive();
  expect(place.value).toEqual({ view: "topic", channel: 2, topic: "after" });
});

test("a late response about a link's topic doesn't move a user who has opened something else", async () => {
  const { client, place, arrive } = await open();
  client.go({ view: "inbox" });
  await arrive();
  expect(place.value).toEqual({ view: "inbox" });
});
