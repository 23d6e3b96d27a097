import { describe, expect, test } from "vitest";
import { fetchPage, sendFiles, textFile } from "../../../support/files.ts";
import { advanceClock } from "../../../support/object.ts";
import { organization, realm } from "../../../support/organization.ts";

const file = await organization();
const upload = async (who = file.owner) => (await sendFiles(who, "/user_uploads", [textFile("0123456789")])).body.url;

describe("[messages 15] byte ranges of a file", () => {
  test.each([
    ["bytes=0-3", 206, "0123", "bytes 0-3/10"],
    ["bytes=4-", 206, "456789", "bytes 4-9/10"],
    ["bytes=-2", 206, "89", "bytes 8-9/10"],
    ["bytes=8-100", 206, "89", "bytes 8-9/10"],
    ["bytes=10-", 416, "", "bytes */10"],
    ["bytes=-0", 416, "", "bytes */10"],
    ["bytes=0-1,3-4", 200, "0123456789", null],
    ["bytes=5-2", 200, "0123456789", null],
    ["lines=1-2", 200, "0123456789", null],
  ])("follow the Range header %s", async (Range, status, text, range) => {
    const response = await fetchPage(file.host, await upload(), { as: file.owner, headers: { Range } });
    expect([response.status, await response.text()]).toEqual([status, text]);
    expect(response.headers.get("Content-Range")).toBe(range);
    expect(response.headers.get("Accept-Ranges")).toBe("bytes");
  });

  test("yield the file's Content-Length when the whole file is sent", async () => {
    const url = await upload();
    const lengthOf = async (headers: Record<string, string>) =>
      (await fetchPage(file.host, url, { as: file.owner, headers })).headers.get("Content-Length");
    for (const whole of [{}, { Range: "bytes=0-1,3-4" }, { Range: "bytes=0-1", "If-Range": '"other"' }])
      expect(await lengthOf({ ...whole }), JSON.stringify(whole)).toBe("10");
    expect([null, "4"]).toContain(await lengthOf({ Range: "bytes=0-3" }));
    expect([null, "0"]).toContain(await lengthOf({ Range: "bytes=10-" }));
  });

  test("are sent for If-Range requests only if the version matches", async () => {
    const url = await upload();
    const { headers } = await fetchPage(file.host, url, { as: file.owner });
    const tag = headers.get("ETag") ?? "";
    const asked = (version: string) =>
      fetchPage(file.host, url, { as: file.owner, headers: { Range: "bytes=0-1", "If-Range": version } });
    expect((await asked(tag)).status).toBe(206);
    expect((await asked('"other"')).status).toBe(200);
    const again = await fetchPage(file.host, url, { as: file.owner, headers: { "If-None-Match": tag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect(again.headers.get("Content-Length")).toBeNull();
  });
});

test("[conventions 1] HEAD returns the same headers for a file as GET", async () => {
  const url = await upload();
  const { status, headers } = await fetchPage(file.host, url, { as: file.owner, method: "HEAD" });
  expect([status, headers.get("Content-Length"), headers.get("Content-Type")]).toEqual([
    200,
    "10",
    "text/plain; charset=utf-8",
  ]);
});

describe("[messages 15] a temporary URL", () => {
  test("is valid for a minute, without an account", async () => {
    const { host, owner } = await organization();
    const url = await upload(owner);
    const { url: temporary } = await owner.ok(owner.get(url));
    expect(temporary).toMatch(/^\/user_uploads\/temporary\//);
    const shown = await fetchPage(host, temporary);
    expect([shown.status, await shown.text()]).toEqual([200, "0123456789"]);
    expect((await fetchPage(host, temporary, { headers: { Range: "bytes=1-2" } })).status).toBe(206);
    await advanceClock(owner, 61_000);
    expect((await fetchPage(host, temporary)).status).toBe(403);
  });

  test("is valid for one file of one organization", async () => {
    const { host, owner } = await organization();
    const [one, two] = [await upload(owner), await upload(owner)];
    const { url } = await owner.ok(owner.get(one));
    const path = (of: string) => of.slice("/user_uploads/".length);
    expect((await fetchPage(host, url.replace(path(one), path(two)))).status).toBe(403);
    expect((await fetchPage(file.host, url)).status).toBe(403);
    expect((await fetchPage(host, url.replace(/temporary\/(\d+)/, "temporary/9999999999"))).status).toBe(403);
    expect((await fetchPage(host, `/user_uploads/temporary/nonsense/${path(one)}`)).status).toBe(403);
  });

  test("becomes invalid once the file is deleted", async () => {
    const { host, owner } = await organization();
    const { url } = await owner.ok(owner.get(await upload(owner)));
    const { attachments } = await owner.ok(owner.get("/attachments"));
    await owner.ok(owner.delete(`/attachments/${attachments[0].id}`));
    expect((await fetchPage(host, url)).status).toBe(404);
  });
});

describe("DELETE /attachments/:attachment_id", () => {
  test("is allowed only for the owner of the file", async () => {
    const { host, iris, noah, mia } = await realm();
    const url = await upload(noah);
    const { attachments } = await noah.ok(noah.get("/attachments"));
    const { id } = attachments[0];
    for (const other of [iris, mia]) {
      const { status, body } = await other.delete(`/attachments/${id}`);
      expect([status, body.code, body.msg]).toEqual([400, "BAD_REQUEST", "Invalid attachment"]);
    }
    const queue = await noah.queue({ event_types: ["attachment"] });
    await noah.ok(noah.delete(`/attachments/${id}`));
    expect(await queue.events()).toEqual([
      { type: "attachment", op: "remove", attachment: { id }, upload_space_used: 0, id: expect.any(Number) },
    ]);
    expect((await fetchPage(host, url, { as: noah })).status).toBe(404);
    expect((await noah.delete(`/attachments/${id}`)).body.msg).toBe("Invalid attachment");
  });
});

test("a path that no file can have returns 404", async () => {
  const { host } = await organization();
  const found = await fetchPage(host, `/user_avatars/1/${"x".repeat(3000)}`);
  expect([found.status, (await found.json<{ code: string }>()).code]).toEqual([404, "BAD_REQUEST"]);
});
