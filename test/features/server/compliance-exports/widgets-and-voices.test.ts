import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { sendBody } from "../../../support/files.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { channelOf, exported, ownerOf, say } from "./exporting.ts";

const peaks = Array.from({ length: 64 }, () => 7);

/** Uploads a voice message with a transcript, and returns its path. */
async function record(who: Person, transcript: string): Promise<string> {
  const { body } = await sendBody(who, "Voice message 0m23s.m4a", new Uint8Array(9), { "Content-Type": "audio/mp4" });
  const path = body.url.replace("/user_uploads/", "");
  await describeAnew(who, path, transcript);
  return path;
}
const describeAnew = (who: Person, path: string, transcript: string) =>
  who.ok(who.post(`/user_uploads/${path}/voice`, { duration_ms: 23_400, peaks, transcript }));
const linkTo = (path: string) => `[Voice message (0:23)](/user_uploads/${path})`;

const add = (who: Person, message_id: number, content: object) =>
  who.ok(who.post("/submessage", { message_id, msg_type: "widget", content: JSON.stringify(content) }));
const task = (name: string) => ({ type: "new_task", key: 2, task: name, desc: "", completed: false });

/** What an export says of the widget of a message. */
const partsOf = ({ submessages }: Json) =>
  (submessages ?? []).map(({ sender_id, content }: Json) => [sender_id, JSON.parse(content)]);

test("a compliance export has the transcripts of voice messages, and what everybody has added to widgets", async () => {
  const cast = await realm();
  const { noah, mia } = cast;
  const cellar = await channelOf(mia, "cellar", [mia, noah]);
  const voice = await say(noah, cellar, linkTo(await record(noah, "The tide is at five.")));
  const poll = await say(mia, cellar, "/poll Which tea?\nGreen");
  await add(noah, poll, { type: "new_option", idx: 1, option: "Secret blend" });
  const plain = await say(mia, cellar, "nothing of it");
  const { members, messages } = await exported(await ownerOf(cast), { channels: [cellar] });
  const only = (id: number): Json => messages.find((message) => message.id === id);
  expect(only(voice).files).toMatchObject([{ name: "Voice message 0m23s.m4a", transcript: "The tide is at five." }]);
  expect(partsOf(only(poll))).toEqual([
    [mia.id, { widget_type: "poll", extra_data: { question: "Which tea?", options: ["Green"] } }],
    [noah.id, { type: "new_option", idx: 1, option: "Secret blend" }],
  ]);
  expect(only(plain)).not.toHaveProperty("submessages");
  const [letter = ""] = [...members.keys()].filter((name) => name.endsWith(".eml"));
  const { text } = await PostalMime.parse(members.get(letter) as Uint8Array<ArrayBuffer>);
  for (const part of ["The tide is at five.", "Secret blend"]) expect(text).toContain(part);
});
