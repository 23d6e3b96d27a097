import { signal } from "@preact/signals";
import { expect, test, vi } from "vitest";
import type { Client } from "../../../src/web/client/client.ts";
import { DraftSharing } from "../../../src/web/client/sending/draft-sharing.ts";
import { type DraftsBroadcast, LiveDrafts } from "../../../src/web/client/sending/drafts.ts";
import type { Conversation, Target } from "../../../src/web/model/routes/conversation.ts";
import type { Route } from "../../../src/web/model/routes/place.ts";
import { type Composition, compositionOf } from "../../../src/web/views/compose/composition.ts";
import { quoteMessage } from "../../../src/web/views/compose/quote-message.ts";
import { composeWords } from "../../../src/web/words/compose.ts";
import { until } from "../../support/until.ts";
import { message, sampleState } from "../support/sample-state.ts";
import { VirtualClock } from "../support/virtual-clock.ts";

const place = (topic: string): Route => ({ view: "topic", channel: 1, topic });
const inTopic = (topic: string): Target => ({ kind: "topic", channel: 1, topic });

/** Opens tabs of one browser, which tell each other about drafts. */
function tabs() {
  const listeners = new Map<object, (broadcast: DraftsBroadcast) => void>();
  const clock = new VirtualClock();
  const sent: (readonly [Conversation, string])[] = [];
  const toasts: Parameters<Client["toast"]>[0][] = [];
  const state = sampleState({ user_id: 9, max_file_upload_size_mib: 1 });
  const open = (more: Partial<Client> = {}) => {
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
      watch: () => state,
      connection: signal({ kind: "online" }),
      toast: (toast: (typeof toasts)[number]) => toasts.push(toast),
      outbox: { send: (to: Conversation, text: string) => sent.push([to, text]) },
      ...more,
    } as unknown as Client;
    const composition = compositionOf(client);
    const texts = () => drafts.all.value.map(({ content }) => content).sort();
    return { client, composition, drafts, texts };
  };
  return { open, clock, sent, toasts };
}

