import { get, type IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { takesGzip } from "../../src/http/takes-gzip.ts";
import { ownerOf, type Person } from "./support/person.ts";
import { type Server, shared } from "./support/server.ts";

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

function fetchRaw({ url }: Server, path: string, headers: Record<string, string>, method = "GET"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(`${url}${path}`, { method, headers, agent: false }, async (response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: await buffer(response) });
    }).on("error", reject);
  });
}

const common = shared({ args: ["--hold", "0"] });

const keyOf = ({ email, key }: Person) => ({ Authorization: `Basic ${btoa(`${email}:${key}`)}` });

test.for<[string, boolean]>([
  ["gzip", true],
  ["GZIP", true],
  ["br;q=1.0, gzip;q=0.5", true],
  ["gzip, deflate, br", true],
  ["", false],
  ["identity", false],
  ["x-gzip", false],
  ["gzip;q=0", false],
  ["gzip; q=0.000, br", false],
])("Accept-Encoding: %s accepts gzip: %s", ([accepted, taken]) => {
  expect(takesGzip(accepted)).toBe(taken);
});

test("only long texts are compressed, for clients that accept gzip", async () => {
  const server = await common();
  const owner = await ownerOf(server);
  const takes = { ...keyOf(owner), "Accept-Encoding": "gzip" };

  for (const path of ["/api/v1/openapi.json", "/static/emoji.json"]) {
    const [plain, packed] = [await fetchRaw(server, path, keyOf(owner)), await fetchRaw(server, path, takes)];
    expect(plain.headers["content-encoding"], path).toBeUndefined();
    expect(plain.headers.vary, path).toBe("Accept-Encoding");
    expect(packed.headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
    expect(packed.headers["content-length"]).toBeUndefined();
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
  }

  for (const path of ["/health", "/api/v1/users/me", "/api/v1/nosuch"]) {
    const short = await fetchRaw(server, path, takes);
    expect(short.headers["content-encoding"], path).toBeUndefined();
    expect(short.headers["content-length"]).toBe(String(short.bytes.length));
  }

  const head = await fetchRaw(server, "/static/emoji.json", takes, "HEAD");
  expect(head.status).toBe(200);
  expect(head.bytes).toHaveLength(0);
  expect(head.headers["content-encoding"]).toBeUndefined();
});

test("a long poll response is compressed too, whether or not it had to wait", async () => {
  const server = await common();
  const owner = await ownerOf(server);
  const { queue_id, last_event_id } = await owner.ok(owner.post("/register", { event_types: ["message"] }));
  const takes = { ...keyOf(owner), "Accept-Encoding": "gzip" };
  const poll = (last: number) =>
    fetchRaw(server, `/api/v1/events?queue_id=${queue_id}&last_event_id=${last}`, takes).then(({ headers, bytes }) => {
      expect(headers["content-encoding"]).toBe("gzip");
      return JSON.parse(gunzipSync(bytes).toString()).events;
    });
  const send = () =>
    owner.ok(owner.post("/messages", { type: "channel", to: "general", topic: "t", content: "tea ".repeat(1000) }));

  const waiting = poll(last_event_id);
  await send();
  const [first] = await waiting;
  expect(first.message.content).toContain("tea tea");
  await send();
  await send();
  expect(await poll(first.id)).toHaveLength(2);
});

test("a file is served as stored, without compression", async () => {
  const server = await common();
  const owner = await ownerOf(server);
  const text = "line of text\n".repeat(1000);
  const form = new FormData();
  form.set("file", new Blob([text], { type: "text/plain" }), "notes.txt");
  const { url } = await owner.ok(owner.send("POST", "/user_uploads", form));
  const { url: temporary } = await owner.ok(owner.get(url));
  const whole = await fetchRaw(server, temporary, { "Accept-Encoding": "gzip" });
  expect(whole.headers["content-length"]).toBe(String(text.length));
  const part = await fetchRaw(server, temporary, { "Accept-Encoding": "gzip", Range: "bytes=0-3999" });
  expect(part.status).toBe(206);
  expect(part.bytes.toString()).toBe(text.slice(0, 4000));
});
