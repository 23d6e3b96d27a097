import { describe, expect, test } from "vitest";
import { eventsDuring } from "../support/events-during.ts";
import { page, png, sendFiles } from "../support/files.ts";
import { organization, realm } from "../support/organization.ts";

const text = (content: string, name = "notes.txt", type = "text/plain") => new File([content], name, { type });

describe("[2.4] uploading a file", () => {
  test("is told to whoever sent it, and the file is theirs alone", async () => {
    const { host, noah, mia, iris } = await realm();
    let reply: Awaited<ReturnType<typeof sendFiles>> | undefined;
    const [own = [], others] = await eventsDuring([noah, mia], async () => {
      reply = await sendFiles(noah, "/user_uploads", [text("hello", "my notes.txt")]);
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
      },
    ]);
    expect(attachments[0].create_time).toBeGreaterThan(1_600_000_000_000);
    expect(upload_space_used).toBe(5);
    expect(own).toEqual([
      { type: "attachment", op: "add", attachment: attachments[0], upload_space_used: 5, id: expect.any(Number) },
    ]);

    const mine = await page(host, url, { as: noah });
    expect([mine.status, await mine.text()]).toEqual([200, "hello"]);
    for (const other of [mia, iris]) {
      const refused = await page(host, url, { as: other });
      expect([refused.status, (await refused.json<{ code: string }>()).code]).toEqual([403, "BAD_REQUEST"]);
    }
    expect((await page(host, url)).status).toBe(401);
    expect((await page(host, `${url}x`, { as: noah })).status).toBe(404);
  });

  test("refuses none and more than one", async () => {
    const { owner } = await organization();
    const none = await sendFiles(owner, "/user_uploads", []);
    expect([none.status, none.body.msg]).toEqual([400, "You must specify a file to upload"]);
    const plain = await owner.post("/user_uploads");
    expect([plain.status, plain.body.msg]).toEqual([400, "You must specify a file to upload"]);
    const two = await sendFiles(owner, "/user_uploads", [text("a", "a.txt"), text("b", "b.txt")]);
    expect([two.status, two.body.msg]).toEqual([400, "You may only upload one file at a time"]);
    expect((await owner.ok(owner.get("/attachments"))).attachments).toEqual([]);
  });
});
