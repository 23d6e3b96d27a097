import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import { fetchPage, sendFiles, textFile } from "../../../support/files.ts";
import { organization, realm, shared } from "../../../support/organization.ts";
import type { Person, Reply } from "../../../support/person.ts";
import { png } from "../../../support/pictures.ts";

const sharedOrganization = shared(async () => ({ iris: (await organization()).owner }));

const MIB = 1_048_576;
const bytes = (size: number, name: string) => new File([new Uint8Array(size)], name);
const digest = async (data: ArrayBuffer | Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", data));

describe("[messages 15] uploading a file", () => {
  test("[security 11.8] sends an event to the owner, who alone can open the file", async () => {
    const { host, noah, mia, iris } = await realm();
    let reply: Reply | undefined;
    const [own = [], others] = await eventsDuring([noah, mia], async () => {
      reply = await sendFiles(noah, "/user_uploads", [textFile("hello", "my notes.txt")]);
    });
    const { url, uri, filename } = reply?.body ?? {};
    expect(reply?.status).toBe(200);
    expect(filename).toBe("my notes.txt");
    expect(uri).toBe(url);
    expect(url).toMatch(/^\/user_uploads\/\d+\/[A-Za-z0-9]{2}\/[A-Za-z0-9]{24}\/my-notes\.txt$/);
    expect(others).toEqual([]);
    const { attachments, upload_space_used } = await noah.ok(noah.get("/attachments"));
    expect(attachments).toEqual([
      {
        id: expect.any(Number),
        name: "my notes.txt",
        path_id: url.slice("/user_uploads/".length),
        size: 5,
        create_time: expect.any(Number),
        messages: [],
        message_ids: [],
      },
    ]);
    expect(attachments[0].create_time, "milliseconds").toBeGreaterThan(1_600_000_000_000);
    expect(upload_space_used).toBe(5);
    expect(own).toEqual([
      { type: "attachment", op: "add", attachment: attachments[0], upload_space_used: 5, id: expect.any(Number) },
    ]);

    const mine = await fetchPage(host, url, { as: noah });
    expect([mine.status, await mine.text()]).toEqual([200, "hello"]);
    for (const other of [mia, iris]) {
      const refused = await fetchPage(host, url, { as: other });
      expect([refused.status, (await refused.json<{ code: string }>()).code]).toEqual([403, "BAD_REQUEST"]);
    }
    expect((await fetchPage(host, url)).status).toBe(401);
    expect((await fetchPage(host, `${url}x`, { as: noah })).status).toBe(404);
    expect((await noah.get(`/user_uploads/999/ab/${"x".repeat(24)}/a.txt`)).status).toBe(404);
  });

  test("refuses a request without a file or with several", async () => {
    const { owner } = await organization();
    const none = await sendFiles(owner, "/user_uploads", [], { fields: { some: "text" } });
    expect([none.status, none.body.msg]).toEqual([400, "You must specify a file to upload"]);
    const plain = await owner.post("/user_uploads");
    expect([plain.status, plain.body.msg]).toEqual([400, "You must specify a file to upload"]);
    const two = await sendFiles(owner, "/user_uploads", [textFile("a", "a.txt"), textFile("b", "b.txt")]);
    expect([two.status, two.body.msg]).toEqual([400, "You may only upload one file at a time"]);
    expect(await owner.ok(owner.get("/attachments"))).toMatchObject({ attachments: [], upload_space_used: 0 });
  });

  test("is allowed for guests and bots", async () => {
    const { host, iris, gus, bot } = await realm();
    for (const who of [gus, await bot(iris)]) {
      const { body } = await sendFiles(who, "/user_uploads", [textFile("a")]);
      expect((await fetchPage(host, body.url, { as: who })).status).toBe(200);
    }
  });

  test("stores files of any allowed size, and refuses larger ones", async () => {
    const { host, owner } = await organization();
    const content = new Uint8Array(11 * MIB + 5);
    for (let at = 0; at < content.length; at += 65_536) crypto.getRandomValues(content.subarray(at, at + 65_536));
    const { body } = await sendFiles(owner, "/user_uploads", [new File([content], "large.bin")]);
    const back = await (await fetchPage(host, body.url, { as: owner })).arrayBuffer();
    expect(back.byteLength).toBe(content.length);
    expect(await digest(back)).toEqual(await digest(content));

    const { owner: other } = await organization();
    const refused = await sendFiles(other, "/user_uploads", [bytes(12 * MIB + 1, "larger.bin")]);
    expect([refused.status, refused.body.code, refused.body.msg]).toEqual([
      413,
      "BAD_REQUEST",
      "File is larger than this server's configured maximum upload size (12 MiB).",
    ]);
    const { max_file_upload_size_mib, realm_upload_quota_mib } = await owner.ok(
      owner.post("/register", { fetch_event_types: ["realm"] }),
    );
    expect([max_file_upload_size_mib, realm_upload_quota_mib]).toEqual([12, 16]);
  });

  test("[conventions 3] is refused beyond the organization's quota", async () => {
    const { owner } = await organization();
    await sendFiles(owner, "/user_uploads", [bytes(10 * MIB, "a.bin")]);
    const refused = await sendFiles(owner, "/user_uploads", [bytes(7 * MIB, "b.bin")]);
    expect([refused.status, refused.body.code]).toEqual([400, "REALM_UPLOAD_QUOTA"]);
    const { attachments } = await owner.ok(owner.get("/attachments"));
    await owner.ok(owner.delete(`/attachments/${attachments[0].id}`));
    expect((await sendFiles(owner, "/user_uploads", [bytes(7 * MIB, "b.bin")])).status).toBe(200);
  });
});

describe("a refused upload leaves nothing in the store", () => {
  const stored = async (prefix: string) => (await env.UPLOADS.list({ prefix })).objects.length;
  const realmIdOf = async (who: Person) =>
    (await sendFiles(who, "/user_uploads", [textFile("x")])).body.url.split("/")[2] as string;

  test("[conventions 3] if concurrent uploads exceed the quota", async () => {
    const { owner } = await organization();
    const id = await realmIdOf(owner);
    const replies = await Promise.all(
      ["a", "b", "c", "d"].map((name) => sendFiles(owner, "/user_uploads", [bytes(7 * MIB, name)])),
    );
    const codes = replies.map(({ status, body }) => (status === 200 ? "ok" : body.code));
    expect(codes.sort()).toEqual(["REALM_UPLOAD_QUOTA", "REALM_UPLOAD_QUOTA", "ok", "ok"]);
    expect(await stored(`${id}/uploads/`)).toBe(3);
    const { upload_space_used } = await owner.ok(owner.get("/attachments"));
    expect(upload_space_used).toBe(14 * MIB + 1);
  });

  test("if it is too large, or has a second file", async () => {
    const { owner } = await organization();
    const id = await realmIdOf(owner);
    await sendFiles(owner, "/user_uploads", [bytes(12 * MIB + 1, "larger.bin")]);
    await sendFiles(owner, "/user_uploads", [bytes(6 * MIB, "a.bin"), textFile("b", "b.txt")]);
    expect(await stored(`${id}/uploads/`)).toBe(1);
  });

  test("if it is an emoji or avatar image of a refused request", async () => {
    const { owner } = await organization();
    const id = await realmIdOf(owner);
    const picture = (name: string) => new File([png()], name, { type: "image/png" });
    const emoji = await Promise.all(
      ["a", "b", "c"].map((name) => sendFiles(owner, "/realm/emoji/party", [picture(name)])),
    );
    expect(emoji.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await stored(`${id}/emoji/`)).toBe(1);
    const bot = { fields: { full_name: "Bot", short_name: "bot", bot_type: "77" } };
    expect((await sendFiles(owner, "/bots", [picture("a")], bot)).status).toBe(400);
    expect(await stored(`${id}/avatars/`)).toBe(0);
  });
});

describe("a file's name", () => {
  test.each([
    ["résumé (final).pdf", "resume-final.pdf"],
    ["отчёт.docx", "file.docx"],
    ["..", "file"],
    ["../../etc/passwd", "passwd"],
    ["C:\\temp\\notes.txt", "notes.txt"],
    ["a/b\\c", "c"],
    ["a  b....c.txt", "a-b.c.txt"],
    [".htaccess", "htaccess"],
    [`${"x".repeat(300)}.png`, `${"x".repeat(116)}.png`],
  ])("%j is %j in URLs", async (name, expected) => {
    const { iris } = await sharedOrganization();
    const { body } = await sendFiles(iris, "/user_uploads", [new File(["x"], name)]);
    expect(body.url.split("/").at(-1)).toBe(expected);
  });

  test("is stored completely, and sent with the file", async () => {
    const { host, owner } = await organization();
    const { body } = await sendFiles(owner, "/user_uploads", [new File(["x"], 'été "2".zip', { type: "" })]);
    expect(body.filename).toBe('été "2".zip');
    const { headers } = await fetchPage(host, body.url, { as: owner });
    expect(headers.get("Content-Disposition")).toBe(
      `attachment; filename="ete-2.zip"; filename*=UTF-8''%C3%A9t%C3%A9%20%222%22.zip`,
    );
    expect(headers.get("Content-Type")).toBe("application/zip");
  });
});

describe("[security 11.6] a served file", () => {
  test.each([
    ["a.txt", "text/plain", "text/plain; charset=utf-8", "inline"],
    ["a.html", "text/html", "text/html; charset=utf-8", "attachment"],
    ["a.svg", "image/svg+xml", "image/svg+xml", "attachment"],
    ["a.pdf", "", "application/pdf", "attachment"],
    ["a.mp4", "video/mp4", "video/mp4", "inline"],
    ["a.mp3", "application/octet-stream", "audio/mpeg", "inline"],
    ["a.png", "image/png", "image/png", "inline"],
    ["a.js", "text/javascript;charset=utf-8", "text/plain; charset=utf-8", "attachment"],
    ["a.constructor", "", "application/octet-stream", "attachment"],
    ["a", "not a type", "application/octet-stream", "attachment"],
  ])("is shown by browsers or downloaded, depending on its type: %s of type %j", async (name, type, shownAs, kind) => {
    const { iris } = await sharedOrganization();
    const { host } = iris;
    const { body } = await sendFiles(iris, "/user_uploads", [new File(["<script>alert(1)</script>"], name, { type })]);
    const { headers } = await fetchPage(host, body.url, { as: iris });
    expect(headers.get("Content-Type")).toBe(shownAs);
    expect(headers.get("Content-Disposition")).toMatch(new RegExp(`^${kind};`));
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Content-Security-Policy")).toMatch(/default-src 'none'.*sandbox/);
    const saved = await fetchPage(host, body.url.replace("/user_uploads", "/user_uploads/download"), { as: iris });
    expect(saved.headers.get("Content-Disposition")).toMatch(/^attachment;/);
  });

  test("has the type of its bytes if it is an image, regardless of its name", async () => {
    const { host, owner } = await organization();
    const { body } = await sendFiles(owner, "/user_uploads", [new File([png()], "a.html", { type: "text/html" })]);
    expect((await fetchPage(host, body.url, { as: owner })).headers.get("Content-Type")).toBe("image/png");
  });
});
