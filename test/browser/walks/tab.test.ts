import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { conversationFor, KeyWalk, type Stand } from "./key-walk.ts";

/**
 * Runs in the page: numbers the elements that the Tab key must reach. Of radio buttons it reaches one per group, and of
 * messages one with its contents: other keys lead to the rest.
 */
function numberControls(): number {
  const wanted = "a[href], button, input, textarea, select, summary, [tabindex]";
  const groups = new Set<string>();
  // The previous screen may still exist, hidden.
  for (const one of document.querySelectorAll<HTMLElement>("[data-stop]")) delete one.dataset["stop"];
  const all = [...document.querySelectorAll<HTMLElement>(wanted)].filter((one) => {
    const isInMessage = one.matches("article *");
    const isGone =
      isInMessage || one.tabIndex < 0 || one.matches(":disabled") || one.closest("[inert], [hidden]") !== null;
    if (isGone || !one.checkVisibility({ visibilityProperty: true })) return false;
    if (!(one instanceof HTMLInputElement) || one.type !== "radio") return true;
    if (groups.has(one.name)) return false;
    return groups.add(one.name);
  });
  for (const [at, one] of all.entries())
    one.dataset["stop"] = one instanceof HTMLInputElement ? `${at} ${one.name}` : `${at}`;
  return all.length;
}

/** Runs in the page: returns the focused element, and any problem with its focus indicator. */
function focusNow(): { stop: string; problem: string | undefined } {
  const one = document.activeElement;
  if (!(one instanceof HTMLElement) || one === document.body) return { stop: "none", problem: undefined };
  const html = one.outerHTML.slice(0, 140);
  const group = one instanceof HTMLInputElement && one.type === "radio" ? one.name : undefined;
  const first = group === undefined ? one : document.querySelector<HTMLElement>(`[data-stop$="${CSS.escape(group)}"]`);
  const stop = (first ?? one).dataset["stop"] ?? "new";
  if (!one.matches(":focus-visible")) return { stop, problem: `the focus is not seen: ${html}` };
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const [from, to] = [Math.max(0, left), Math.min(innerWidth, right)];
  const [above, below] = [Math.max(0, top), Math.min(innerHeight, bottom)];
  if (from >= to || above >= below) return { stop, problem: `it is out of sight: ${html}` };
  const hits = [0.1, 0.5, 0.9].flatMap(
    (share) => document.elementFromPoint(from + (to - from) * share, above + (below - above) * share) ?? [],
  );
  const isSeen = hits.some(
    (hit) => one.contains(hit) || hit.contains(one) || hit.closest("label")?.contains(one) === true,
  );
  const cover = hits.map((hit) => hit.outerHTML.slice(0, 80)).join(", ");
  return { stop, problem: isSeen ? undefined : `something stands above it: ${html}: ${cover}` };
}

/**
 * Cycles through the page with Tab, and back. Returns the elements it didn't reach, and those without a visible focus.
 */
async function around(page: Page): Promise<string[]> {
  const count = await page.evaluate(numberControls);
  const problems = new Set<string>();
  const reached = new Set<string>();
  // A focused message adds its own controls.
  const most = count + 40;
  for (const key of ["Tab", "Shift+Tab"]) {
    const here = new Set<string>();
    for (let step = 0; step < most && reached.size < count; step++) {
      await page.keyboard.press(key);
      const { stop, problem } = await page.evaluate(focusNow);
      if (problem !== undefined) problems.add(problem);
      if (stop === "new" || stop === "none") continue;
      if (here.has(stop)) break;
      here.add(stop);
      reached.add(stop);
    }
  }
  const missed = await page.evaluate(
    (known) =>
      [...document.querySelectorAll<HTMLElement>("[data-stop]")]
        .filter((one) => !known.includes(one.dataset["stop"] ?? ""))
        .map((one) => `not reached: ${one.outerHTML.slice(0, 140)}`),
    [...reached],
  );
  return [...problems, ...missed];
}

