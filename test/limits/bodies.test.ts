import { exports } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { limits } from "../../src/protocol/limit-table.ts";
import { organization, realm } from "../support/organization.ts";
import type { Person } from "../support/person.ts";

const { unasked_bytes, form_bytes, fields, form_parts, query_characters } = limits.request;
const PIECE = 16_384;
/** Bytes that the transport and the reader can have buffered beyond those read. */
const IN_HAND = 4 * 65_536;

/** A body without Content-Length that never ends while it is read, up to a gigabyte. */
function endless(begin: string, piece = "x".repeat(PIECE)) {
  const read = { bytes: 0 };
  const encoder = new TextEncoder();
  const chunk = encoder.encode(piece);
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = read.bytes === 0 && begin !== "" ? encoder.encode(begin) : chunk.slice();
      read.bytes += next.length;
      if (read.bytes > 1_000_000_000) controller.close();
      else controller.enqueue(next);
    },
  });
  return { body, read };
}

interface Sent {
  readonly status: number;
  readonly msg: string;
  readonly code: string;
  readonly remaining: string | null;
}

async function send(
  { host, email, key }: Pick<Person, "host" | "email" | "key">,
  path: string,
  body: ReadableStream | string,
  { method = "POST", type = "application/x-www-form-urlencoded" } = {},
): Promise<Sent> {
  const headers: Record<string, string> = { "Content-Type": type };
  if (key !== "") headers["Authorization"] = `Basic ${btoa(`${email}:${key}`)}`;
  const response = await exports.default.fetch(`http://${host}/api/v1${path}`, { method, headers, body });
  const { msg, code } = await response.json<{ msg: string; code: string }>();
  return { status: response.status, msg, code, remaining: response.headers.get("X-RateLimit-Remaining") };
}

const multipart = "multipart/form-data; boundary=x";

describe("[security 15.11] an endless body", () => {
  test.each([
    ["to no endpoint", "/nosuch", 0, [404, "Not found"]],
    ["to an endpoint by another method", "/server_settings", 0, [405, "Method Not Allowed"]],
    [
      "by an anonymous caller",
      "/messages",
      unasked_bytes,
      [401, "Not logged in: API authentication or user session required"],
    ],
    ["for a public endpoint", "/fetch_api_key", unasked_bytes, [400, "The request is too large."]],
  ])("%s is rejected", async (_, path, most, answer) => {
    const { host } = await organization();
    const { body, read } = endless("content=");
    const { status, msg } = await send({ host, email: "", key: "" }, path, body);
    expect([status, msg]).toEqual(answer);
    expect(read.bytes).toBeLessThanOrEqual(most + IN_HAND);
  });

  test("of an authenticated caller is read only up to the form limit, and counts as one call", async () => {
    const { owner } = await organization();
    const { body, read } = endless("content=", "%C3%A4".repeat(2730));
    expect(await send(owner, "/messages", body)).toMatchObject({
      status: 400,
      msg: "The request is too large.",
      remaining: "199",
    });
    expect(read.bytes).toBeLessThanOrEqual(form_bytes + IN_HAND);
  });

  test.each([
    ["a parameter", "content=", undefined, "content is too long (limit: 500000 characters)"],
    ["an alias", "subject=", undefined, /is too long/],
    ["characters of two UTF-16 units", "topic=", "\u{1f600}".repeat(4000), /is too long/],
    ["escaped characters", "t%6Fpic=", "%F0%9F%98%80".repeat(1000), /is too long/],
    ["an unknown parameter", "content=x&other=", undefined, "The request is too large."],
    ["a name", "", undefined, "The request is too large."],
    [
      "a part of a form",
      '--x\r\nContent-Disposition: form-data; name="content"\r\n\r\n',
      undefined,
      "content is too long (limit: 500000 characters)",
    ],
  ])("with %s is read up to that parameter's limit", async (_, begin, piece, msg) => {
    const { owner } = await organization();
    const { body, read } = endless(begin, piece);
    const sent = await send(owner, "/messages", body, begin.startsWith("--") ? { type: multipart } : {});
    expect(sent).toMatchObject({ status: 400, msg: typeof msg === "string" ? msg : expect.stringMatching(msg) });
    expect(read.bytes).toBeLessThanOrEqual(1_100_000 + 4 * 262_144);
  });

  test("[security 15.4] of a caller without permission is not read", async () => {
    const { mona } = await realm();
    const { body, read } = endless("description=");
    const msg = "Must be an organization administrator";
    expect(await send(mona, "/realm", body, { method: "PATCH" })).toMatchObject({ status: 400, msg });
    expect(read.bytes).toBeLessThanOrEqual(unasked_bytes + IN_HAND);
  });

  test("[security 15.4] of a caller over the rate limit is not read", async () => {
    const { owner } = await organization();
    for (let call = 0; call < 200; call++) await owner.get("/users/me");
    const { body, read } = endless("content=");
    expect(await send(owner, "/messages", body)).toMatchObject({ status: 429, code: "RATE_LIMIT_HIT" });
    expect(read.bytes).toBeLessThanOrEqual(unasked_bytes + IN_HAND);
  });

  test.each([
    ["preamble", "", "\r".repeat(PIECE), "Malformed multipart/form-data"],
    ["the head of a part", "--x\r\n", "a: b\r\n".repeat(2000), "Malformed multipart/form-data"],
    [
      "empty parts",
      "",
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(200),
      "The request has too many parts.",
    ],
    ["one part", '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n', undefined, "The request is too large."],
  ])("of multipart data with %s is rejected early", async (_, begin, piece, msg) => {
    const { owner } = await organization();
    const { body, read } = endless(begin, piece);
    expect(await send(owner, "/messages", body, { type: multipart })).toMatchObject({ status: 400, msg });
    expect(read.bytes).toBeLessThanOrEqual(form_bytes + IN_HAND);
  });

  test("of an upload is rejected at the file size limit", async () => {
    const { owner } = await organization();
    const { body } = endless('--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n');
    expect((await send(owner, "/user_uploads", body, { type: multipart })).status).toBe(413);
    const beside = endless('--x\r\nContent-Disposition: form-data; name="f"\r\n\r\n');
    expect(await send(owner, "/user_uploads", beside.body, { type: multipart })).toMatchObject({
      status: 400,
      msg: "The request is too large.",
    });
  });
});

