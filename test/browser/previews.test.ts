import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect } from "vitest";
import { launchOn, makeData, removeData } from "../process/support/launch.ts";
import type { Person } from "../process/support/person.ts";
import { wholeGif, wholePng } from "../support/pictures.ts";
import { testOn } from "./support/browser-test.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { sharing } from "./support/shared-page.ts";

const PAGE = `<title>The tide tables</title><meta name="description" content="High water at the quay, day by day.">
  <meta property="og:image" content="/tide.png">`;

/** An external site, and the user agents of its requests. */
const agents: string[] = [];
const site = createServer((request, response) => {
  agents.push(request.headers["user-agent"] ?? "");
  if (request.url?.endsWith(".png")) response.writeHead(200, { "Content-Type": "image/png" }).end(wholePng(900, 500));
  else if (request.url === "/tides") response.writeHead(200, { "Content-Type": "text/html" }).end(PAGE);
  else response.writeHead(404).end();
});
const siteAt = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

const test = sharing(
  testOn(async (use) => {
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    const data = makeData();
    const args = ["--quiet", "--rate-limits", "off", "--test-hooks", "--allow-private-hosts", new URL(siteAt()).host];
    await use(await launchOn({ data, args }).running());
    site.close();
    site.closeAllConnections();
    await removeData(data);
  }),
);

async function upload(person: Person, bytes: Uint8Array<ArrayBuffer>, name: string): Promise<string> {
  const form = new FormData();
  form.set("file", new File([bytes], name));
  return (await person.ok(person.send("POST", "/user_uploads", form))).url;
}

let quays = 0;

async function quayOf(owner: Person) {
  quays += 1;
  const name = `quay${quays}`;
  await owner.ok(owner.patch("/realm", { inline_url_embed_preview: true }));
  const channel = await owner.channel(name, [owner]);
  const send = async (content: string): Promise<number> =>
    (await owner.ok(owner.post("/messages", { type: "stream", to: channel, topic: "tides", content }))).id;
  return { send, at: `#narrow/channel/${channel}-${name}/topic/tides` };
}

describe("link previews in the feed", () => {
  test("a linked page gets its card, an external image reserves its space, and an unreachable one is shown as text", async ({
    crew: { owner },
    show,
  }) => {
    const { send, at } = await quayOf(owner);
    const visit = await show(owner, at);
    const { page } = visit;
    await send(`See ${siteAt()}/tides`);
    const card = page.locator(".message_embed");
    await card.waitFor();
    expect(await card.getByRole("link").allTextContents()).toEqual(["The tide tables"]);
    await card.getByText("High water at the quay, day by day.").waitFor();
    expect(await page.getByText("edited").count()).toBe(0);
    expect(await visit.accessProblems()).toEqual([]);

    // An external image reserves its space while it loads, and opens large, both through the server's proxy.
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const seen = await holdRequests(page, "GET", "**/external_content/**");
    await send(`Look: ${siteAt()}/quay.png`);
    const picture = page.getByRole("img", { name: "Image: quay.png" });
    await picture.waitFor();
    const before = await picture.boundingBox();
    seen.release();
    await page.waitForFunction(() =>
      [...document.images].some((image) => image.alt.endsWith("quay.png") && image.naturalWidth === 900),
    );
    expect(await picture.boundingBox()).toEqual(before);
    await picture.click();
    const dialog = page.getByRole("dialog", { name: "Image: quay.png" });
    await dialog.getByRole("img").waitFor();
    expect(await dialog.getByRole("img").getAttribute("src")).toMatch(/\/external_content\//);
    expect(asked.filter((url) => url.startsWith(siteAt()))).toEqual([]);
    expect(agents.filter((agent) => agent.includes("Chrome"))).toEqual([]);
    await page.keyboard.press("Escape");

    // One that can't be reached is shown as text.
    visit.expects(/404/);
    await send(`Look: ${siteAt()}/missing.webp`);
    await page.getByRole("link", { name: "Image: missing.webp" }).waitFor();
    await page.getByRole("img", { name: "Image: missing.webp" }).waitFor({ state: "detached" });
  });

  test("image names are shown above their images, and other file names stay in the text", async ({
    crew: { owner },
    show,
  }) => {
    const { send, at } = await quayOf(owner);
    const link = async (name: string, bytes = new Uint8Array([1, 2, 3])) =>
      `[${name}](${await upload(owner, bytes, name)})`;
    const [quay, crane] = [await link("quay.png", wholePng(90, 60)), await link("crane.png", wholePng(60, 90))];
    await send(`Of today:\n${quay}\n${await link("rota.pdf")}\n${crane}`);
    await send(`The one that I mean is ${quay}, at noon.`);
    const { page } = await show(owner, at);
    const [files, mention] = [page.getByRole("article").first(), page.getByRole("article").last()];
    await files.getByRole("img", { name: "Image: crane.png" }).waitFor();
    expect((await files.locator(".content > p").allInnerTexts()).map((text) => text.trim())).toEqual([
      "Of today:\nrota.pdf",
    ]);
    expect(await files.locator(".message_inline_image").allInnerTexts()).toEqual(["quay.png", "crane.png"]);
    await mention.getByText("The one that I mean is quay.png, at noon.").waitFor();
  });

  test("an uploaded image is shown as a thumbnail, and in full when enlarged", async ({ crew: { owner }, show }) => {
    const { send, at } = await quayOf(owner);
    await send(`[quay.png](${await upload(owner, wholePng(2100, 1400), "quay.png")})`);
    const { page } = await show(owner, at);
    const picture = page.getByRole("img", { name: "Image: quay.png" });
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(840);
    expect(await picture.boundingBox()).toMatchObject({ width: 390, height: 260 });
    await picture.click();
    const large = page.getByRole("dialog").getByRole("img");
    await expect.poll(() => large.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(2100);
  });

  test("[accessibility 2.2.2, 2.3.1] an animated image plays only on hover, or always, depending on the user's setting", async ({
    owner,
    open,
  }) => {
    const { send, at } = await quayOf(owner);
    await send(`[waves.gif](${await upload(owner, wholeGif(), "waves.gif")})`);
    const { page } = await open(owner, { at });
    const picture = page.getByRole("img", { name: "Image: waves.gif" });
    const source = () => picture.getAttribute("src");
    await picture.waitFor();
    await expect.poll(source).toMatch(/\/840x560\.webp$/);
    await picture.hover();
    await expect.poll(source).toMatch(/-anim\.webp$/);
    await page.mouse.move(0, 0);
    await expect.poll(source).toMatch(/\/840x560\.webp$/);
    // Tests run with reduced motion, under which nothing moves on its own.
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await owner.ok(owner.patch("/settings", { web_animate_image_previews: "always" }));
    // A page that opens before it receives the new setting still uses the old one.
    const reloaded = async () => {
      await page.reload();
      await picture.waitFor();
      return source();
    };
    await expect.poll(reloaded).toMatch(/-anim\.webp$/);
  });
});
