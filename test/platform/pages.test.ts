import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";

const get = (path: string, init?: RequestInit) => exports.default.fetch(`http://localhost${path}`, init);

test("the root tells what this is", async () => {
  const page = await get("/");
  expect(page.headers.get("content-type")).toContain("text/html");
  expect(await page.text()).toContain("<title>Parley</title>");
  expect((await get("/static/home.js")).headers.get("content-type")).toContain("text/javascript");
  expect(await (await get("/static/icon.svg")).text()).toContain("<svg");
});

test("clients find the names of emoji where the registration says", async () => {
  const table = await (await get("/static/emoji.json")).json<{ code_to_names: Record<string, string[]> }>();
  expect(table.code_to_names["1f44d"]).toContain("thumbs_up");
});
