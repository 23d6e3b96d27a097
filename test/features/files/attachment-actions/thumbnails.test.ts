import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { type Image, readImage } from "../../../../src/features/files/storage/image/image.ts";
import { fetchPage, sendFiles } from "../../../support/files.ts";
import { sendDirect } from "../../../support/messages.ts";
import { withConfig, withEnv } from "../../../support/object.ts";
import { casts, realm } from "../../../support/organization.ts";
import type { Person } from "../../../support/person.ts";
import { png, turnedJpeg, wholeGif, wholePng } from "../../../support/pictures.ts";

const newCast = casts();

const upload = async (who: Person, bytes: Uint8Array<ArrayBuffer>, name: string): Promise<string> =>
  (await sendFiles(who, "/user_uploads", [new File([bytes], name)])).body.url;

const thumbnailOf = (url: string, format = "840x560.webp") =>
  `${url.replace("/user_uploads/", "/user_uploads/thumbnail/")}/${format}`;

interface Shown {
  readonly type: string | null;
  readonly bytes: Uint8Array;
  readonly image: Image | undefined;
}

async function shown(who: Person, path: string): Promise<Shown> {
  const response = await fetchPage(who.host, path, { as: who });
  expect(response.status).toBe(200);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { type: response.headers.get("Content-Type"), bytes, image: readImage(bytes) };
}

const keyOf = (url: string) => {
  const [, , realmId, letters, token] = url.split("/");
  return `${realmId}/uploads/${letters}/${token}`;
};
const keysOf = async (url: string) =>
  (await env.UPLOADS.list({ prefix: keyOf(url) })).objects.map(({ key }) => key.slice(keyOf(url).length)).sort();

describe("[messages 15] the thumbnail of an uploaded image", () => {
  test.each([
    ["a wide image", wholePng(2100, 700), [840, 280]],
    ["a tall image", wholePng(700, 2800), [140, 560]],
    ["a small image, which keeps its size", wholePng(30, 20), [30, 20]],
    ["a photo that must be rotated", turnedJpeg(), [8, 16]],
  ])("fits into its format: %s", async (_, bytes, [width, height]) => {
    const { noah } = await newCast();
    const { type, image } = await shown(noah, thumbnailOf(await upload(noah, bytes, "a")));
    expect([type, image]).toMatchObject(["image/webp", { width, height, animated: false }]);
  });

  test("is generated when the image is uploaded, and deleted with it", async () => {
    const { noah } = await realm();
    const url = await upload(noah, wholePng(900, 900), "a.png");
    expect(await keysOf(url)).toEqual(["", "/840x560.webp"]);
    const { attachments } = await noah.ok(noah.get("/attachments"));
    await noah.ok(noah.delete(`/attachments/${attachments[0].id}`));
    await expect.poll(() => keysOf(url)).toEqual([]);
  });

  test("is generated on request if it is missing", async () => {
    const { noah } = await realm();
    const url = await upload(noah, wholePng(900, 900), "a.png");
    await env.UPLOADS.delete(`${keyOf(url)}/840x560.webp`);
    const all = await Promise.all(Array.from({ length: 5 }, () => shown(noah, thumbnailOf(url))));
    for (const { image } of all) expect(image).toMatchObject({ width: 560, height: 560 });
    expect(await keysOf(url)).toEqual(["", "/840x560.webp"]);
  });

  test("is the image itself if generation failed, and the failure is recorded", async () => {
    const { noah } = await newCast();
    const url = await upload(noah, png(640, 480), "a.png");
    expect((await env.UPLOADS.head(`${keyOf(url)}/840x560.webp`))?.size).toBe(0);
    const { type, bytes } = await shown(noah, thumbnailOf(url));
    expect([type, bytes]).toEqual(["image/png", png(640, 480)]);
  });

  test("is animated in the animated format, and static in the static one", async () => {
    const { noah } = await newCast();
    const url = await upload(noah, wholeGif(), "a.gif");
    expect((await shown(noah, thumbnailOf(url, "840x560-anim.webp"))).image?.animated).toBe(true);
    const still = await shown(noah, thumbnailOf(url));
    expect([still.type, still.image]).toMatchObject(["image/webp", { width: 6, height: 4, animated: false }]);
  });
});

