import { expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { contentsOf, say } from "../support/messages.ts";

test("a message written offline is sent once after reconnecting, and viewed messages stay readable", async ({
  owner,
  open,
}) => {
  const omar = await owner.invite("Omar");
  const channel = await owner.channel("operations", [owner, omar]);
  await say(omar, channel, "crane", "before the tunnel");
  const visit = await open(owner, { at: `#narrow/channel/${channel}-operations/topic/crane` });
  visit.expects(/ERR_INTERNET_DISCONNECTED/);
  const { page, context } = visit;
  const feed = page.getByRole("feed", { name: "Messages" });
  await feed.getByText("before the tunnel").waitFor();
  const text = page.getByRole("textbox", { name: /^Message/ });
  // Its script loads after the first view.
  await text.waitFor();
  await context.setOffline(true);
  for (const content of ["first from the tunnel", "second from the tunnel"]) {
    await text.fill(content);
    await page.keyboard.press("Control+Enter");
    await feed.getByText(content).waitFor();
  }
  await feed.getByRole("article").filter({ hasText: "before the tunnel" }).hover();
  const star = page.getByRole("toolbar", { name: "Message actions" }).getByRole("button", { name: "Star" });
  await star.click();
  await say(omar, channel, "crane", "said meanwhile");
  await page.getByText(/^You.re offline/).waitFor();
  await feed.getByRole("article").filter({ hasText: "before the tunnel" }).hover();
  await page.getByRole("toolbar", { name: "Message actions" }).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Copy text" }).click();
  await page.getByText("Copied", { exact: true }).waitFor();
  await context.setOffline(false);
  await feed.getByText("said meanwhile").waitFor();
  await expect.poll(() => contentsOf(owner, ["is", "starred"])).toEqual(["before the tunnel"]);
  await expect
    .poll(() => contentsOf(owner, ["channel", channel], ["topic", "crane"]))
    .toEqual(["before the tunnel", "said meanwhile", "first from the tunnel", "second from the tunnel"]);
  for (const content of ["first from the tunnel", "second from the tunnel"]) {
    expect(await feed.getByText(content).count()).toBe(1);
  }
});

test("a message written offline in an unloaded conversation is shown, and sent later", async ({ owner, open }) => {
  const channel = await owner.channel("operations", [owner]);
  await say(owner, channel, "crane", "known here");
  await say(owner, channel, "hook", "unknown here");
  const visit = await open(owner, { at: `#narrow/channel/${channel}-operations/topic/crane` });
  visit.expects(/ERR_INTERNET_DISCONNECTED/);
  const { page, context } = visit;
  const feed = page.getByRole("feed", { name: "Messages" });
  await feed.getByText("known here").waitFor();
  await context.setOffline(true);
  await page.evaluate((id) => {
    location.hash = `#narrow/channel/${id}-operations/topic/hook`;
  }, channel);
  const again = page.getByRole("main").getByRole("button", { name: "Try again" }).first();
  await again.waitFor();
  await page.getByRole("textbox", { name: /^Message/ }).fill("from the tunnel");
  await page.keyboard.press("Control+Enter");
  await feed.getByText("from the tunnel").waitFor();
  await again.waitFor();
  await context.setOffline(false);
  await feed.getByText("unknown here").waitFor();
  await feed.getByRole("article", { name: /sending|waiting/i }).waitFor({ state: "detached" });
  expect(await feed.getByText("from the tunnel").count()).toBe(1);
});

test("the client opens offline with the viewed conversations", async ({ owner, open }) => {
  const channel = await owner.channel("operations", [owner]);
  await owner.ok(owner.post("/messages", { type: "channel", to: channel, topic: "crane", content: "kept here" }));
  await owner.ok(owner.post("/messages", { type: "channel", to: channel, topic: "hook", content: "a listed one" }));
  const at = `#narrow/channel/${channel}-operations/topic/crane`;
  const visit = await open(owner, { at: "#recent", worker: true });
  visit.expects(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/);
  const { page, context } = visit;
  await page.getByText("a listed one").waitFor();
  await visit.go(at);
  await page.getByText("kept here").waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  // Leaving the page stores its state at once.
  await page.goto("about:blank");
  await context.setOffline(true);
  await visit.go(at);
  await page.getByText("kept here").waitFor();
  await page.getByText(/^You.re offline/).waitFor();
  await visit.go("#recent");
  await page.getByText("a listed one").waitFor();
  await page.reload();
  await page.getByText("a listed one").waitFor();
  // Neither the search nor the topic was opened before.
  for (const hash of ["#narrow/search/LISTED", at.replace("crane", "hook")]) {
    await visit.go(hash);
    await page.getByRole("feed").getByText("a listed one").waitFor();
    await page
      .getByText(/^These are saved on this device/)
      .first()
      .waitFor();
  }
});

test("a page hidden for eight hours while the computer slept shows missed messages at once, without duplicates", async ({
  owner,
  open,
}) => {
  const omar = await owner.invite("Omar");
  const channel = await owner.channel("operations", [owner, omar]);
  await say(omar, channel, "crane", "in the evening");
  const visit = await open(owner, { at: "/help/connect" });
  visit.expects(/ERR_INTERNET_DISCONNECTED|error occurred when fetching the script/);
  const { page, context } = visit;
  await page.clock.install();
  await visit.go(`#narrow/channel/${channel}-operations/topic/crane`);
  const feed = page.getByRole("feed", { name: "Messages" });
  await feed.getByText("in the evening").waitFor();
  await say(omar, channel, "crane", "good night");
  await feed.getByText("good night").waitFor();
  const look = (state: DocumentVisibilityState) =>
    page.evaluate((now) => {
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => now });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await look("hidden");
  await context.setOffline(true);
  const night = Array.from({ length: 20 }, (_, hour) => `in the night ${hour}.`);
  for (const content of night) await say(omar, channel, "crane", content);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.clock.fastForward("08:00:00");
  await context.setOffline(false);
  await look("visible");
  await feed.getByText("in the night 19.").waitFor();
  for (const content of night) expect(await feed.getByText(content, { exact: true }).count(), content).toBe(1);
  // The same queue continues, and delivered the missed messages.
  expect(asked).not.toContain("/json/register");
  expect(asked.length).toBeLessThan(15);
});

test("one more message is refused while 1,000 messages and 1,000 changes are queued, and its text stays", {
  tags: "nightly",
}, async ({ owner, open }) => {
  const channel = await owner.channel("operations", [owner]);
  await owner.ok(owner.post("/messages", { type: "channel", to: channel, topic: "crane", content: "kept here" }));
  const { user_id: account } = await owner.ok(owner.get("/users/me"));
  const visit = await open(owner, { at: `#narrow/channel/${channel}-operations/topic/crane`, worker: true });
  visit.expects(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/);
  const { page, context } = visit;
  const feed = page.getByRole("feed", { name: "Messages" });
  await feed.getByText("kept here").waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.evaluate(
    ({ account, channel }) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("parley");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const transaction = database.transaction(["outbox", "acts"], "readwrite");
          const to = { kind: "topic", channel, topic: "hook" };
          for (let at = 1; at <= 1_000; at++) {
            const id = `${String(at).padStart(14, "0")}-00000`;
            const message = { localId: id, account, to, content: `waits ${at}`, writtenAt: at, queue: "q", floor: 0 };
            transaction.objectStore("outbox").put(message);
            const change = { id, account, method: "post", path: "/x", fields: { at }, shows: [], undoes: [] };
            transaction.objectStore("acts").put({ ...change, isTried: false });
          }
          transaction.oncomplete = () => {
            database.close();
            resolve();
          };
        };
      }),
    { account, channel },
  );
  await page.reload();
  await feed.getByText("kept here").waitFor();
  const text = page.getByRole("textbox", { name: /^Message/ });
  await text.fill("one too many");
  await page.keyboard.press("Control+Enter");
  await page.getByText(/^Too much is waiting to be sent\./).waitFor();
  await expect.poll(() => text.inputValue()).toBe("one too many");
  expect(await feed.getByText("one too many").count()).toBe(0);
  await feed.getByRole("article").filter({ hasText: "kept here" }).hover();
  await page.getByRole("toolbar", { name: "Message actions" }).getByRole("button", { name: "Star" }).click();
  await page.getByText(/^Too much is waiting for the server/).waitFor();
});

test("a server that does not respond is not treated as a missing network", async ({ owner, open }) => {
  const channel = await owner.channel("operations", [owner]);
  for (const topic of ["crane", "grease"])
    await owner.ok(owner.post("/messages", { type: "channel", to: channel, topic, content: `about ${topic}` }));
  const at = (topic: string) => `#narrow/channel/${channel}-operations/topic/${topic}`;
  const { page, context } = await open(owner, { at: at("crane") });
  const feed = page.getByRole("feed", { name: "Messages" });
  await feed.getByText("about crane").waitFor();
  // All further requests get no response.
  const silence = () => new Promise<void>(() => {});
  await context.route("**/json/**", silence);
  await page.evaluate((to) => {
    location.hash = to;
  }, at("grease"));
  const notice = page.getByRole("status").filter({ hasText: /^The server isn.t responding\. .* Last connected/ });
  await notice.waitFor();
  expect(await page.getByText(/^You.re offline/).count()).toBe(0);
  await context.unroute("**/json/**", silence);
  await feed.getByText("about grease").waitFor();
  await notice.waitFor({ state: "detached" });
});
