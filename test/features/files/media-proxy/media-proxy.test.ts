import { describe, expect, test } from "vitest";
import { fetchPage } from "../../../support/files.ts";
import { casts, realm } from "../../../support/organization.ts";
import { answerOutside } from "../../../support/outside.ts";
import type { Person } from "../../../support/person.ts";
import { wholePng } from "../../../support/pictures.ts";
import { until } from "../../../support/until.ts";

const newCast = casts();

/** The hosts of these tests, and the addresses that no request goes to. */
const isOwn = ({ hostname }: URL) => /^([\da-f-]{36}|a)\.example$|^i\.ytimg\.com$|^[\d.:[\]]+$/.test(hostname);

/** Fakes the web. Returns the requests it received. */
function web(answer: (url: string, init: RequestInit) => Response): { url: string; headers: Headers }[] {
  const asked: { url: string; headers: Headers }[] = [];
  answerOutside(isOwn, ({ url, headers }, init) => {
    asked.push({ url, headers });
    return answer(url, init);
  });
  return asked;
}

const sent = (type: string, body: BodyInit = wholePng(3, 2), headers: Record<string, string> = {}, status = 200) =>
  new Response(body, { status, headers: { "Content-Type": type, ...headers } });

/** The server's address for external content in a message. */
async function shownAs(who: Person, address: string): Promise<string> {
  const { rendered } = await who.ok(who.post("/messages/render", { content: address }));
  const [, src = ""] = / src="(\/external_content\/[^"]+)"/.exec(rendered) ?? [];
  return src;
}

/** A URL that no other test has cached. */
const place = (name: string) => `https://${crypto.randomUUID()}.example/${name}`;

