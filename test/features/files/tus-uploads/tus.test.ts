import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { isReceiving } from "../../../../src/features/files/tus-uploads/tus-uploads.ts";
import { limits } from "../../../../src/protocol/limit-table.ts";
import { realmWithCallers } from "../../../support/channels.ts";
import { fetchPage, sendBody, sendFiles, textFile } from "../../../support/files.ts";
import { logIn } from "../../../support/log-in.ts";
import { advanceClock, changeRealm, inRealm, tablesOf } from "../../../support/object.ts";
import { OWNER_PASSWORD, organization, realm } from "../../../support/organization.ts";
import { Person } from "../../../support/person.ts";
import { png } from "../../../support/pictures.ts";
import { beginUpload, metadataOf, offsetOf, sendBytes, TUS, tus } from "../../../support/tus.ts";
import { until } from "../../../support/until.ts";

const MIB = 1_048_576;
const PART = 5 * MIB;

function noise(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  return bytes;
}

async function contentAt(who: Person, url: string): Promise<Uint8Array> {
  return new Uint8Array(await (await fetchPage(who.host, url, { as: who })).arrayBuffer());
}
const areSame = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, at) => byte === b[at]);

const keysOf = async (who: Person): Promise<string[]> => {
  const { body } = await sendFiles(who, "/user_uploads", [textFile("x")]);
  const prefix = `${body.url.split("/")[2]}/`;
  return (await env.UPLOADS.list({ prefix })).objects.map(({ key }) => key);
};