describe("[messages 15] the status of a thumbnail", () => {
  const status = (who: Person, url: string) => who.get(url.replace("/user_uploads/", "/thumbnail/status/"));

  test("is true for an image with a thumbnail, and false for all other files", async () => {
    const { noah } = await newCast();
    const has = async (bytes: Uint8Array<ArrayBuffer>, name: string) =>
      (await noah.ok(status(noah, await upload(noah, bytes, name)))).has_thumbnail;
    expect(await has(wholePng(90, 60), "a b.png")).toBe(true);
    expect(await has(png(640, 480), "broken.png")).toBe(false);
    expect(await has(Uint8Array.from([0x74, 0x65]), "notes.txt")).toBe(false);
  });

  test("is returned only to users who can open the file", async () => {
    const { noah, mia } = await newCast();
    const url = await upload(noah, wholePng(90, 60), "a.png");
    expect((await status(mia, url)).status).toBe(403);
    await sendDirect(noah, [mia], `[a](${url})`);
    expect((await status(mia, url)).body).toMatchObject({ result: "success", has_thumbnail: true });
    expect((await status(noah, url.replace("a.png", "b.png"))).status).toBe(404);
  });
});

describe("a server that cannot generate thumbnails", () => {
  test("shows uploaded images unchanged in messages, and announces no formats", async () => {
    const { noah } = await realm();
    await withConfig(noah, { makesThumbnails: false }, async () => {
      const state = await noah.ok(noah.post("/register", { fetch_event_types: ["realm"] }));
      expect(state.server_thumbnail_formats).toEqual([]);
      const url = await upload(noah, wholePng(900, 900), "a.png");
      const { rendered } = await noah.ok(noah.post("/messages/render", { content: `[a](${url})` }));
      expect(rendered).toContain(
        `<img data-original-content-type="image/png" data-original-dimensions="900x900" src="${url}">`,
      );
    });
  });

  test("redirects thumbnail addresses to the images", async () => {
    const { noah } = await realm();
    await withEnv({ IMAGES: undefined }, async () => {
      const url = await upload(noah, wholePng(900, 900), "a.png");
      expect(await keysOf(url)).toEqual([""]);
      expect((await shown(noah, thumbnailOf(url))).type).toBe("image/png");
      expect((await noah.get(url.replace("/user_uploads/", "/thumbnail/status/"))).body.has_thumbnail).toBe(false);
    });
  });
});

describe("[users 4.4, 9] small images have the sizes of the protocol", () => {
  test("as avatars", async () => {
    const { noah, mia } = await newCast();
    const { body } = await sendFiles(noah, "/users/me/avatar", [new File([wholePng(300, 200)], "me.png")]);
    const sizes = [body.avatar_url, body.avatar_url.replace(".png", "-medium.png")];
    expect((await shown(mia, sizes[0])).image).toMatchObject({ width: 100, height: 100, content_type: "image/png" });
    expect((await shown(mia, sizes[1])).image).toMatchObject({ width: 500, height: 500, content_type: "image/png" });
  });

  test("as custom emoji, and as static versions of animated ones", async () => {
    const { noah, mia } = await realm();
    await sendFiles(noah, "/realm/emoji/plain", [new File([wholePng(300, 200)], "a.png")]);
    await sendFiles(noah, "/realm/emoji/moving", [new File([wholeGif()], "a.gif")]);
    const { emoji } = await mia.ok(mia.get("/realm/emoji"));
    const [plain, moving] = Object.values(emoji) as { source_url: string; still_url: string | null }[];
    expect((await shown(mia, plain?.source_url ?? "")).image).toMatchObject({ width: 64, height: 64 });
    expect((await shown(mia, moving?.source_url ?? "")).image?.animated).toBe(true);
    const still = await shown(mia, moving?.still_url ?? "");
    expect(still.image).toMatchObject({ width: 64, height: 64, animated: false });
  });
});