test("text edited further in another tab isn't replaced by the older text that this tab still shows", async () => {
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

test("text sent or deleted in another tab doesn't come back as a draft", async () => {
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

test("edits of one text in two tabs at once are both kept", async () => {
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

test("a quotation that loads slowly goes to the reply it was asked for, not to the conversation shown by then", async () => {
  vi.stubGlobal("location", { origin: "https://chat.example" });
  vi.stubGlobal("getSelection", () => null);
  const answer = Promise.withResolvers<unknown>();
  const { client, composition, drafts } = tabs().open({ api: { get: () => answer.promise } as never });
  composition.enter(place("lunch"));
  composition.write("Look:");
  const quoting = quoteMessage(client, message(5, { subject: "lunch" }));
  composition.enter(place("dinner"));
  composition.write("Soup");
  answer.resolve({ message: { content: "the menu" } });
  await quoting;
  expect(composition.text.value).toBe("Soup");
  composition.enter(place("lunch"));
  expect(composition.text.value).toMatch(/^Look:\n.*\n```quote\nthe menu/);
  expect(drafts.all.value).toHaveLength(2);
});

test("an upload that is tried again adds its file to the text it was for", async () => {
  vi.stubGlobal("addEventListener", () => {});
  const [first, again] = [Promise.withResolvers<never>(), Promise.withResolvers<Record<string, unknown>>()];
  const upload = vi.fn().mockReturnValueOnce(first.promise).mockReturnValueOnce(again.promise);
  const { open, toasts } = tabs();
  const { composition, texts } = open({ upload });
  composition.enter(place("lunch"));
  composition.attachments.add([new File(["soup"], "menu.txt")]);
  composition.enter(place("dinner"));
  composition.write("Soup");
  first.reject(new Error("lost"));
  await until(() => expect(toasts).toHaveLength(1));
  toasts[0]?.action?.run();
  again.resolve({ url: "/user_uploads/1/menu.txt", filename: "menu.txt" });
  await until(() => expect(texts()).toContain("[menu.txt](/user_uploads/1/menu.txt)\n"));
  expect(composition.text.value).toBe("Soup");
});

/** A file that is uploaded once `finish` is called. */
function uploading() {
  vi.stubGlobal("addEventListener", () => {});
  const answer = Promise.withResolvers<Record<string, unknown>>();
  const link = "[menu.txt](/user_uploads/1/menu.txt)";
  return {
    parts: { upload: () => answer.promise },
    files: [new File(["soup"], "menu.txt")],
    link,
    finish: async ({ attachments }: Composition) => {
      answer.resolve({ url: "/user_uploads/1/menu.txt", filename: "menu.txt" });
      await until(() => expect(attachments.in(link)).toMatchObject([{ done: true }]));
    },
  };
}

test.for(["lunch", "dinner"])(
  "an upload's link is added to a text edited in a tab that dropped its placeholder (first tab at %s)",
  async (topic) => {
    const { parts, files, link, finish } = uploading();
    const { open } = tabs();
    const [one, two] = [open(parts), open()];
    one.composition.enter(place("lunch"));
    one.composition.attachments.add(files);
    one.composition.keep();
    one.composition.enter(place(topic));
    two.composition.enter(place("lunch"));
    two.composition.write("Soup");
    two.composition.keep();
    await finish(one.composition);
    one.composition.keep();
    expect(two.texts()).toEqual([`Soup\n${link}\n`]);
  },
);

test("an upload that outlasts the saving of its draft leaves a single draft, with its link", async () => {
  const { parts, files, link, finish } = uploading();
  const { composition, texts } = tabs().open(parts);
  composition.enter(place("lunch"));
  composition.attachments.add(files);
  composition.keep();
  await finish(composition);
  composition.keep();
  expect(texts()).toEqual([`${link}\n`]);
});

test("an upload's link isn't added to a text whose placeholder was deleted here", async () => {
  const { parts, files, finish } = uploading();
  const { composition, texts } = tabs().open(parts);
  composition.enter(place("lunch"));
  composition.attachments.add(files);
  composition.write("Soup");
  await finish(composition);
  composition.keep();
  expect(texts()).toEqual(["Soup"]);
});

test("a draft is opened without the placeholder, in any language, of an upload that never finished", () => {
  vi.stubGlobal("addEventListener", () => {});
  const { composition, drafts, texts } = tabs().open({ upload: () => new Promise(() => {}) });
  const said = [composeWords().uploading("old.txt"), "old.txt wird hochgeladen …"];
  drafts.save(undefined, inTopic("lunch"), `Soup\n${said.map((text) => `[${text}]()\n`).join("")}[or]()`);
  composition.enter(place("lunch"));
  expect(composition.text.value).toBe("Soup\n[or]()");
  composition.attachments.add([new File(["soup"], "menu.txt")]);
  const text = composition.text.value;
  expect(text).toContain(composeWords().uploading("menu.txt"));
  composition.enter(place("dinner"));
  expect(texts()).toEqual([text]);
  composition.enter(place("lunch"));
  expect(composition.text.value).toBe(text);
});

test("the draft for one person stays with them when a second one is added, unless it was changed", () => {
  const { composition, drafts } = tabs().open();
  const to = (...users: number[]): Target => ({ kind: "direct", users });
  const [anna, both, three] = [to(2), to(2, 3), to(2, 3, 4)];
  drafts.save(undefined, anna, "Just between us");
  composition.enter({ view: "inbox" });
  composition.startDirect();
  composition.retarget(anna);
  expect(composition.text.value).toBe("Just between us");
  composition.retarget(both);
  expect(composition.text.value).toBe("");
  expect(drafts.all.value).toMatchObject([{ target: anna, content: "Just between us" }]);
  composition.retarget(anna);
  composition.write("For all");
  composition.keep();
  composition.retarget(both);
  composition.retarget(three);
  expect(drafts.all.value).toMatchObject([{ target: three, content: "For all" }]);
});

test("the fields for the target are open in a channel, and closed in its unnamed topic", () => {
  const { composition } = tabs().open();
  const isOpen = (place: Route) => {
    composition.enter(place);
    return composition.changesTarget.value;
  };
  const views: readonly Route[] = [{ view: "topics", channel: 1 }, place(""), { view: "topics", channel: 1 }];
  expect(views.map(isOpen)).toEqual([true, false, true]);
  composition.enter(place(""));
  composition.changeTarget();
  expect(isOpen({ ...place(""), near: 5 } as Route)).toBe(true);
});
