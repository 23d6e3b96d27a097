import type { Page } from "playwright-core";
import { expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { contentsOf } from "../support/messages.ts";

/** Delivers a payload to a webhook URL, like a service. Returns the status. */
const deliver = (page: Page, url: string, body: string): Promise<number> =>
  page.evaluate(
    async (request) => {
      const headers = { "Content-Type": "application/json" };
      const { url: to, body: text } = request;
      return (await fetch(to, { method: "POST", credentials: "omit", headers, body: text })).status;
    },
    { url, body },
  );

const SHOTS = process.env["SHOTS"];

test("a member finds a service, gives it a bot, a channel and a secret, and sees a test message arrive", async ({
  owner,
  open,
}) => {
  const noah = await owner.invite("Noah");
  await noah.ok(noah.post("/users/me/subscriptions", { subscriptions: [{ name: "builds" }] }));
  const visit = await open(noah, { at: "#settings/your-bots" });
  const { page } = visit;
  // The browser logs refused requests too.
  visit.expects(/status of 40[03]/);
  const shot = async (name: string) => {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
  };
  await page.getByRole("main").getByRole("link", { name: "Integrations" }).last().click();
  await page.getByRole("heading", { name: "Repositories" }).waitFor();
  await shot("gallery");
  expect(await visit.accessProblems()).toEqual([]);
  await page.getByRole("searchbox", { name: "Search integrations" }).fill("pull request");
  await page.getByRole("heading", { name: "Monitoring" }).waitFor({ state: "detached" });
  await page.getByRole("link", { name: /^GitHub Pushes/ }).click();

  await page.getByRole("heading", { name: "GitHub", exact: true }).waitFor();
  await shot("guide-begin");
  const create = page.getByRole("button", { name: "Create the bot and its webhook URL" });
  expect(await create.isDisabled()).toBe(true);
  await page.getByRole("combobox", { name: "Channel" }).fill("build");
  await page.getByRole("option", { name: "builds" }).click();
  await page.getByRole("radio", { name: "All except selected" }).check();
  await page.getByRole("checkbox", { name: "watch" }).check();
  await page.getByRole("textbox", { name: "Branches" }).fill("main");
  await create.click();
  const address = page.getByRole("textbox", { name: "Webhook URL" });
  const url = new URL(await address.inputValue());
  expect(url.pathname).toBe("/api/v1/external/github");
  expect(url.searchParams.get("exclude_events")).toBe('["watch"]');
  expect(url.searchParams.get("branches")).toBe("main");
  expect(url.searchParams.get("api_key")).toMatch(/^\w{32}$/);

  await page.getByRole("button", { name: "Send a test" }).click();
  await page.getByText("It works: the message was posted.").waitFor();
  await page.getByRole("article", { name: "GitHub" }).getByText("Add a lid").waitFor();
  await shot("guide-arrived");
  expect(await visit.accessProblems()).toEqual([]);

  // With a secret, signed requests arrive. Unsigned ones are refused and logged.
  await page.getByRole("button", { name: "Generate secret" }).click();
  await page.getByRole("textbox", { name: "Secret" }).waitFor();
  await page.getByRole("button", { name: "Send another test" }).click();
  await page.getByText("It works: the message was posted.").waitFor();
  expect(await deliver(page, await address.inputValue(), "{}")).toBe(403);
  await page.getByRole("radio", { name: "Only selected" }).check();
  await page.getByRole("button", { name: "Send another test" }).click();
  await page.getByText(/you filtered out this event/).waitFor();
  await page.getByRole("link", { name: "View all deliveries" }).click();

  const log = page.getByRole("list", { name: "Deliveries" }).getByRole("listitem");
  await expect.poll(() => log.count()).toBe(4);
  await log.nth(1).getByText("The signature of the delivery is missing or wrong.").waitFor();
  await log.nth(2).getByRole("button", { name: "Show payload" }).click();
  await log.nth(2).getByText('"pusher"').waitFor();
  await shot("log");
  expect(await visit.accessProblems()).toEqual([]);
  // The log updates live.
  await deliver(page, url.href, "{");
  await expect.poll(() => log.count()).toBe(5);
  await log.nth(3).getByRole("button", { name: "View message" }).click();
  await page.getByRole("feed").getByText("Add a lid").first().waitFor();
});

test("an owner writes templates for their program's requests, previews the results, and sees errors", {
  tags: "nightly",
}, async ({ owner, open }) => {
  const { user_id, api_key } = await owner.ok(
    owner.post("/bots", { full_name: "Dredger", short_name: "dredger", bot_type: 2 }),
  );
  const visit = await open(owner, { at: `#settings/your-bots/${user_id}` });
  const { page } = visit;
  const shot = async (name: string) => {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
  };
  const send = (payload: object) =>
    deliver(page, `/api/v1/external/template?api_key=${api_key}`, JSON.stringify(payload));
  visit.expects(/status of 403/);
  await page.getByText("No deliveries yet").waitFor();
  await shot("log-empty");
  await send({ berth: 7, ship: { name: "Skua", url: "https://ships.example/skua" }, holds: [{ name: "fore" }] });
  await page.getByRole("link", { name: "Use in a template" }).click();

  const topic = page.getByRole("textbox", { name: "Topic template" });
  const content = page.getByRole("textbox", { name: "Message template" });
  await topic.fill("Berth ");
  await page.getByRole("button", { name: /^Insert berth/ }).click();
  await expect.poll(() => topic.inputValue()).toBe("Berth {{ berth }}");
  await content.fill("{{ ship.name | link: ship.url }} has moored.\n");
  await page.getByRole("button", { name: "Insert holds list" }).click();
  await expect.poll(() => content.inputValue()).toContain("{% for item in holds %}\n* {{ item.name }}");
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByText("Berth 7").waitFor();
  await preview.getByRole("link", { name: "Skua" }).waitFor();
  await preview.getByRole("listitem").filter({ hasText: "fore" }).waitFor();
  await shot("template");
  expect(await visit.accessProblems()).toEqual([]);

  // An error shows its position.
  const right = await content.inputValue();
  await content.fill(`${right}\n{{ ship.name | shout }}`);
  await page.getByText(/error in line \d+: there is no filter “shout”/).waitFor();
  await shot("template-error");
  const save = page.getByRole("button", { name: "Save" });
  expect(await save.isDisabled()).toBe(true);
  await page.getByRole("button", { name: /^Go to line/ }).click();
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe("{{ ship.name | shout }}");
  await content.fill(right);
  await expect.poll(() => save.isEnabled()).toBe(true);
  await page.reload();
  await expect.poll(() => content.inputValue()).toBe(right);
  await expect.poll(() => save.isEnabled()).toBe(true);
  await save.click();
  await page.getByText("Templates saved").waitFor();

  // Pasted examples are previewed too, and a service's templates can be the starting point.
  await page.getByRole("combobox", { name: "Example" }).selectOption("Your own JSON");
  await page.getByRole("textbox", { name: "JSON" }).fill('{"berth": 9, "ship": {"name": "Tern"}}');
  await preview.getByText("Berth 9").waitFor();
  await page.getByRole("textbox", { name: "JSON" }).fill("{");
  await page.getByText("This isn't valid JSON.").waitFor();
  await page.getByRole("combobox", { name: /^Start from a service/ }).selectOption("Uptime Kuma");
  await preview.getByText("is down").waitFor();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect.poll(() => content.inputValue()).toBe(right);

  await send({ berth: 8, ship: { name: "Gannet", url: "https://ships.example/gannet" } });
  const messages = await contentsOf(owner, ["sender", user_id]);
  expect(messages.at(-1)).toContain("[Gannet](https://ships.example/gannet) has moored.");

  await page.getByRole("tab", { name: "Signature" }).click();
  await page.getByText("The bot has no secret").waitFor();
  await page.getByRole("button", { name: "Generate" }).click();
  await page.getByRole("button", { name: "Save secret" }).click();
  await page.getByText("The bot has a secret.").waitFor();
  await shot("signature");
  expect(await visit.accessProblems()).toEqual([]);
  expect(await send({ berth: 1 })).toBe(403);
});

test("members who cannot create bots see no integrations, and only a bot's owner sees its deliveries", async ({
  owner,
  open,
}) => {
  const { user_id } = await owner.ok(owner.post("/bots", { full_name: "Dredger", short_name: "dredger", bot_type: 2 }));
  const { named_user_groups } = await owner
    .ok(owner.post("/register", { fetch_event_types: ["realm_user_groups"] }))
    .then(({ realm_user_groups }) => ({ named_user_groups: realm_user_groups }));
  const admins = named_user_groups.find(({ name }: { name: string }) => name === "role:administrators").id;
  for (const name of ["can_create_bots_group", "can_create_write_only_bots_group"])
    await owner.ok(owner.patch("/realm", { [name]: { new: admins } }));
  const mia = await owner.invite("Mia");
  const { page } = await open(mia, { at: "#settings/integrations" });
  await page.getByText("You don't have permission to create bots").waitFor();
  const sections = page.getByRole("navigation", { name: "Settings" });
  expect(await sections.getByRole("link", { name: "Integrations" }).count()).toBe(0);
  await page.goto(`${page.url().split("#")[0]}#settings/your-bots/${user_id}/deliveries`);
  await page.getByText("Bot not found").waitFor();
  expect((await mia.get(`/bots/${user_id}/deliveries`)).status).toBe(400);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("integration");
  await page.getByRole("option").first().waitFor();
  expect(await page.getByRole("option", { name: "Set up an integration" }).count()).toBe(0);
});
