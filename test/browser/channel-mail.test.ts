import { expect } from "vitest";
import { launchOn, makeData, removeData } from "../process/support/launch.ts";
import { testOn } from "./support/browser-test.ts";

const test = testOn(async (use) => {
  const data = makeData();
  const env = { MAIL_IN: "%s@in.example.org", MAIL_IN_SECRET: "secret" };
  const args = ["--quiet", "--rate-limits", "off", "--test-hooks"];
  await use(await launchOn({ data, args, env }).running());
  await removeData(data);
});

test("a channel's email address is generated with options, copied and replaced", async ({ owner, open }) => {
  const id = await owner.channel("crane", [owner]);
  const look = { theme: "dark", size: { width: 375, height: 740 }, language: "de" } as const;
  const visit = await open(owner, { ...look, at: `#channels/${id}/crane/general` });
  const { page } = visit;
  await page.getByRole("button", { name: "E-Mail-Adresse" }).click();
  const dialog = page.getByRole("dialog", { name: /#crane/ });
  const address = dialog.getByRole("textbox");
  const value = () => address.inputValue();
  await expect.poll(value).toMatch(/^crane\.[a-z2-7]{24}\.show-sender@in\.example\.org$/);
  const first = await value();
  const [sender, quotes] = await dialog.getByRole("switch").all();
  await sender?.click();
  await quotes?.click();
  await expect.poll(value).toBe(first.replace("show-sender", "include-quotes"));
  expect(await visit.accessProblems()).toEqual([]);
  await dialog.getByRole("combobox").selectOption({ index: 1 });
  /** Waits until the address shown has a different secret part. */
  const replaced = (former: string) =>
    expect.poll(async () => (await value()).replace(former.slice(0, 30), "")).toMatch(/^crane\./);
  await replaced(first);
  const own = await value();
  await dialog.getByRole("button", { name: "Neue Adresse erstellen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Neue Adresse erstellen" }).click();
  await replaced(own);

  // Until the new address is there, the old one isn't offered, and another sender's isn't replaced by it.
  await page.route(/email_address/, (route) => {
    if (route.request().method() !== "GET") void route.fallback();
  });
  await dialog.getByRole("button", { name: "Neue Adresse erstellen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Neue Adresse erstellen" }).click();
  await expect.poll(async () => [await value(), await address.getAttribute("aria-invalid")]).toEqual(["", null]);
  await page.unroute(/email_address/);
  await dialog.getByRole("combobox").selectOption({ index: 0 });
  await expect.poll(value).toMatch(/^crane/);
});