describe("the Tab key", () => {
  test("[accessibility 2.1.1, 2.4.3, 2.4.7, 2.4.11, 3.2.1] reaches every control on each screen, visibly, and wraps around", async ({
    owner,
    open,
  }) => {
    const { omar, quay } = await conversationFor(owner);
    await omar.ok(omar.post("/messages", { type: "channel", to: quay, topic: "new", content: "@**all** Look." }));
    await owner.ok(
      owner.post("/drafts", {
        drafts: [{ type: "stream", to: [quay], topic: "crane", content: "Not yet", timestamp: 1 }],
      }),
    );
    const { page } = await open(owner, { at: "#inbox" });
    const walk = new KeyWalk(page, { owner, omar, quay });
    const found: Record<string, string[]> = {};
    const look = async (name: string) => {
      await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
      const problems = await around(page);
      if (problems.length > 0) found[name] = problems;
    };
    for (const at of ["inbox", "topic", "channel", "combined"] satisfies Stand[]) {
      await walk.stand(at);
      await look(at);
    }
    const others = {
      "#recent": "Recent conversations",
      "#channels": "Channels",
      "#drafts": "Drafts",
      "#settings": "Profile",
    };
    for (const [hash, title] of Object.entries(others)) {
      await page.evaluate((to) => {
        location.hash = to;
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      }, hash);
      await walk.heading(title);
      await look(hash);
    }
    await walk.stand("topic");
    await page.keyboard.press("l");
    await walk.details.getByRole("button", { name: "Close" }).waitFor();
    await look("details");
    expect(found).toEqual({});

    // From a message, it reaches the message's contents and actions.
    await walk.stand("topic");
    await walk.focus(walk.message("So it looks"));
    await page.getByRole("toolbar", { name: "Message actions" }).waitFor();
    const links = walk.message("So it looks").getByRole("link", { name: /crane\.png/ });
    for (const control of [links.first(), links.last(), page.getByRole("button", { name: "Add reaction" }).first()]) {
      await page.keyboard.press("Tab");
      await walk.focused(control);
    }
  });

  test("[accessibility 2.4.1] first reaches a button that skips the navigation", async ({ owner, open }) => {
    const { page } = await open(owner, { at: "#recent" });
    // The view loads after the page around it.
    await page.waitForFunction(() => document.querySelector("main :is(a, button, input)") !== null);
    await page.keyboard.press("Tab");
    const skip = page.getByRole("button", { name: "Skip to main content" });
    await expect.poll(() => skip.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await skip.evaluate((one) => one.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.waitForFunction(() => document.activeElement?.closest("main"));
  });

  test("[accessibility 2.1.2, 2.4.3] stays within a dialog, which returns the focus", async ({ owner, open }) => {
    const { omar, quay } = await conversationFor(owner);
    const { page } = await open(owner, { at: "#inbox" });
    const walk = new KeyWalk(page, { owner, omar, quay });
    await walk.stand("topic");
    const message = walk.message("So it looks");
    const dialog = page.locator("dialog:modal, [popover=auto]:popover-open").last();
    for (const key of ["Control+k", "/", "?", "m", "Shift+V", "v", ":", "i"]) {
      await walk.focus(message);
      await page.keyboard.press(key);
      await dialog.waitFor();
      await expect.poll(() => dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true);
      const isModal = await dialog.evaluate((one) => one instanceof HTMLDialogElement);
      for (let step = 0; isModal && step < 12; step++) {
        await page.keyboard.press("Tab");
        const isOut = await dialog.evaluate(
          (one) => document.activeElement !== document.body && !one.contains(document.activeElement),
        );
        expect(isOut, `after ${key} the focus leaves the dialog`).toBe(false);
      }
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      const hasFocus = () => message.evaluate((one) => one === document.activeElement);
      await expect.poll(hasFocus, { message: `after ${key}` }).toBe(true);
    }
  });
});

test("F6 cycles through the parts of the page, and Shift+F6 back", async ({ owner, open }) => {
  const { omar, quay } = await conversationFor(owner);
  const { page } = await open(owner, { at: "#inbox" });
  const walk = new KeyWalk(page, { owner, omar, quay });
  await walk.stand("topic");
  await walk.text.waitFor();
  await page.keyboard.press("l");
  await walk.details.getByRole("button", { name: "Close" }).waitFor();
  const where = () =>
    page.evaluate(() => {
      const one = document.activeElement;
      return one?.closest("nav, .composer, article, aside")?.className.split(" ")[0] ?? one?.tagName;
    });
  const parts = ["shell-nav", "feed-row", "composer", "shell-details"];
  // The heading has the focus after navigating.
  for (const part of [...parts.slice(1), ...parts, ...parts]) {
    await page.keyboard.press("F6");
    await expect.poll(where).toBe(part);
  }
  for (const part of [...parts.slice(0, 3).reverse(), "shell-details"]) {
    await page.keyboard.press("Shift+F6");
    await expect.poll(where).toBe(part);
  }
  // In the navigation, F6 focuses the current entry; in the feed, a message.
  await page.keyboard.press("F6");
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-current"))).toBe("page");
});
