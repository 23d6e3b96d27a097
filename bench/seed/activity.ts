import { Buffer } from "node:buffer";
import { Connection } from "../load/connection.ts";
import { type Account, apiRequest, request } from "../load/requests.ts";
import type { Progress } from "../progress.ts";
import type { Server } from "../server/server.ts";
import type { Size } from "./people.ts";
import { Random } from "./random.ts";

const FILES = 20;
const BOUNDARY = "parley-bench";
/** A one-pixel GIF. */
const PICTURE = Buffer.from("R0lGODdhAQABAIAAAAAAAAAAACwAAAAAAQABAAACAkQBADs=", "base64");

/** Uploads a file for each of the first people, every other one an image. Returns the paths. */
export async function uploadFiles(server: Server, people: readonly Account[]): Promise<string[]> {
  const connection = new Connection(server.port);
  const addresses: string[] = [];
  for (const [place, account] of people.slice(0, FILES).entries()) {
    const [name, type, content] =
      place % 2 === 0 ? ["picture.gif", "image/gif", PICTURE.toString("latin1")] : ["notes.txt", "text/plain", "notes"];
    const body = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n${content}\r\n--${BOUNDARY}--\r\n`;
    const credentials = Buffer.from(`${account.email}:${account.key}`).toString("base64");
    const head = `authorization: Basic ${credentials}\r\ncontent-type: multipart/form-data; boundary=${BOUNDARY}\r\n`;
    const reply = await connection.send(request("POST", "/api/v1/user_uploads", head, body));
    addresses.push((JSON.parse(reply.body.toString()) as { url: string }).url);
  }
  connection.close();
  return addresses;
}

/** Allows messages of any age to be edited and moved. */
export const liftTimeLimits = (server: Server) =>
  server.call("PATCH", "/realm", {
    message_content_edit_limit_seconds: '"unlimited"',
    move_messages_within_stream_limit_seconds: '"unlimited"',
  });

const REACTIONS = ["tada", "heart", "+1", "octopus"];
const MAX_REACTIONS = 10_000;
/** Number of people who star and edit messages. */
const BUSY = 100;
const STARS = 20;
const EDITS = 10;
const AT_ONCE = 8;

/** Adds reactions, stars and edits. */
export async function addActivity(
  server: Server,
  { messages }: Size,
  people: readonly Account[],
  progress: Progress,
): Promise<void> {
  const random = new Random(7);
  const busy = people.slice(0, BUSY);
  const reactions = Array.from({ length: Math.min(MAX_REACTIONS, messages / 50) }, () => {
    const path = `/messages/${1 + random.below(messages)}/reactions`;
    const emoji_name = REACTIONS[random.below(REACTIONS.length)] ?? "";
    return apiRequest("POST", path, people[random.below(people.length)] ?? server.owner, { emoji_name });
  });
  await sendAll(server, reactions, (done) => progress.part("reactions", done, reactions.length));
  const stars = busy.map((account) => {
    const range = { anchor: 1 + random.below(messages), num_before: STARS, num_after: 0, narrow: [] };
    return apiRequest("POST", "/messages/flags/narrow", account, { ...range, op: "add", flag: "starred" });
  });
  await sendAll(server, stars, (done) => progress.part("stars", done, stars.length));
  const edits: string[] = [];
  for (const account of busy) {
    const range = { anchor: "newest", num_before: EDITS, num_after: 0, narrow: [["sender", account.id]] };
    const fields = { ...range, apply_markdown: false };
    const found = await server.call<{ messages: { id: number; content: string }[] }>(
      "GET",
      "/messages",
      fields,
      account,
    );
    for (const { id, content } of found.messages) {
      edits.push(apiRequest("PATCH", `/messages/${id}`, account, { content: `${content} (edited)` }));
    }
  }
  await sendAll(server, edits, (done) => progress.part("edits", done, edits.length));
}

/** Marks all messages as read for everyone. */
export async function readAll(server: Server, people: readonly Account[], progress: Progress): Promise<void> {
  const requests = people.map((account) => apiRequest("POST", "/mark_all_as_read", account));
  await sendAll(server, requests, (done) => progress.part("reading", done, requests.length));
}

/** Sends requests, and ignores refusals, which are expected because not everyone can see every message. */
async function sendAll(server: Server, requests: readonly string[], tell: (done: number) => void): Promise<void> {
  let next = 0;
  const work = async () => {
    const connection = new Connection(server.port);
    while (next < requests.length) {
      tell(next);
      await connection.send(requests[next++] ?? "");
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
