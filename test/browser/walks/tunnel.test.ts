import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Person } from "../../process/support/person.ts";
import { until } from "../../support/until.ts";
import { test } from "../support/browser-test.ts";
import { contentsOf } from "../support/messages.ts";

const HOUR_MS = 3_600_000;

for (const { long, aheadMs, tags } of [
  { long: "an hour, after which the events are still there", aheadMs: HOUR_MS, tags: "nightly" },
  { long: "eight days, after which the server has forgotten the browser", aheadMs: 192 * HOUR_MS, tags: [] },
]) {
  test(`a user who was offline for ${long} sees every change, and all actions taken offline are carried out`, {
    tags,
  }, async ({ owner, open }) => {
    const [iris, omar] = [await owner.invite("Iris"), await owner.invite("Omar")];
    const crane = await owner.channel("crane", [iris, omar, owner]);
    const office = await owner.channel("office", [iris, omar, owner]);
    const say = async (topic: string, content: string, to = crane) =>
      (await omar.ok(omar.post("/messages", { type: "channel", to, topic, content }))).id;
    const many = async (count: number, send: (number: number) => Promise<unknown>) => {
      for (let number = 1; number <= count; number++) await send(number);
    };
    await many(6, (number) => say("brakes", `brakes ${number}`));
    await many(6, (number) => say("grease", `grease ${number}`));
    const lunch: number[] = [];
    await many(6, async (number) => lunch.push(await say("lunch", `lunch ${number}`)));
    await many(3, (number) => say("chores", `chore ${number}`));
    await many(3, (number) => say("paint", `paint ${number}`));
    await many(3, (number) => say("rest", `rest ${number}`));

    const at = (topic: string, channel = crane) => `#narrow/channel/${channel}-crane/topic/${topic}`;
    const visit = await open(iris, { at: at("brakes") });
    visit.expects(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|400 \(Bad Request\)/);
    const { page, context } = visit;
    const feed = page.getByRole("feed", { name: "Messages" });
    const text = page.getByRole("textbox", { name: /^Message/ });
    const go = (hash: string) =>
      page.evaluate((to) => {
        location.hash = to;
      }, hash);
    const names = async () => (await unreadOf(iris)).map(([name]) => name);
    for (const topic of ["brakes", "grease", "lunch"]) {
      await go(at(topic));
      await feed.getByText(`${topic} 6`).waitFor();
      // Messages count as read only after a moment.
      await expect.poll(names).not.toContain(topic);
    }
    await text.fill("begun above");
    await expect.poll(names).toEqual(["chores", "paint", "rest"]);

    await context.setOffline(true);
    await page.getByText(/^You.re offline/).waitFor();
    const numbered = (count: number, about: string, to: number | number[], topic?: string) =>
      Array.from({ length: count }, (_, index) => ({ sender: omar.id, to, topic, content: `${about} ${index + 1}` }));
    const messages = [
      ...numbered(140, "new brakes", crane, "brakes"),
      ...numbered(100, "news", crane, "news"),
      ...numbered(60, "direct", [iris.id]),
    ];
    await owner.ok(owner.post("/testing/messages", { messages }));
    await omar.ok(omar.patch(`/messages/${lunch[1]}`, { content: "lunch is late" }));
    await owner.ok(owner.delete(`/messages/${lunch[2]}`));
    await owner.ok(owner.patch(`/messages/${lunch[3]}`, { topic: "dinner", propagate_mode: "change_one" }));
    const grease = await owner.ok(owner.get("/messages", aroundNewest([["topic", "grease"]])));
    await owner.ok(
      owner.patch(`/messages/${grease.messages[0].id}`, {
        stream_id: office,
        topic: "oil",
        propagate_mode: "change_all",
      }),
    );
    await owner.ok(owner.patch(`/streams/${crane}`, { new_name: "cranes" }));
    const { stream_id, topic } = { stream_id: crane, topic: "paint" };
    await iris.ok(
      iris.post("/messages/flags/narrow", {
        ...{ anchor: "newest", num_before: 100, num_after: 0, op: "add", flag: "read" },
        narrow: [
          ["channel", stream_id],
          ["topic", topic],
        ],
      }),
    );
    await owner.ok(owner.post("/testing/clock", { advance_ms: aheadMs }));

    // The client doesn't know it yet: viewed messages stay readable, and actions are kept.
    await page.getByText(/^You.re offline/).waitFor();
    expect(await text.inputValue()).toBe("begun above");
    await text.fill("begun below");
    await go(at("brakes"));
    await feed.getByText("brakes 6").waitFor();
    const written = [1, 2, 3, 4, 5].map((number) => `from the tunnel ${number}`);
    for (const content of written) {
      await text.fill(content);
      await text.press("Control+Enter");
    }
    await go(at("grease"));
    await feed.getByText("grease 1").waitFor();
    await go("#inbox");
    const main = page.getByRole("main");
    await main.getByRole("link", { name: /^chores/ }).hover();
    await main.getByRole("link", { name: /^chores/ }).focus();
    await page.keyboard.press("e");
    await main.getByRole("link", { name: /^chores/ }).waitFor({ state: "detached" });

    await context.setOffline(false);
    await expect.poll(async () => (await contentsOf(iris, ["topic", "brakes"])).slice(-5)).toEqual(written);
    await expect
      .poll(() => unreadOf(iris))
      .toEqual([
        ["brakes", 140],
        // The notices about where the messages came from.
        ["dinner", 1],
        ["news", 100],
        ["oil", 1],
        ["rest", 3],
      ]);

    // The state a new login shows.
    const fresh = (await open(iris, { at: "#inbox" })).page;
    const rows = (tab: Page) => tab.getByRole("main").getByRole("link").allInnerTexts();
    await until(async () => expect(await rows(page)).toEqual(await rows(fresh)));
    for (const hash of [at("lunch"), at("dinner"), at("oil", office), at("brakes"), `#narrow/dm/${omar.id}`]) {
      const newest = async (tab: Page) => {
        await tab.evaluate((to) => {
          location.hash = to;
        }, hash);
        const articles = tab.getByRole("feed", { name: "Messages" }).getByRole("article");
        await articles.first().waitFor();
        return async () => {
          await tab.keyboard.press("End");
          const texts = await articles.locator(".message-text").allInnerTexts();
          return [await tab.getByRole("heading", { level: 1 }).innerText(), ...texts.slice(-8)];
        };
      };
      const [there, here] = [await newest(fresh), await newest(page)];
      const areEqual = async () => expect(await here(), hash).toEqual(await there());
      await until(areEqual);
    }
    await expect.poll(() => page.locator(".message-pending").count()).toBe(0);
    await go("#drafts");
    const draft = main.getByRole("listitem").locator(".written-source");
    await expect.poll(() => draft.allInnerTexts()).toEqual(["begun below"]);
  });
}

const aroundNewest = (narrow: readonly (readonly [string, string])[]) => ({
  ...{ anchor: "newest", num_before: 100, num_after: 0 },
  narrow,
});

/** The topics with unread messages, and their counts, by name. */
async function unreadOf(person: Person): Promise<readonly (readonly [string, number])[]> {
  const { unread_msgs } = await person.ok(
    person.post("/register", { fetch_event_types: ["message", "update_message_flags"] }),
  );
  return unread_msgs.streams
    .map((one: { topic: string; unread_message_ids: number[] }) => [one.topic, one.unread_message_ids.length] as const)
    .filter(([topic]: readonly [string, number]) => topic !== "channel events")
    .sort();
}
