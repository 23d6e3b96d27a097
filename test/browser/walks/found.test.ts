/** @module-tag nightly */
import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";
import { launchOn, makeData, removeData, type Server } from "../../process/support/launch.ts";
import { PASSWORD } from "../../process/support/person.ts";
import { harbourPicture } from "../support/believable/pictures.ts";
import { test } from "../support/browser-test.ts";
import { Visit } from "../support/visit.ts";

/** Starts on an empty directory, like an operator who sets up the organization in the browser. */
async function withEmptyServer(work: (server: Server) => Promise<void>): Promise<void> {
  const data = makeData();
  const args = ["--quiet", "--rate-limits", "off", "--found-in-browser"];
  const server = await launchOn({ data, args }).running();
  try {
    await work(server);
  } finally {
    await removeData(data);
  }
}

const picture = async (name: string) => ({
  name,
  mimeType: "image/png",
  buffer: Buffer.from(await harbourPicture().arrayBuffer()),
});

async function join(browser: Browser, server: Server, link: string, name: string): Promise<Visit> {
  const visit = await Visit.begin(browser, server, undefined, { at: new URL(link).pathname });
  visit.expects(/401/);
  const { page } = visit;
  await page.getByRole("textbox", { name: "Email" }).fill(`${name.toLowerCase()}@example.org`);
  await page.getByRole("textbox", { name: "Your name" }).fill(name);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: /^Join / }).click();
  await page.waitForURL((url) => url.pathname === "/");
  return visit;
}

/** Selects people or groups in a search field. */
async function choose(page: Page, field: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await page.getByRole("combobox", { name: field, exact: true }).fill(name);
    await page
      .getByRole("option", { name: new RegExp(`^${name}`) })
      .first()
      .click();
  }
}

