import type { Locator, Page } from "playwright-core";
import { ACTIONS, type ActionName } from "../../../src/web/keys.ts";
import { labelOf } from "../../../src/web/words/help.ts";
import type { Person } from "../../process/support/person.ts";
import { harbourPicture } from "../support/believable/pictures.ts";

/** The views in which keys are pressed. */
export type Stand = "inbox" | "topic" | "combined" | "channel";

/** A user who only uses the keyboard, and a colleague who writes to them. */
export class KeyWalk {
  readonly page: Page;
  readonly owner: Person;
  readonly omar: Person;
  readonly quay: number;

  constructor(page: Page, { owner, omar, quay }: { owner: Person; omar: Person; quay: number }) {
    this.page = page;
    this.owner = owner;
    this.omar = omar;
    this.quay = quay;
  }

  /** Opens the view in which a key is pressed. No dialog or menu is open then, and no message is focused. */
  async stand(at: Stand): Promise<void> {
    const { page } = this;
    const [hash, title] = (
      {
        inbox: ["#inbox", "Inbox"],
        topic: [`#narrow/channel/${this.quay}-quay/topic/crane`, "crane"],
        combined: ["#feed", "Combined feed"],
        channel: [`#topics/channel/${this.quay}-quay`, "quay"],
      } as const
    )[at];
    const open = page.locator("dialog:modal, [popover=auto]:popover-open");
    while ((await open.count()) > 0) {
      await page.keyboard.press("Escape");
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    const editor = page.getByRole("textbox", { name: "Edit message" });
    if ((await editor.count()) > 0) await editor.press("Escape");
    // Closes notices, because "u" would act on a pending undo. The pointer stays where it is, because keys act on the
    // message below it.
    await page.evaluate(() => {
      for (const close of document.querySelectorAll<HTMLElement>(".toast .tool-button, .details-head .tool-button")) {
        close.click();
      }
    });
    await page.evaluate((to) => {
      if (location.hash !== to) location.hash = to;
      document.querySelector("main")?.focus();
    }, hash);
    await this.heading(title);
    if (at === "topic" || at === "combined") await this.message("My own words").waitFor();
  }

  /** Performs an action with its key. If it has none, chooses it in the palette or in a message's menu. */
  async act(name: ActionName, key: string | undefined): Promise<void> {
    const { page } = this;
    if (key !== undefined) return page.keyboard.press(asPressed(key));
    const label = labelOf(name);
    if (ACTIONS[name].where === "message") {
      await page.keyboard.press("i");
      await page.getByRole("menuitem", { name: label, exact: true }).waitFor();
      const chosen = () => page.evaluate(() => document.activeElement?.textContent);
      for (let step = 0; step < 40 && (await chosen()) !== label; step++) await page.keyboard.press("ArrowDown");
    } else {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Jump or search" }).fill(label);
      await page.getByRole("option", { name: label, selected: true }).waitFor();
    }
    await page.keyboard.press("Enter");
  }

  heading = (name: string | RegExp): Promise<void> =>
    this.page.getByRole("heading", { level: 1, name, ...(typeof name === "string" && { exact: true }) }).waitFor();
  dialog = (name: string | RegExp): Promise<void> =>
    this.page.getByRole("dialog", { name }).or(this.page.getByRole("alertdialog", { name })).waitFor();
  told = (text: string | RegExp): Promise<void> => this.page.getByRole("status").getByText(text).first().waitFor();
  message = (text: string): Locator =>
    this.page.getByRole("feed", { name: "Messages" }).getByRole("article").filter({ hasText: text });
  get details(): Locator {
    return this.page.getByRole("complementary", { name: "Details" });
  }
  get text(): Locator {
    return this.page.getByRole("textbox", { name: /^Message/ });
  }

  /** Focuses an element, like keys would. */
  async focus(on: Locator): Promise<void> {
    await on.first().focus();
  }

  /** Waits until an element has the focus. */
  async focused(on: Locator): Promise<void> {
    await on.first().waitFor();
    const element = await on.first().elementHandle();
    await this.page.waitForFunction((one) => document.activeElement === one, element);
  }

  /** Waits until any element has the focus: a keyboard user must never lose it. */
  async somewhere(): Promise<void> {
    await this.page.waitForFunction(() => document.activeElement !== document.body);
  }

  /** Waits until the composer's text matches. */
  async written(pattern: RegExp): Promise<void> {
    await this.text.waitFor();
    await this.page.waitForFunction(
      ([source = ""]) => new RegExp(source, "s").test(document.querySelector("textarea")?.value ?? ""),
      [pattern.source],
    );
  }

  /** Writes a text and selects all of it. */
  async write(text: string): Promise<void> {
    await this.text.fill(text);
    await this.text.selectText();
  }

  /** Marks everything as read, then makes the colleague write to a topic or, if it is null, to the user. */
  async unread(topic: string | null): Promise<void> {
    const { owner, omar, quay, page } = this;
    await owner.ok(owner.post("/mark_all_as_read"));
    await this.allRead();
    const to = topic === null ? { type: "direct", to: [owner.id] } : { type: "channel", to: quay, topic };
    await omar.ok(omar.post("/messages", { ...to, content: `Something new in ${topic}.` }));
    await page.getByRole("link", { name: /^Inbox 1 unread/ }).waitFor();
  }

  allRead = (): Promise<void> => this.page.getByRole("link", { name: "Inbox", exact: true }).waitFor();

  /** Scrolls the feed to one end, if one is given, and returns the scroll position. */
  scrolled = (to?: "start" | "end"): Promise<number> =>
    this.page.locator(".feed-viewport").evaluate(async (view, edge) => {
      if (edge === undefined) return view.scrollTop;
      view.scrollTop = edge === "start" ? 0 : view.scrollHeight;
      // The page gets the scroll event with the next frame.
      for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
      return view.scrollTop;
    }, to);

  async inSight(message: Locator): Promise<void> {
    await message.waitFor();
    const element = await message.elementHandle();
    await this.page.waitForFunction((one) => {
      const view = document.querySelector(".feed-viewport")?.getBoundingClientRect();
      const box = one?.getBoundingClientRect();
      return view !== undefined && box !== undefined && box.bottom > view.top && box.top < view.bottom;
    }, element);
  }
}

/** Converts a key of `keys.ts` to Playwright's syntax. */
function asPressed(key: string): string {
  const named = key.replace("Mod+", "Control+");
  return named.length === 1 && named !== named.toLowerCase() ? `Shift+${named}` : named;
}

/**
 * Creates a conversation that all keys can be tried on, with many messages, an image, an edit, reactions, and the
 * owner's own messages.
 */
export async function conversationFor(owner: Person): Promise<{ omar: Person; quay: number }> {
  const omar = await owner.invite("Omar");
  const quay = await owner.channel("quay", [owner, omar]);
  const say = async (who: Person, content: string): Promise<number> =>
    (await who.ok(who.post("/messages", { type: "channel", to: quay, topic: "crane", content }))).id;
  const first = await say(omar, "First of all, the log");
  await omar.ok(omar.patch(`/messages/${first}`, { content: "First of all, the whole log" }));
  for (let count = 1; count <= 14; count++) await say(omar, `Filler ${count}. ${"The crane has to wait. ".repeat(12)}`);
  const form = new FormData();
  form.append("file", harbourPicture(), "crane.png");
  const { url } = await omar.ok(omar.send("POST", "/user_uploads", form));
  await say(omar, `So it looks: [crane.png](${url})`);
  const asked = await say(omar, "Who takes the spare?");
  await omar.ok(omar.post(`/messages/${asked}/reactions`, { emoji_name: "tada" }));
  await omar.ok(omar.patch(`/messages/${asked}`, { content: "Who takes the spare part?" }));
  await say(owner, "My own words");
  await owner.ok(owner.post("/mark_all_as_read"));
  return { omar, quay };
}
