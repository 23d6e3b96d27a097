import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { limits } from "../../../../src/protocol/limit-table.ts";
import { fetchPage, sendBody, sendFiles, textFile } from "../../../support/files.ts";
import { organization, realm } from "../../../support/organization.ts";
import type { Person } from "../../../support/person.ts";
import { png } from "../../../support/pictures.ts";

const MIB = 1_048_576;
const text: Record<string, string> = import.meta.glob("../../../../wrangler.toml", {
  query: "?raw",
  import: "default",
  eager: true,
});

function random(size: number): Uint8Array<ArrayBuffer> {
  const content = new Uint8Array(size);
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(content.subarray(at, at + 65_536));
  return content;
}

const inPieces = (bytes: Uint8Array, length: number) => {
  let at = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(at, at + length));
      at += length;
    },
  });
};

const stored = async () => (await env.UPLOADS.list()).objects.length;

test("a raw body upload is stored and served the same as a form upload", async () => {
  const { host, owner } = await organization();
  const [raw, form] = [
    await sendBody(owner, "my notes.txt", textFile("hello")),
    await sendFiles(owner, "/user_uploads", [textFile("hello", "my notes.txt")]),
  ];
  expect(raw.status).toBe(200);
  expect(raw.body.filename).toBe("my notes.txt");
  expect(raw.body.ignored_parameters_unsupported).toBeUndefined();
  const [one, other] = [
    await fetchPage(host, raw.body.url, { as: owner }),
    await fetchPage(host, form.body.url, { as: owner }),
  ];
  for (const name of ["content-type", "content-disposition", "content-length"])
    expect(one.headers.get(name), name).toBe(other.headers.get(name));
  expect(await one.text()).toBe("hello");
  const { upload_space_used } = await owner.ok(owner.get("/attachments"));
  expect(upload_space_used).toBe(10);
});

test.each([0, 1, 5 * MIB - 1, 5 * MIB, 5 * MIB + 1, 11 * MIB + 7])(
  "a raw body of %i bytes is stored completely, with or without Content-Length",
  async (size) => {
    const content = random(size);
    for (const body of [content, inPieces(content, 100_000)]) {
      const { host, owner } = await organization();
      const reply = await sendBody(owner, "some.bin", body);
      expect(reply.status, reply.body.msg).toBe(200);
      const back = new Uint8Array(await (await fetchPage(host, reply.body.url, { as: owner })).arrayBuffer());
      expect(back.length).toBe(size);
      expect(back.every((byte, at) => byte === content[at])).toBe(true);
    }
  },
);

test("an image is detected by its bytes, regardless of its name", async () => {
  const { host, owner } = await organization();
  const { body } = await sendBody(owner, "page.html", png(), { "Content-Type": "text/html" });
  expect((await fetchPage(host, body.url, { as: owner })).headers.get("content-type")).toBe("image/png");
});

test("a large JPEG is detected and stored completely, even if its dimensions come after a lot of metadata", async () => {
  const metadata = Array.from({ length: 10 }, () => [0xff, 0xe1, 0xff, 0xff, ...new Uint8Array(65_533)]).flat();
  const dimensions = [0xff, 0xc0, 0, 17, 8, 0, 30, 0, 40, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1];
  const content = random(6 * MIB);
  content.set([0xff, 0xd8, ...metadata, ...dimensions]);
  const { host, owner } = await organization();
  const { body } = await sendBody(owner, "scan.bin", content);
  const page = await fetchPage(host, body.url, { as: owner });
  expect(page.headers.get("content-type")).toBe("image/jpeg");
  const back = new Uint8Array(await page.arrayBuffer());
  expect(back.length).toBe(content.length);
  expect(back.every((byte, at) => byte === content[at])).toBe(true);
});

test("a body that is too large is refused before it is read, and leaves nothing in the store", async () => {
  const { owner } = await organization();
  const before = await stored();
  const large = await sendBody(owner, "large.bin", new Uint8Array(12 * MIB + 1));
  expect([large.status, large.body.code]).toEqual([413, "BAD_REQUEST"]);
  const unstated = await sendBody(owner, "large.bin", inPieces(new Uint8Array(12 * MIB + 1), 1_000_000));
  expect([unstated.status, unstated.body.code]).toEqual([413, "BAD_REQUEST"]);
  await owner.ok(sendBody(owner, "one.bin", new Uint8Array(10 * MIB)));
  const over = await sendBody(owner, "two.bin", new Uint8Array(7 * MIB));
  expect([over.status, over.body.code]).toEqual([400, "REALM_UPLOAD_QUOTA"]);
  expect(await stored()).toBe(before + 1);
});

test("an aborted body leaves nothing in the store", async () => {
  const { owner } = await organization();
  const before = await stored();
  const { readable, writable } = new FixedLengthStream(7 * MIB);
  const sending = sendBody(owner, "a.bin", readable);
  const writer = writable.getWriter();
  await writer.write(new Uint8Array(6 * MIB));
  await writer.abort(new Error("cut off"));
  const late = await sending;
  expect([late.status, late.body.msg]).toEqual([400, "The request has not arrived whole."]);
  expect(await stored()).toBe(before);
  expect(await owner.ok(owner.get("/attachments"))).toMatchObject({ attachments: [] });
});

test("an unauthorized upload stores nothing", async () => {
  const { host, owner } = await organization();
  const before = await stored();
  const stranger = await sendBody({ host, email: "", key: "" }, "a.txt", textFile("a"));
  expect([stranger.status, stranger.body.code]).toEqual([401, "UNAUTHORIZED"]);
  const wrong = await sendBody({ ...owner, key: "x".repeat(32) } as Person, "a.txt", textFile("a"));
  expect(wrong.body.code).toBe("INVALID_API_KEY");
  expect(await stored()).toBe(before);
});

test("guests can upload a raw body, and must give it a file name", async () => {
  const { gus } = await realm();
  expect((await sendBody(gus, "a.txt", textFile("a"))).status).toBe(200);
  const nameless = await sendBody(gus, "", textFile("a"));
  expect([nameless.status, nameless.body.msg]).toEqual([400, "You must specify a file to upload"]);
  const long = await sendBody(gus, "a".repeat(1001), textFile("a"));
  expect(long.status).toBe(400);
});

test("the largest allowed file and its form fit into Cloudflare's body limit", () => {
  const [, most] = /^MAX_UPLOAD_MIB = "(\d+)"$/m.exec(Object.values(text).join()) ?? [];
  expect(Number(most) * MIB + limits.request.upload_form_bytes).toBeLessThan(100_000_000);
});
