import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Person } from "../process/support/person.ts";
import { test } from "./support/browser-test.ts";

const board = (page: Page) => page.getByRole("main");
const part = (page: Page, name: string) => board(page).getByRole("region", { name });

/** A channel of some people, with a topic "tea" of one message. */
async function kitchen(owner: Person, people: readonly Person[]) {
  const channel = await owner.channel("kitchen", people);
  const send = async (topic: string, content: string): Promise<number> =>
    (await owner.ok(owner.post("/messages", { type: "channel", to: channel, topic, content }))).id;
  const pin = async (fields: Record<string, string | number>): Promise<number> =>
    (await owner.ok(owner.post(`/streams/${channel}/pins`, fields))).pin_id;
  const write = (content: string, base_version: number) =>
    owner.ok(owner.patch(`/streams/${channel}/page`, { content, base_version }));
  return { channel, at: `#board/channel/${channel}-kitchen`, send, pin, write };
}

test("a channel's board shows its page and pins, follows changes, and is there offline", async ({ owner, open }) => {
  const mia = await owner.invite("Mia");
  const { channel, at, send, pin, write } = await kitchen(owner, [owner, mia]);
  const visit = await open(mia, { at: `#topics/channel/${channel}-kitchen` });
  const { page } = visit;
  await board(page).getByRole("button", { name: "Board" }).click();
  await board(page).getByText("Nothing on this board yet").waitFor();
  expect(new URL(page.url()).hash).toBe(at);

  const message = await send("tea", "The kettle is *new*.");
  await pin({ url: "https://tea.example/leaves", title: "Leaves" });
  await pin({ message_id: message });
  await pin({ topic: "tea" });
  await write("# Welcome\n\nWash your cup.", 0);
  const heading = part(page, "Page").getByRole("heading", { name: "Welcome" });
  await expect.poll(() => heading.getAttribute("aria-level")).toBe("3");
  await part(page, "Pinned topics").getByRole("link", { name: "tea" }).waitFor();
  await part(page, "Pinned messages").getByText("The kettle is new.").waitFor();
  const link = part(page, "Links").getByRole("link", { name: "Leaves" });
  expect(await link.getAttribute("href")).toBe("https://tea.example/leaves");
  await board(page).getByRole("heading", { name: "Board", level: 1 }).waitFor();
  expect(await visit.accessProblems()).toEqual([]);

  await part(page, "Pinned messages").getByRole("link", { name: "Go to message" }).click();
  await page.getByRole("feed", { name: "Messages" }).getByText("The kettle is").waitFor();
  await page.getByRole("main").getByRole("button", { name: "More" }).first().click();
  await page.getByRole("menuitem", { name: "Board" }).click();
  await part(page, "Page").getByText("Wash your cup.").waitFor();

  visit.expects(/ERR_INTERNET_DISCONNECTED|Failed to load|WebSocket/);
  await visit.context.setOffline(true);
  await write("Wash your cup twice.", 1);
  await page.evaluate(() => {
    location.hash = "#inbox";
  });
  await page.getByRole("heading", { name: "Inbox", level: 1 }).waitFor();
  await page.goBack();
  await part(page, "Page").getByText("Wash your cup.").waitFor();
  await visit.context.setOffline(false);
  await part(page, "Page").getByText("Wash your cup twice.").waitFor();
});
