import { expect } from "vitest";
import { PASSWORD } from "../../process/support/person.ts";
import { test } from "../support/browser-test.ts";

test("all apps are logged out at once, and five thousand files are sorted and searched with only a few rows rendered", async ({
  owner,
  open,
}) => {
  const { page } = await open(owner, { at: "#settings/devices" });
  await page.getByRole("button", { name: "New API key" }).click();
  const asking = page.getByRole("dialog", { name: "New API key" });
  await asking.getByRole("textbox", { name: "Your password" }).fill(PASSWORD);
  await asking.getByRole("button", { name: "Create key" }).click();
  const secrets = page.getByRole("alertdialog", { name: /^API key of/ });
  const key = await secrets.getByRole("textbox", { name: "API key" }).inputValue();
  await secrets.getByRole("button", { name: "Done" }).click();
  const app = owner.withKey(owner.email, key);
  await app.ok(app.get("/users/me"));
  await page.getByRole("button", { name: "Revoke all API keys" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke all API keys" }).click();
  await page.getByText("No apps or API keys").waitFor();
  expect((await app.get("/users/me")).status).toBe(401);

  const attachments = Array.from({ length: 5000 }, (_, index) => ({
    ...{ id: index + 1, name: `chart-${index}.pdf`, path_id: `1/ab/${index}/chart-${index}.pdf`, size: 1000 + index },
    ...{ create_time: 1_700_000_000_000 + index, messages: [] },
  }));
  await page.route("**/json/attachments", (route) =>
    route.fulfill({ json: { result: "success", msg: "", attachments, upload_space_used: 0 } }),
  );
  await page.evaluate(() => {
    location.hash = "#settings/uploaded-files";
  });
  await page.getByText(/^5,000 files/).waitFor();
  const first = page
    .getByRole("main")
    .getByRole("link", { name: /^chart-/ })
    .first();
  expect(await first.textContent()).toBe("chart-4999.pdf");
  await page.getByRole("combobox", { name: "Order" }).selectOption("Smallest first");
  await expect.poll(() => first.textContent()).toBe("chart-0.pdf");
  expect(await page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(6000);
  await page.locator(".settings-section").evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await page.getByRole("link", { name: "chart-4999.pdf" }).waitFor();
  await page.getByRole("searchbox", { name: "Search files" }).fill("chart-2345");
  await expect.poll(() => first.textContent()).toBe("chart-2345.pdf");
});

test("the file list updates live whatever its sort order, and users can download their data as a file", async ({
  owner,
  open,
}) => {
  const noah = await owner.invite("Noah");
  const quay = await owner.channel("quay", [owner, noah]);
  const upload = async (name: string, size: number) => {
    const form = new FormData();
    form.append("file", new Blob(["x".repeat(size)], { type: "text/plain" }), name);
    return (await noah.ok(noah.send("POST", "/user_uploads", form))).url;
  };
  await upload("small.txt", 10);
  const { page } = await open(noah, { at: "#settings/uploaded-files" });
  const names = () =>
    page
      .getByRole("main")
      .getByRole("link", { name: /\.txt$/ })
      .allTextContents();
  await expect.poll(names).toEqual(["small.txt"]);
  const url = await upload("large.txt", 5000);
  await expect.poll(names).toEqual(["large.txt", "small.txt"]);
  await noah.ok(noah.post("/messages", { type: "channel", to: quay, topic: "t", content: `[large.txt](${url})` }));
  await page.getByRole("combobox", { name: "Order" }).selectOption("Smallest first");
  await expect.poll(names).toEqual(["small.txt", "large.txt"]);
  await page.getByRole("button", { name: "Delete small.txt" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect.poll(names).toEqual(["large.txt"]);
  await page.getByRole("button", { name: "in 1 message" }).click();
  await page.getByRole("feed", { name: "Messages" }).getByRole("link", { name: "large.txt" }).waitFor();

  await page.goto("/#settings/your-data");
  await page.getByRole("button", { name: "Export my data" }).click();
  const loading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  const chunks: Uint8Array[] = [];
  for await (const piece of await (await loading).createReadStream()) chunks.push(piece as Uint8Array);
  const archive = Buffer.concat(chunks).toString();
  for (const name of ["index.html", "account.json", "messages-0001.html"]) expect(archive).toContain(name);
  expect(archive).toContain(`[large.txt](${url})`);
});