describe("[markdown 3] an external image", () => {
  test("[security 13.8] is fetched by the server, without revealing anything about its reader", async () => {
    const { host, noah } = await newCast();
    const address = place("a.png?b=c");
    const asked = web(() => sent("image/png", wholePng(3, 2), { "Set-Cookie": "a=b", "X-Powered-By": "x" }));
    const shown = await fetchPage(host, await shownAs(noah, address), {
      headers: { Cookie: "session=1", Referer: "http://x", "X-Forwarded-For": "1.2.3.4", "User-Agent": "Mozilla" },
    });
    expect([shown.status, shown.headers.get("Content-Type")]).toEqual([200, "image/png"]);
    expect(new Uint8Array(await shown.arrayBuffer())).toEqual(wholePng(3, 2));
    expect(shown.headers.get("Cache-Control")).toBe("public, max-age=86400");
    expect(shown.headers.get("Content-Security-Policy")).toContain("sandbox");
    expect(shown.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect([shown.headers.get("Set-Cookie"), shown.headers.get("X-Powered-By")]).toEqual([null, null]);
    expect(asked.map(({ url }) => url)).toEqual([address]);
    const told = [...(asked[0]?.headers ?? [])];
    expect(told.map(([name]) => name).sort()).toEqual(["accept", "user-agent"]);
    expect(JSON.stringify(told)).not.toMatch(/session|Mozilla|1\.2\.3\.4/);
  });

  test("is cached by Cloudflare near its readers if it is small", async () => {
    const { host, noah } = await newCast();
    const bytes = wholePng(3, 2);
    const asked = web(() => sent("image/png", bytes, { "Content-Length": String(bytes.length) }));
    const src = await shownAs(noah, place("a.png"));
    const show = async () => {
      const shown = await fetchPage(host, src);
      expect(new Uint8Array(await shown.arrayBuffer())).toEqual(bytes);
    };
    await show();
    // The cache is filled after the response.
    await until(async () => {
      const before = asked.length;
      await show();
      expect(asked).toHaveLength(before);
    });
  });

  test("[security 13.9] is fetched only from addresses signed by the organization", async () => {
    const one = await realm();
    const other = await realm();
    const asked = web(() => sent("image/png"));
    const src = await shownAs(one.noah, place("a.png"));
    const [, , digest = "", hex = ""] = src.split("/");
    const status = async (host: string, path: string) => (await fetchPage(host, path)).status;
    expect(await status(other.host, src)).toBe(403);
    expect(await status(one.host, `/external_content/${digest}/${hex}00`)).toBe(403);
    expect(await status(one.host, `/external_content/${"0".repeat(40)}/${hex}`)).toBe(403);
    expect(await status(one.host, `/external_content/${digest}/${hex.toUpperCase()}x`)).toBe(404);
    expect(await status(one.host, `/external_content/${digest}/abcd`)).toBe(404);
    expect(asked).toEqual([]);
    expect(await status(one.host, src)).toBe(200);
  });

  test.each([
    ["HTML", () => sent("text/html", "<script>")],
    ["SVG", () => sent("image/svg+xml", "<svg/>")],
    ["an image without a type", () => sent("application/octet-stream")],
    ["an error", () => sent("image/png", "", {}, 500)],
    ["a video", () => sent("video/mp4")],
    ["a range that was not requested", () => sent("image/png", "x", {}, 206)],
    ["an image that is too large", () => sent("image/png", "x", { "Content-Length": "99999999" })],
    [
      "a network error",
      () => {
        throw new Error("unreachable");
      },
    ],
  ])("[security 13.10] returns 404 if the site sends %s instead", async (_, answer) => {
    const { host, noah } = await newCast();
    web(answer);
    const shown = await fetchPage(host, await shownAs(noah, place("a.png")));
    expect([shown.status, shown.headers.get("Cache-Control")]).toEqual([404, "no-store"]);
  });

  test.each([
    "http://127.0.0.1/a.png",
    "http://[::1]/a.png",
    "http://169.254.169.254/a.png",
    "https://user:secret@a.example/b.png",
  ])("[security 13.1] is not fetched from %s", async (address) => {
    const { host, noah } = await newCast();
    const asked = web(() => sent("image/png"));
    expect((await fetchPage(host, await shownAs(noah, address))).status).toBe(404);
    expect(asked).toEqual([]);
  });

  test("is only a link if the organization disables previews, or if its address is too long", async () => {
    const { iris } = await realm();
    expect(await shownAs(iris, `https://a.example/${"b".repeat(2100)}.png`)).toBe("");
    await iris.ok(iris.patch("/realm", { inline_image_preview: false }));
    for (const address of ["https://a.example/b.png", "https://a.example/b.mp4", "https://youtu.be/dQw4w9WgXcQ"]) {
      expect(await shownAs(iris, address)).toBe("");
    }
  });
});

test("[markdown 4] channel descriptions show external images and videos only as links", async () => {
  const { iris } = await newCast();
  const { stream_id: id } = await iris.ok(iris.get("/get_stream_id", { stream: "general" }));
  const address = "https://a.example/b.png";
  await iris.ok(iris.patch(`/streams/${id}`, { description: address }));
  const { stream } = await iris.ok(iris.get(`/streams/${id}`));
  expect(stream.rendered_description).toBe(`<p><a href="${address}">${address}</a></p>`);
});

describe("[markdown 3] an external video", () => {
  test("is proxied in the ranges that a browser requests", async () => {
    const { host, noah } = await newCast();
    const asked = web(() =>
      sent("video/mp4", "cd", { "Content-Range": "bytes 2-3/10", "Accept-Ranges": "bytes" }, 206),
    );
    const src = await shownAs(noah, place("a.mp4"));
    const shown = await fetchPage(host, src, { headers: { Range: "bytes=2-3" } });
    expect([shown.status, await shown.text()]).toEqual([206, "cd"]);
    expect(shown.headers.get("Content-Range")).toBe("bytes 2-3/10");
    expect(asked[0]?.headers.get("Range")).toBe("bytes=2-3");
  });

  test("[security 13.10] returns 404 if the site sends a page instead", async () => {
    const { host, noah } = await newCast();
    web(() => sent("text/html", "<script>"));
    expect((await fetchPage(host, await shownAs(noah, place("a.mp4")))).status).toBe(404);
  });
});

test("[markdown 3] the preview image of a YouTube video is fetched through the server", async () => {
  const { host, noah } = await newCast();
  const asked = web(() => sent("image/jpeg"));
  const shown = await fetchPage(host, await shownAs(noah, "https://youtu.be/dQw4w9WgXcQ"));
  expect(shown.status).toBe(200);
  expect(asked.map(({ url }) => url)).toEqual(["https://i.ytimg.com/vi/dQw4w9WgXcQ/mqdefault.jpg"]);
});
