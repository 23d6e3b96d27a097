import { expect, test } from "vitest";
import { messageText } from "../../../../src/features/messages/push-notifications/message-text.ts";
import { sendBody, sendFiles, textFile } from "../../../support/files.ts";
import { tablesOf } from "../../../support/object.ts";
import { type Cast, casts, realm } from "../../../support/organization.ts";
import type { Person } from "../../../support/person.ts";

const newCast = casts();

const peaks = Array.from({ length: 64 }, (_, at) => at % 32);
const details = { duration_ms: 23_400, peaks };

async function record(who: Person): Promise<string> {
  const { body } = await sendBody(who, "Voice message 0m23s.m4a", new Uint8Array(9), { "Content-Type": "audio/mp4" });
  return body.url.replace("/user_uploads/", "");
}

const describe = (who: Person, path: string, fields: object = details) =>
  who.post(`/user_uploads/${path}/voice`, fields);
const read = async (who: Person, paths: readonly string[]) =>
  (await who.ok(who.get("/voice_messages", { paths }))).voice_messages;

const share = ({ noah, mia }: Cast, path: string) =>
  noah.ok(
    noah.post("/messages", {
      ...{ type: "direct", to: [mia.id], content: `[Voice message (0:23)](/user_uploads/${path})` },
    }),
  );

test("[security 11.10] the uploader describes a voice message, and users who can open the file read it", async () => {
  const cast = await newCast();
  const { noah, mia, iris } = cast;
  const path = await record(noah);
  expect(await read(noah, [path])).toEqual([]);
  await noah.ok(describe(noah, path));
  await share(cast, path);
  const described = { path, ...details, transcript: "" };
  expect(await read(noah, [path, path, "2/no/such/file"])).toEqual([described]);
  expect(await read(mia, [path])).toEqual([described]);
  expect(await read(iris, [path])).toEqual([]);
});

test("[security 11.10] a description can be changed until a message links to the file", async () => {
  const cast = await newCast();
  const { noah, mia } = cast;
  const path = await record(noah);
  for (const transcript of ["Tea at five", "Tea at four"])
    await noah.ok(describe(noah, path, { ...details, transcript }));
  await share(cast, path);
  expect(await describe(noah, path, { ...details, transcript: "No tea" })).toMatchObject({
    status: 400,
    body: { msg: "A message links to this file already, so it can't be described any more." },
  });
  expect(await read(mia, [path])).toEqual([{ path, ...details, transcript: "Tea at four" }]);
});

test("[security 11.10] a linked transcript stays unchanged, even if the link is removed", async () => {
  const cast = await newCast();
  const { noah, mia } = cast;
  const path = await record(noah);
  await noah.ok(describe(noah, path, { ...details, transcript: "Tea at five" }));
  const { id } = await share(cast, path);
  await noah.ok(noah.patch(`/messages/${id}`, { content: "no link" }));
  expect((await describe(noah, path, { ...details, transcript: "No tea" })).status).toBe(400);
  await noah.ok(noah.patch(`/messages/${id}`, { content: `[Voice message (0:23)](/user_uploads/${path})` }));
  expect(await read(mia, [path])).toEqual([{ path, ...details, transcript: "Tea at five" }]);
  // A file sent without a transcript has none that anyone has read.
  const other = await record(noah);
  const second = await share(cast, other);
  await noah.ok(noah.patch(`/messages/${second.id}`, { content: "no link" }));
  await noah.ok(describe(noah, other));
  await noah.ok(describe(noah, other, { ...details, transcript: "Tea" }));
});

test("[security 11.10] only the uploader can describe a file, and only if it is audio", async () => {
  const cast = await newCast();
  const { noah, mia, iris } = cast;
  const path = await record(noah);
  await share(cast, path);
  expect(await describe(mia, path)).toMatchObject({ status: 400, body: { msg: "Insufficient permission" } });
  expect(await describe(iris, path)).toMatchObject({ status: 403 });
  expect(await describe(noah, "2/no/such/file")).toMatchObject({ status: 404 });
  const text = (await sendFiles(noah, "/user_uploads", [textFile("x")])).body.url.replace("/user_uploads/", "");
  expect(await describe(noah, text)).toMatchObject({ status: 400, body: { msg: "This file isn't audio." } });
  expect(await read(noah, [path, text])).toEqual([]);
});

test.each([
  ["a length beyond the limit", { ...details, duration_ms: 311_000 }],
  ["a negative length", { ...details, duration_ms: -1 }],
  ["too few bars", { ...details, peaks: peaks.slice(1) }],
  ["a bar that is too high", { ...details, peaks: [...peaks.slice(1), 32] }],
  ["a long transcript", { ...details, transcript: "x".repeat(10_001) }],
])("a description with %s is refused", async (_, fields) => {
  const { noah } = await newCast();
  const path = await record(noah);
  expect(await describe(noah, path, fields)).toMatchObject({ status: 400, body: { result: "error" } });
  expect(await read(noah, [path])).toEqual([]);
});

test("GET /voice_messages returns at most 100 at once", async () => {
  const { noah } = await newCast();
  const paths = Array.from({ length: 101 }, (_, at) => `2/a/${at}/x`);
  expect(await noah.get("/voice_messages", { paths })).toMatchObject({ status: 400 });
  expect(await read(noah, paths.slice(1))).toEqual([]);
});

test("a description is deleted with its file", async () => {
  const { noah } = await realm();
  await noah.ok(describe(noah, await record(noah)));
  const { attachments } = await noah.ok(noah.get("/attachments"));
  expect((await tablesOf(noah))["voice_messages"]).toHaveLength(1);
  await noah.ok(noah.delete(`/attachments/${attachments[0].id}`));
  expect((await tablesOf(noah))["voice_messages"]).toEqual([]);
});

test.each([
  ["note.weba", "", "audio/webm"],
  ["note.wav", "audio/x-wav", "audio/x-wav"],
  ["note.wav", "audio/vnd.wave", "audio/vnd.wave"],
])("%s of type %j is played as %s", async (name, type, expected) => {
  const { noah } = await newCast();
  const { body } = await sendBody(noah, name, new Uint8Array(9), type === "" ? {} : { "Content-Type": type });
  const { rendered } = await noah.ok(noah.post("/messages/render", { content: `[Listen](${body.url})` }));
  expect([rendered, expected]).toEqual([expect.stringContaining("<audio controls"), expected]);
});

test("push notifications and emails name a recording by its title", () => {
  const html =
    '<p><audio controls="" preload="metadata" src="/user_uploads/2/a/b/c" title="Voice &amp; (0:23)"></audio></p>';
  expect(messageText(html)).toBe("Voice & (0:23)");
});