describe("a long form", () => {
  const chunked = (text: string) => new Response(text).body as ReadableStream;

  test("arrives complete, and its caller is authenticated once", async () => {
    const { owner } = await organization();
    const content = "long ".repeat(40_000);
    const form = new URLSearchParams({ content, type: "direct", to: `[${owner.id}]`, client: "Late" }).toString();
    for (const [body, left] of [
      [form, "199"],
      [chunked(form), "198"],
    ] as const) {
      expect(await send(owner, "/messages", body)).toMatchObject({ status: 200, remaining: left });
    }
    const { messages } = await owner.ok(owner.get("/messages", { anchor: "newest", num_before: 1, num_after: 0 }));
    expect(messages[0].client).toBe("Late");
    expect(messages[0].content.length).toBeGreaterThan(9000);
  });

  test("can be multipart", async () => {
    const { owner } = await organization();
    const part = (name: string, value: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const form = `${part("content", "long ".repeat(40_000))}${part("type", "direct")}${part("to", `[${owner.id}]`)}--x--`;
    expect((await send(owner, "/messages", form, { type: multipart })).status).toBe(200);
  });

  test("can override the HTTP method", async () => {
    const { owner } = await organization();
    const { id } = await owner.ok(owner.post("/messages", { type: "direct", to: [owner.id], content: "short" }));
    const form = new URLSearchParams({ method: "PATCH", content: "long ".repeat(40_000) }).toString();
    expect((await send(owner, `/messages/${id}`, form)).status).toBe(200);
  });

  test("is not read if its stated length is too large", async () => {
    const { owner } = await organization();
    const form = `content=${"x".repeat(form_bytes)}`;
    expect(await send(owner, "/messages", form)).toMatchObject({ status: 400, msg: "The request is too large." });
  });

  test("gets an immediate response if it claims to exceed every limit and sends nothing", async () => {
    const { host } = await organization();
    const headers = { "Content-Length": "5000000000", "Content-Type": "application/x-www-form-urlencoded" };
    for (const path of ["/api/v1/messages", "/login/", "/accounts/password/reset/", "/new/"]) {
      const body = new ReadableStream<Uint8Array>({});
      const response = await exports.default.fetch(`http://${host}${path}`, { method: "POST", headers, body });
      expect([path, response.status, await response.text()]).toEqual([path, 400, expect.stringContaining("too large")]);
    }
  });

  test("[security 15.4] with a session cookie is not read before its CSRF token is checked", async () => {
    const { host } = await organization();
    const { body, read } = endless("content=");
    const headers = { Cookie: `sessionid=${"a".repeat(32)}`, "Content-Type": "application/x-www-form-urlencoded" };
    const response = await exports.default.fetch(`http://${host}/json/messages`, { method: "POST", headers, body });
    expect(response.status).toBe(401);
    expect(read.bytes).toBeLessThanOrEqual(unasked_bytes + IN_HAND);
  });
});

describe("a request can have a limited number", () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `a${index}=`).join("&");
  const parts = (count: number) =>
    `${'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(count)}--x--\r\n`;

  test.each([
    ["fields of a form at its limit", many(fields), undefined, 200],
    ["fields of a form beyond it", many(fields + 1), undefined, 400],
    ["parts at its limit", parts(form_parts), multipart, 200],
    ["parts beyond it", parts(form_parts + 1), multipart, 400],
  ])("of %s", async (_, body, type, status) => {
    const { owner } = await organization();
    expect((await send(owner, "/register", body, type === undefined ? {} : { type })).status).toBe(status);
  });

  test("of characters and fields in a query string", async () => {
    const { owner } = await organization();
    const query = (length: number) => `/users/me?${"x".repeat(length - 1)}`;
    expect((await owner.get(query(query_characters))).status).toBe(200);
    expect((await owner.get(query(query_characters + 1))).body.msg).toBe("The request is too large.");
    expect((await owner.get(`/users/me?${many(fields + 1)}`)).body.msg).toBe("The request has too many fields.");
  });
});