test("an owner sets up an empty server with five people, channels, a group, an emoji and a bot in the browser", async ({
  browser,
}) => {
  await withEmptyServer(async (server) => {
    // The start page offers to create the organization.
    const [, address = ""] = /create it at (\S+)/.exec(server.output) ?? [];
    const owner = await Visit.begin(browser, server, undefined, { at: "/" });
    owner.expects(/401/);
    const { page } = owner;
    expect(new URL(page.url()).pathname).toBe("/new/");
    expect(await owner.accessProblems()).toEqual([]);
    // The printed address contains the setup token.
    await page.goto(address);
    await page.getByRole("textbox", { name: "Organization name" }).fill("Harbour");
    await page.getByRole("textbox", { name: "Your name" }).fill("Iris");
    await page.getByRole("textbox", { name: "Your email" }).fill("iris@example.org");
    await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await page.getByRole("button", { name: "Create organization" }).click();

    // The owner is logged in, and sees the first steps.
    const main = page.getByRole("main");
    const steps = main.getByRole("region", { name: "First steps in Harbour" });
    await steps.getByText("0 of 4 done").waitFor();
    expect(await owner.accessProblems()).toEqual([]);
    await steps.getByRole("button", { name: "Describe your organization" }).click();
    await main.getByRole("textbox", { name: "Description" }).fill("Everybody who keeps the **port** running.");
    await main.getByRole("textbox", { name: "Organization name" }).focus();
    await main.locator("strong", { hasText: "port" }).waitFor();
    await main
      .locator("input[type=file]")
      .first()
      .setInputFiles(await picture("harbour.png"));
    await main.getByRole("button", { name: "Remove" }).waitFor();
    await owner.go("#inbox");
    await steps.getByText("2 of 4 done").waitFor();

    // Four others join through a link.
    await steps.getByRole("button", { name: "Invite people" }).click();
    await page.getByRole("button", { name: "Create link" }).click();
    const link = await page.getByRole("textbox", { name: "Share this link:" }).inputValue();
    await page.keyboard.press("Escape");
    const others: Visit[] = [];
    for (const name of ["Omar", "Mona", "Noah", "Gus"]) others.push(await join(browser, server, link, name));
    await steps.getByText("3 of 4 done").waitFor();
    await owner.go("#organization/invitations");
    await main.getByText("1 open invitation").waitFor();

    // Creating the first channels is the last step.
    await owner.go("#inbox");
    await steps.getByRole("button", { name: "Create your first channels" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Name" }).fill("quay");
    await choose(page, "People", ["Omar", "Mona", "Noah", "Gus"]);
    await dialog.getByRole("button", { name: "Create channel" }).click();
    await main.getByRole("heading", { level: 1, name: "quay" }).waitFor();
    await owner.go("#inbox");
    await main.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
    await expect.poll(() => steps.count()).toBe(0);

    // One becomes an administrator, another a guest.
    await owner.go("#organization/users");
    for (const [name, role] of [
      ["Omar", "Administrator"],
      ["Gus", "Guest"],
    ] as const) {
      await main.getByRole("button", { name: `Actions for ${name}` }).click();
      await page.getByRole("menuitem", { name: "Change role…" }).click();
      await page.getByRole("radio", { name: new RegExp(`^${role}`) }).check();
      await page.getByRole("button", { name: "Save" }).click();
      await main.getByText(new RegExp(`^${role} · ${name.toLowerCase()}@`)).waitFor();
    }

    await owner.go("#groups");
    await main.getByRole("button", { name: "Create group" }).first().click();
    await dialog.getByRole("textbox", { name: "Name" }).fill("crew");
    await choose(page, "Members", ["Mona"]);
    await dialog.getByRole("button", { name: "Create" }).click();
    await main.getByRole("heading", { name: "Members", exact: true }).waitFor();
    await main.getByText("2 people in total").waitFor();
    await main.getByText("Not used yet.").waitFor();

    // Only the group can post in the channel. The composer says so.
    const { channels } = await page.evaluate(async () => ({
      channels: (await (await fetch("/json/streams")).json()).streams as { stream_id: number; name: string }[],
    }));
    const quay = channels.find(({ name }) => name === "quay");
    await owner.go(`#organization/channels/${quay?.stream_id}`);
    await main
      .getByRole("combobox", { name: "Post messages", exact: true })
      .selectOption({ label: "Specific people and groups…" });
    await choose(page, "Post messages: who", ["crew"]);
    await main.getByRole("button", { name: /^Remove Everyone/ }).click();
    await owner.go("#groups");
    await main.getByRole("link", { name: "crew" }).click();
    await main.getByRole("link", { name: "Channel #quay" }).waitFor();
    expect(await main.getByRole("button", { name: "Deactivate group" }).isDisabled()).toBe(true);

    // Noah isn't a member of it, Mona is.
    const [, mona, noah] = others;
    if (mona === undefined || noah === undefined) throw new Error("somebody is missing");
    const writing = (visit: Visit) => visit.page.getByRole("textbox", { name: /^Message #quay/ });
    for (const visit of [mona, noah]) {
      await visit.go(`#narrow/channel/${quay?.stream_id}-quay/topic/tides`);
      await visit.page.getByRole("heading", { level: 1 }).waitFor();
    }
    await writing(mona).waitFor();
    await noah.page.getByText("You can read this channel, but you don't have permission to post.").first().waitFor();

    await owner.go("#organization/emoji-settings");
    await main.getByRole("button", { name: "Add emoji" }).click();
    await dialog.locator("input[type=file]").setInputFiles(await picture("crane.png"));
    await dialog.getByRole("button", { name: "Add emoji" }).click();
    await main.getByText(":crane:").waitFor();
    await owner.go("#settings/your-bots");
    await main.getByRole("button", { name: "New bot" }).first().click();
    await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Tides");
    await dialog.getByRole("textbox", { name: "Short name" }).fill("tides");
    await dialog.getByRole("button", { name: "Create bot" }).click();
    await page.getByText("API key of Tides").first().waitFor();
    await page.keyboard.press("Escape");
    await main.getByText("Tides").first().waitFor();

    const problems = [owner, ...others].flatMap((visit) => visit.problems);
    for (const visit of [owner, ...others]) await visit.end();
    expect(problems).toEqual([]);
  });
});
