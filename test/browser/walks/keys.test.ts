import { expect } from "vitest";
import { ACTION_NAMES, ACTIONS, type ActionName, actionKeys, capsOf } from "../../../src/web/keys.ts";
import { partsWords } from "../../../src/web/words/app.ts";
import german from "../../../src/web/words/de/client.json" with { type: "json" };
import { labelOf } from "../../../src/web/words/help.ts";
import { test } from "../support/browser-test.ts";
import { KEY_ROWS } from "./key-rows.ts";
import { conversationFor, KeyWalk } from "./key-walk.ts";

test("[accessibility 2.1.1] every key performs the action listed for it, and actions without keys work by keyboard", async ({
  owner,
  open,
}) => {
  const { omar, quay } = await conversationFor(owner);
  await owner.ok(owner.post("/user_topics", { stream_id: quay, topic: "followed", visibility_policy: 3 }));
  const secret = { name: "reports", subscribers: [owner.id], invite_only: true };
  const { id: reports } = await owner.ok(owner.post("/channels/create", secret));
  await owner.ok(owner.patch("/realm", { moderation_request_channel_id: reports }));
  const { page, context } = await open(owner, { at: "#inbox" });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const walk = new KeyWalk(page, { owner, omar, quay });
  const failed: string[] = [];
  const tryOut = async (name: ActionName, key: string | undefined) => {
    const { at, on, before, sees, after } = KEY_ROWS[name];
    try {
      await walk.stand(at);
      if (on !== undefined) await walk.focus(walk.message(on));
      await before?.(walk);
      await walk.act(name, key);
      await sees(walk);
      await walk.somewhere();
      await after?.(walk);
    } catch (error) {
      failed.push(`${name}, ${key ?? "no key"}: ${error instanceof Error ? error.message.slice(0, 300) : error}`);
    }
  };
  const last = (name: ActionName) => Number(KEY_ROWS[name].isLast ?? false);
  for (const name of ACTION_NAMES.toSorted((one, other) => last(one) - last(other))) {
    const keys = actionKeys(name);
    for (const key of keys.length === 0 ? [undefined] : keys) await tryOut(name, key);
  }
  expect(failed).toEqual([]);
});

/** All keys that are single characters. */
const CHARACTERS = [...new Set(ACTION_NAMES.flatMap(actionKeys).filter((key) => [...key].length === 1))];

test("[accessibility 2.1.4] single-character keys do nothing while the user types, or when letter shortcuts are turned off for dictation", async ({
  owner,
  open,
}) => {
  const { quay } = await conversationFor(owner);
  const { page } = await open(owner, { at: `#narrow/channel/${quay}-quay/topic/crane` });
  const opened = page.locator("dialog:modal, [popover=auto]:popover-open, aside");
  const text = page.getByRole("textbox", { name: /^Message/ });
  await text.fill("");
  const typed = CHARACTERS.join(" ");
  await page.keyboard.type(typed);
  expect(await text.inputValue()).toBe(typed);
  expect([new URL(page.url()).hash, await opened.count()]).toEqual([`#narrow/channel/${quay}-quay/topic/crane`, 0]);

  await text.fill("");
  await text.blur();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await dialog.getByPlaceholder("Find a shortcut").fill("star");
  await expect
    .poll(() => dialog.getByRole("term").allTextContents())
    .toEqual(["Go to starred messages", "Start a new topic", "Start, answer or leave a call", "Star"]);
  await dialog.getByRole("switch", { name: /single-key/i }).click();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.goto("/help/connect");
  await page.goto("/#inbox");
  await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
  for (const key of CHARACTERS) await page.keyboard.press(key === key.toLowerCase() ? key : `Shift+${key}`);
  expect([new URL(page.url()).hash, await opened.count()]).toEqual(["#inbox", 0]);
  // Other keys still work.
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Jump or search" }).waitFor();
});

test.for([
  ["English", "en", "Win32"],
  ["German, on a Mac", "de", "MacIntel"],
] as const)(
  "all keys are listed with the labels that the keyboard has: in %s",
  async ([, language, platform], { owner, open }) => {
    const visit = await open(owner, { language, at: "/help/connect" });
    await visit.context.addInitScript((name) => {
      Object.defineProperty(navigator, "platform", { get: () => name });
    }, platform);
    await visit.go(`/?language=${language}#inbox`);
    const { page } = visit;
    const texts: Readonly<Record<string, string>> = language === "de" ? german : {};
    const actionName = (name: ActionName) =>
      texts[`keys.actions.${name}`] ?? texts[`firstActions.${name}`] ?? labelOf(name);
    await page.locator(".shell h1").waitFor();
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog", { name: actionName("help") });
    await dialog.getByText(actionName("openTarget"), { exact: true }).waitFor();
    const listed = await dialog
      .locator(".keys-row")
      .evaluateAll((rows) =>
        rows.map((row) => [
          row.querySelector("dt")?.textContent,
          [...row.querySelectorAll(".keys-key")].map((key) =>
            [...key.querySelectorAll("kbd")].map((cap) => cap.textContent),
          ),
        ]),
      );
    const isMac = platform === "MacIntel";
    const caps = {
      ...partsWords().keyCaps,
      ...Object.fromEntries(
        Object.keys(partsWords().keyCaps).flatMap((cap) => {
          const text = texts[`parts.keyCaps.${cap}`];
          return text === undefined ? [] : [[cap, text]];
        }),
      ),
      ...(isMac && { control: "⌘", alt: "⌥", shift: "⇧" }),
    };
    const inWords = (cap: string) =>
      Object.entries(partsWords().keyCaps).find(([, text]) => text === cap)?.[0] as keyof typeof caps | undefined;
    const named = (key: string) =>
      capsOf(key, false).map((cap) => caps[inWords(cap) ?? ("" as keyof typeof caps)] ?? cap);
    const order = ["anywhere", "list", "feed", "message", "composer"];
    const wanted = ACTION_NAMES.filter((name) => actionKeys(name).length > 0)
      .toSorted((one, other) => order.indexOf(ACTIONS[one].where) - order.indexOf(ACTIONS[other].where))
      .map((name) => [actionName(name), actionKeys(name).map(named)]);
    expect(listed).toEqual(wanted);
    if (!isMac) return;
    await page.keyboard.press("Escape");
    await page.keyboard.press("Meta+k");
    await page.getByRole("combobox", { name: actionName("palette") }).waitFor();
  },
);