describe("a resumable upload", () => {
  test("resumes at its offset, and returns the file's URL in its last response", async () => {
    const { owner } = await organization();
    const content = noise(2 * PART + 1000);
    const address = await beginUpload(owner, content.length, "tide table.bin", "application/x-tide");
    expect(address).toMatch(/^\/api\/v1\/tus\/\w{32}$/);
    let offset = 0;
    // Smaller than a part, across a part's end, up to the next end, and the rest.
    for (const bytes of [1000, 1000, PART, PART - 2000, 1000]) {
      const response = await sendBytes(owner, address, offset, content.slice(offset, offset + bytes));
      offset += bytes;
      expect([response.status, response.headers.get("upload-offset")]).toEqual([
        offset === content.length ? 200 : 204,
        String(offset),
      ]);
      expect(await offsetOf(owner, address)).toBe(offset);
      if (offset < content.length) continue;
      const { url, filename } = await response.json<{ url: string; filename: string }>();
      expect(filename).toBe("tide table.bin");
      expect(areSame(await contentAt(owner, url), content)).toBe(true);
      // A client that lost the last response requests it again.
      const again = await sendBytes(owner, address, offset, new Uint8Array());
      expect(await again.json()).toMatchObject({ url, filename });
    }
    const { attachments } = await owner.ok(owner.get("/attachments"));
    expect(attachments).toMatchObject([{ name: "tide table.bin", size: content.length }]);
    await until(async () => expect((await keysOf(owner)).filter((key) => key.includes("resumable"))).toEqual([]));
  });

  test.each([0, 3, PART - 1, PART, PART + 1, 2 * PART])("accepts %i bytes in one request", async (length) => {
    const { owner } = await organization();
    const content = noise(length);
    const headers = { "Upload-Length": String(length), "Upload-Metadata": metadataOf("a.bin") };
    const type = { "Content-Type": "application/offset+octet-stream" };
    const response = await tus(owner, "POST", "/api/v1/tus", { ...headers, ...type }, content);
    expect([response.status, response.headers.get("upload-offset")]).toEqual([201, String(length)]);
    const { url } = await response.json<{ url: string }>();
    expect(areSame(await contentAt(owner, url), content)).toBe(true);
  });

  test("returns its offset only after the bytes of a broken connection are stored", async () => {
    const { owner } = await organization();
    const content = noise(MIB);
    const address = await beginUpload(owner, content.length);
    const { readable, writable } = new FixedLengthStream(content.length);
    const sending = sendBytes(owner, address, 0, readable, { "Content-Length": String(content.length) });
    const writer = writable.getWriter();
    await writer.write(content.subarray(0, 300_000));
    await until(async () => expect((await tablesOf(owner))["resumable_uploads"]).toMatchObject([{ turn: 1 }]));
    const refused = changeRealm(owner, ({ sql }) => {
      sql.exec("UPDATE users SET full_name = 'Changed'").toArray();
      throw new Error("refused");
    });
    await expect(refused).rejects.toThrow("refused");
    const offset = offsetOf(owner, address);
    // The realm answers this only after it has received the request for the offset.
    await tablesOf(owner);
    await writer.abort(new Error("cut off"));
    await sending.catch(() => undefined);
    // The last 37,856 are an unfinished read, which is lost with the connection.
    expect(await offset).toBe(262_144);
  });

  test("keeps the bytes received on a connection that breaks", async () => {
    const { owner } = await organization();
    const content = noise(PART + 3 * MIB);
    const address = await beginUpload(owner, content.length);
    const { readable, writable } = new FixedLengthStream(content.length);
    const sending = sendBytes(owner, address, 0, readable, { "Content-Length": String(content.length) });
    const writer = writable.getWriter();
    await writer.write(content.subarray(0, PART + MIB));
    await writer.abort(new Error("cut off"));
    await sending.catch(() => undefined);
    const offset = await until(async () => {
      const known = Number(await offsetOf(owner, address));
      expect(known).toBeGreaterThanOrEqual(PART);
      return known;
    });
    const rest = await sendBytes(owner, address, offset, content.slice(offset));
    const { url } = await rest.json<{ url: string }>();
    expect(areSame(await contentAt(owner, url), content)).toBe(true);
  });

  test("detects images by their bytes, and otherwise uses the client's declared type", async () => {
    const { host, owner } = await organization();
    const typeOf = async (filename: string, filetype: string, content: Uint8Array<ArrayBuffer>) => {
      const address = await beginUpload(owner, content.length, filename, filetype);
      const { url } = await (await sendBytes(owner, address, 0, content)).json<{ url: string }>();
      return (await fetchPage(host, url, { as: owner })).headers.get("content-type");
    };
    expect(await typeOf("page.html", "text/html", png())).toBe("image/png");
    expect(await typeOf("notes.txt", "text/plain", noise(5))).toBe("text/plain; charset=utf-8");
    expect(await typeOf("clip.mp4", "", noise(5))).toBe("video/mp4");
  });

  test("is refused at any other offset, and beyond its length", async () => {
    const { owner } = await organization();
    const address = await beginUpload(owner, 100);
    expect((await sendBytes(owner, address, 1, noise(10))).status).toBe(409);
    expect((await sendBytes(owner, address, 0, noise(10))).status).toBe(204);
    expect((await sendBytes(owner, address, 0, noise(10))).status).toBe(409);
    expect((await sendBytes(owner, address, 10, noise(91))).status).toBe(413);
    expect(await offsetOf(owner, address)).toBe(10);
  });

  test("accepts only one of two concurrent requests at the same offset", async () => {
    const { owner } = await organization();
    const content = noise(PART + 10);
    const address = await beginUpload(owner, content.length);
    const both = await Promise.all([sendBytes(owner, address, 0, content), sendBytes(owner, address, 0, content)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { attachments } = await owner.ok(owner.get("/attachments"));
    expect(attachments).toHaveLength(1);
    expect(areSame(await contentAt(owner, `/user_uploads/${attachments[0].path_id}`), content)).toBe(true);
  });

  test("returns its offset at once after the store refused its bytes", async () => {
    const { iris } = await realm();
    const address = await beginUpload(iris, 100);
    const token = address.split("/").at(-1) ?? "";
    const isWaiting = () => inRealm(iris, (organization) => isReceiving(organization, { token }));
    await iris.ok(iris.post("/testing/files", { mode: "refuse" }));
    expect((await sendBytes(iris, address, 0, noise(100))).status).toBe(503);
    await iris.ok(iris.post("/testing/files", { mode: "none" }));
    expect(await isWaiting()).toBe(false);
    expect(await offsetOf(iris, address)).toBe(0);
    expect((await sendBytes(iris, address, 0, noise(100))).status).toBe(200);
  });

  test("is dropped with a 410 if the store has lost its bytes", async () => {
    const { owner } = await organization();
    const address = await beginUpload(owner, 100);
    await sendBytes(owner, address, 0, noise(10));
    const [lost] = (await keysOf(owner)).filter((key) => key.includes("resumable"));
    await env.UPLOADS.delete(lost ?? "");
    expect((await sendBytes(owner, address, 10, noise(90))).status).toBe(410);
    expect(await offsetOf(owner, address)).toBe("refused with 404");
  });
});

describe("access to resumable uploads", () => {
  test("[security 15.9] is granted to the same callers as for other uploads, and only to their own uploads", async () => {
    const { by, host, iris, noah, bot } = await realmWithCallers();
    const nobody = new Person(host, "", "");
    const { iris: stranger } = await realm();
    const outsider = new Person(host, stranger.email, stranger.key);
    const webhook = await bot(iris, { bot_type: 2 });
    const address = await beginUpload(noah, 10);
    const found: Record<string, unknown> = {};
    for (const [name, who] of Object.entries({ ...by, outsider, nobody, webhook })) {
      const created = await tus(who, "POST", "/api/v1/tus/", { "Upload-Length": "1" });
      const reached = [
        (await tus(who, "HEAD", address)).status,
        (await sendBytes(who, address, 0, noise(1), { "Upload-Offset": "9" })).status,
        ...(who === noah ? [] : [(await tus(who, "DELETE", address)).status]),
      ];
      found[name] = [created.status, ...reached];
    }
    const unknown = [201, 404, 404, 404];
    expect(found).toEqual({
      owner: unknown,
      administrator: unknown,
      moderator: unknown,
      member: [201, 200, 409],
      guest: unknown,
      bot: unknown,
      outsider: [401, 401, 401, 401],
      nobody: [401, 401, 401, 401],
      webhook: [422, 422, 422, 422],
    });
    expect(await offsetOf(noah, address)).toBe(0);
  });

  test("[security 3.3, 3.9] works with a browser session on both paths, but only from this site's pages", async () => {
    const { host, owner } = await organization();
    const browser = await logIn(host, owner.email, OWNER_PASSWORD);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const nobody = new Person(host, "", "");
    const create = (path: string, headers: Record<string, string>) =>
      tus(nobody, "POST", path, { "Upload-Length": "1", Cookie: cookie, ...headers });
    for (const path of ["/api/v1/tus/", "/json/tus"]) {
      expect((await create(path, { Origin: `http://${host}` })).status, path).toBe(201);
      expect((await create(path, { "X-CSRFToken": browser.csrf })).status, path).toBe(201);
      expect((await create(path, { Origin: "http://elsewhere.example" })).status, path).toBe(403);
      expect((await create(path, {})).status, path).toBe(403);
    }
  });
});

describe("limits of resumable uploads", () => {
  test("[security 15.8] check the size and the quota before accepting any bytes", async () => {
    const { owner } = await organization();
    const create = async (length: number) => {
      const response = await tus(owner, "POST", "/api/v1/tus/", { "Upload-Length": String(length) });
      const { code, msg } = await response.json<{ code: string; msg: string }>().catch(() => ({ code: "", msg: "" }));
      return [response.status, code, msg];
    };
    const larger = "File is larger than this server's configured maximum upload size (12 MiB).";
    expect(await create(12 * MIB + 1)).toEqual([413, "BAD_REQUEST", larger]);
    const address = await beginUpload(owner, 12 * MIB);
    expect((await sendBytes(owner, address, 0, noise(6 * MIB))).status).toBe(204);
    // The organization's quota is 16 MiB, which includes the received bytes of unfinished uploads.
    expect((await create(11 * MIB)).slice(0, 2)).toEqual([413, "REALM_UPLOAD_QUOTA"]);
    await owner.ok(sendBody(owner, "one.bin", new Uint8Array(10 * MIB)));
    const over = await sendBytes(owner, address, 6 * MIB, noise(1));
    expect([over.status, await over.json()]).toMatchObject([413, { code: "REALM_UPLOAD_QUOTA" }]);
  });

  test("drop an account's oldest uploads if it starts many", async () => {
    const { noah, mia } = await realm();
    const others = await beginUpload(mia, 10);
    const first = await beginUpload(noah, 10);
    await sendBytes(noah, first, 0, noise(5));
    await advanceClock(noah, 1000);
    for (let n = 0; n < limits.account.resumable_uploads; n++) await beginUpload(noah, 10);
    expect(await offsetOf(noah, first)).toBe("refused with 404");
    expect(await offsetOf(mia, others)).toBe(0);
    const { resumable_uploads = [] } = await tablesOf(noah);
    expect(resumable_uploads).toHaveLength(limits.account.resumable_uploads + 1);
    await until(async () => expect((await keysOf(noah)).filter((key) => key.includes("resumable"))).toEqual([]));
  });

  test("[security 15.10] remove an abandoned upload after a day, with its bytes", async () => {
    const { owner } = await organization();
    const address = await beginUpload(owner, 2 * PART);
    const { headers } = await sendBytes(owner, address, 0, noise(PART + 5));
    const expires = Date.parse(headers.get("upload-expires") ?? "");
    expect(expires).toBeGreaterThan(Date.now() + 86_300_000);
    await advanceClock(owner, 86_500_000);
    expect(await offsetOf(owner, address)).toBe("refused with 404");
    await until(async () => {
      expect((await tablesOf(owner))["resumable_uploads"]).toEqual([]);
      expect((await keysOf(owner)).filter((key) => key.includes("resumable"))).toEqual([]);
    });
  });

  test("forget a finished upload after a day, and keep its file", async () => {
    const { owner } = await organization();
    const address = await beginUpload(owner, 3);
    const { url } = await (await sendBytes(owner, address, 0, noise(3))).json<{ url: string }>();
    await advanceClock(owner, 86_500_000);
    await until(async () => {
      const { resumable_uploads, outbox } = (await owner.ok(owner.get("/testing/object"))).rows;
      expect([resumable_uploads, outbox]).toEqual([0, 0]);
    });
    expect(await contentAt(owner, url)).toHaveLength(3);
  });

  test("let DELETE remove an unfinished upload, but keep a finished file", async () => {
    const { owner } = await organization();
    const address = await beginUpload(owner, 10);
    await sendBytes(owner, address, 0, noise(5));
    expect((await tus(owner, "DELETE", address)).status).toBe(204);
    expect(await offsetOf(owner, address)).toBe("refused with 404");
    expect((await sendBytes(owner, address, 5, noise(5))).status).toBe(404);
    const whole = await beginUpload(owner, 3);
    const { url } = await (await sendBytes(owner, whole, 0, noise(3))).json<{ url: string }>();
    expect((await tus(owner, "DELETE", whole)).status).toBe(204);
    expect(await contentAt(owner, url)).toHaveLength(3);
  });
});

describe("the tus protocol", () => {
  test("lists the supported version and extensions in response to OPTIONS", async () => {
    const { host } = await organization();
    const { status, headers } = await tus(new Person(host, "", ""), "OPTIONS", "/api/v1/tus/");
    expect([status, headers.get("tus-version"), headers.get("tus-resumable")]).toEqual([204, "1.0.0", "1.0.0"]);
    expect(headers.get("tus-extension")).toBe("creation,creation-with-upload,termination,expiration");
    expect(headers.get("tus-max-size")).toBe(String(12 * MIB));
    expect(headers.get("access-control-allow-headers")).toContain("Upload-Offset");
  });

  test.each([
    ["another version", "POST", { "Tus-Resumable": "0.2.0", "Upload-Length": "1" }, 412],
    ["no length", "POST", {}, 400],
    ["a length that isn't a number", "POST", { "Upload-Length": "-1" }, 400],
    ["a deferred length", "POST", { "Upload-Defer-Length": "1" }, 411],
    ["a partial upload", "POST", { "Upload-Length": "1", "Upload-Concat": "partial" }, 422],
    ["invalid Base64", "POST", { "Upload-Length": "1", "Upload-Metadata": "filename ä" }, 422],
    ["another method", "PUT", {}, 405],
  ])("refuses %s", async (_, method, headers, status) => {
    const { owner } = await organization();
    const response = await tus(owner, method, "/api/v1/tus/", headers);
    expect([response.status, response.headers.get("tus-resumable")]).toEqual([
      status,
      method === "PUT" ? null : "1.0.0",
    ]);
  });

  test("refuses bytes without an offset or with another type, and accepts a method override header", async () => {
    const { owner } = await organization();
    const address = await beginUpload(owner, 10, "ä.bin");
    expect((await sendBytes(owner, address, 0, noise(1), { "Content-Type": "text/plain" })).status).toBe(415);
    expect((await sendBytes(owner, address, 0, noise(1), { "Upload-Offset": "x" })).status).toBe(400);
    const type = { "Content-Type": "application/offset+octet-stream", "Upload-Offset": "0" };
    const post = await tus(owner, "POST", address, { ...type, "X-HTTP-Method-Override": "PATCH" }, noise(4));
    expect([post.status, post.headers.get("upload-offset")]).toEqual([204, "4"]);
    const { headers } = await tus(owner, "HEAD", address, TUS);
    expect(headers.get("upload-length")).toBe("10");
    expect(headers.get("upload-metadata")).toBe(metadataOf("ä.bin"));
    expect(headers.get("cache-control")).toBe("no-store");
    expect((await tus(owner, "GET", address)).status).toBe(405);
  });
});
