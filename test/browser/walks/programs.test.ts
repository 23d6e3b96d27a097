import { expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { holdRequests } from "../support/hold-requests.ts";

const SHOTS = process.env["SHOTS"];

test("an administrator creates a bot from an example, tries it, saves it, and reads its log", async ({
  owner,
  open,
}) => {
  const visit = await open(owner, { at: "#settings/your-bots" });
  const { page } = visit;
  visit.expects(/status of 400/);
  const shot = async (name: string) => {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
  };
  await page.getByRole("button", { name: "New bot" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Gull");
  await page.getByRole("radio", { name: "Runs on the server" }).check();
  await shot("program-new");
  await page.getByRole("button", { name: "Create bot" }).click();

  const program = page.getByRole("textbox", { name: "Program", exact: true });
  await program.waitFor();
  expect(await page.getByRole("button", { name: "Save program" }).isDisabled()).toBe(true);
  await page.getByRole("combobox", { name: "Start from an example" }).selectOption("echo");
  await expect.poll(() => program.inputValue()).toContain("content: data");
  await page.getByRole("textbox", { name: "Message to the bot" }).fill("Is anyone there?");
  const answered = await holdRequests(page, "POST", "**/program/try");
  await page.getByRole("button", { name: "Run program" }).click();
  // While the program runs, the button keeps the focus.
  await page.locator("button[aria-disabled]:focus").waitFor();
  answered.release();
  await page.getByRole("region", { name: "Replies" }).getByText("Is anyone there?").waitFor();
  await program.scrollIntoViewIfNeeded();
  await shot("program-tried");
  expect(await visit.accessProblems()).toEqual([]);

  await program.fill("this is no program");
  await page.getByRole("button", { name: "Save program" }).click();
  await page.getByText("The program doesn't start: SyntaxError").waitFor();
  // It stays in the editor while another section is shown, and when the page is opened again.
  const { hash } = new URL(page.url());
  await visit.go("#settings/profile");
  await program.waitFor({ state: "detached" });
  await visit.go(hash);
  await expect.poll(() => program.inputValue()).toBe("this is no program");
  await page.reload();
  await expect.poll(() => program.inputValue()).toBe("this is no program");
  await program.fill('export default { onMessage() { console.log("heard"); throw new Error("no luck"); } };');
  await page.getByRole("textbox", { name: "Hosts that it can reach" }).fill("api.example.com");
  await page.getByRole("button", { name: "Save program" }).click();
  await page.getByText("Program saved").waitFor();
  const on = page.getByRole("switch", { name: "Run this program" });
  await expect.poll(() => on.isChecked()).toBe(true);

  const gull = Number(/\/(\d+)\/program$/.exec(page.url())?.[1]);
  await owner.ok(owner.post("/messages", { type: "direct", to: [gull], content: "Hello" }));
  await expect
    .poll(async () => {
      await page.getByRole("button", { name: "Refresh log" }).click();
      return page.getByRole("region", { name: "Log" }).getByRole("listitem").count();
    })
    .toBe(2);
  await page.getByRole("region", { name: "Log" }).getByText("no luck").waitFor();
  await shot("program-log");
  expect(await visit.accessProblems()).toEqual([]);
  await on.click();
  await expect.poll(async () => (await owner.ok(owner.get(`/bots/${gull}/program`))).is_on).toBe(false);
});
