import { expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { holdRequests } from "../support/hold-requests.ts";

test("a logout in one tab logs out all tabs, and deletes the browser's data", async ({ owner, open }) => {
  const channel = await owner.channel("operations", [owner]);
  const visit = await open(owner, { at: "#inbox" });
  visit.expects(/ERR_FAILED/);
  const { page } = visit;
  await page.getByRole("heading", { name: "Inbox" }).waitFor();
  const other = await visit.tab("#inbox");
  await other.getByRole("heading", { name: "Inbox" }).waitFor();
  const logOut = async () => {
    await page.getByRole("button", { name: "Your account" }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
  };
  // Deletes what only this device has, after a warning.
  await visit.go(`#narrow/channel/${channel}-operations/topic/crane`);
  await page.route("**/json/messages", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  const text = page.getByRole("textbox", { name: /^Message/ });
  await text.fill("to be sent");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("article", { name: /sending|waiting/i }).waitFor();
  await text.fill("half a tho");
  await logOut();
  const question = page.getByRole("alertdialog", { name: /^Log out/ });
  await question.getByText("1 unsent message and 1 draft are saved only on this device.").waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => text.inputValue()).toBe("half a tho");
  await logOut();
  // The other tab has an unsent text too.
  await other.goto(page.url());
  await other.getByRole("textbox", { name: /^Message/ }).fill("nobody else's business");
  await question.getByRole("button", { name: "Delete and log out" }).click();
  await page.getByRole("button", { name: "Log in" }).waitFor();
  await other.getByRole("button", { name: "Log in" }).waitFor();
  await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key !== "look"))).toEqual([]);
});

test("a page that gets the event lock only after the logout requests no events", async ({ owner, open }) => {
  const visit = await open(owner, { at: "#inbox" });
  const { page } = visit;
  await page.getByRole("heading", { name: "Inbox" }).waitFor();
  // The next page shows the stored data, and gets the lock of the leading tab when all of it is deleted.
  await page.addInitScript(() => {
    const request = navigator.locks.request.bind(navigator.locks) as (...all: unknown[]) => Promise<unknown>;
    const isWiped = new Promise<void>((resolve) => {
      const look = async () => {
        const isOver = document.documentElement?.style.visibility === "hidden";
        if (isOver && (await indexedDB.databases()).length === 0) resolve();
        else setTimeout(look, 10);
      };
      void look();
    });
    navigator.locks.request = (async (...all: unknown[]) => {
      await isWiped;
      const led = request(...all);
      // The client steals the lock from whoever doesn't answer.
      request(all[0], () => fetch("/lock-is-free")).catch(() => {});
      return led;
    }) as typeof navigator.locks.request;
  });
  await page.reload();
  await page.getByRole("heading", { name: "Inbox" }).waitFor();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const login = await holdRequests(page, "GET", "**/login/");
  await page.route(/lock-is-free|json\/register/, (route) => {
    login.release();
    return route.fulfill({ body: "" });
  });
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.getByRole("button", { name: "Log in", exact: true }).waitFor();
  expect(asked).toContain("/json/logout");
  expect(asked).not.toContain("/json/register");
});
