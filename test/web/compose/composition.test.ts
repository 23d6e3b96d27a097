import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import type { Client } from "../../../src/web/client/client.ts";
import { DraftSharing } from "../../../src/web/client/sending/draft-sharing.ts";
import { type DraftsBroadcast, LiveDrafts } from "../../../src/web/client/sending/drafts.ts";
import type { Conversation, Target } from "../../../src/web/model/routes/conversation.ts";
import type { Route } from "../../../src/web/model/routes/place.ts";
import { Composition } from "../../../src/web/views/compose/composition.ts";
import { VirtualClock } from "../support/virtual-clock.ts";

const place = (topic: string): Route => ({ view: "topic", channel: 1, topic });
const inTopic = (topic: string): Target => ({ kind: "topic", channel: 1, topic });

/** Opens tabs of one browser, which tell each other about drafts. */
function tabs() {
  const listeners = new Map<object, (broadcast: DraftsBroadcast) => void>();
  const clock = new VirtualClock();
  const sent: (readonly [Conversation, string])[] = [];
  const open = () => {
    const key = {};
    const drafts = new LiveDrafts({
      rows: { all: async () => [], put: async () => {}, remove: async () => {}, change: async () => {} },
      api: {} as never,
      channel: {
        post: (broadcast) => {
          for (const [one, listener] of listeners) if (one !== key) listener(broadcast);
        },
        listen: (listener) => {
          listeners.set(key, listener);
          return () => listeners.delete(key);
        },
      },
      clock,
      page: { visible: () => true, online: () => true, on: () => () => {} },
      random: Math.random,
      account: () => 9,
      loadSharing: async () => DraftSharing,
      shared: () => undefined,
    });
    const client = {
      drafts,
      moved: signal([]),
      watch: () => ({ user_id: 9 }),
      outbox: { send: (to: Conversation, text: string) => sent.push([to, text]) },
    } as unknown as Client;
    const composition = new Composition(client);
    const texts = () => drafts.all.value.map(({ content }) => content).sort();
    return { composition, drafts, texts };
  };
  return { open, clock, sent };
}

test("a text written on in another tab isn't replaced by the older text that this tab still shows", async () => {
  const { open, clock } = tabs();
  const [one, two] = [open(), open()];
  one.composition.enter(place("lunch"));
  one.composition.write("Soup");
  one.composition.keep();
  two.composition.enter(place("lunch"));
  expect(two.composition.text.value).toBe("Soup");
  await clock.pass(10);
  two.composition.write("Soup, and then much more");
  two.composition.keep();
  // The tab is shown or hidden.
  one.composition.keep();
  expect(two.texts()).toEqual(["Soup, and then much more"]);
  expect(one.composition.text.value).toBe("Soup, and then much more");
});

test("a text sent or deleted in another tab doesn't come back as a draft", async () => {
  const { open, sent } = tabs();
  const [one, two] = [open(), open()];
  one.composition.enter(place("lunch"));
  one.composition.write("Soup");
  one.composition.keep();
  two.composition.enter(place("lunch"));
  two.composition.send();
  one.composition.keep();
  expect(sent).toHaveLength(1);
  expect([one.composition.text.value, one.texts(), two.texts()]).toEqual(["", [], []]);
});

test("texts written on in two tabs at once are both kept", async () => {
  const { open } = tabs();
  const [one, two] = [open(), open()];
  one.composition.enter(place("lunch"));
  one.composition.write("Soup");
  one.composition.keep();
  two.composition.enter(place("lunch"));
  one.composition.write("Soup with bread");
  two.composition.write("Soup with rice");
  one.composition.keep();
  two.composition.keep();
  one.composition.keep();
  expect(one.texts()).toEqual(["Soup with bread", "Soup with rice"]);
  expect([one, two].map(({ composition }) => composition.text.value)).toEqual(["Soup with bread", "Soup with rice"]);
});

test("a draft follows its text to another target", () => {
  const { open } = tabs();
  const one = open();
  one.composition.enter(place("lunch"));
  one.composition.write("Soup");
  one.composition.keep();
  one.composition.retarget(inTopic("dinner"));
  expect(one.drafts.all.value).toMatchObject([{ target: inTopic("dinner"), content: "Soup" }]);
});
