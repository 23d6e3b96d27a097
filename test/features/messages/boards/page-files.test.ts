import { expect, test } from "vitest";
import { digestOf } from "../../../../src/archive-format/digest.ts";
import { makeChannel, outcome } from "../../../support/channels.ts";
import { fetchPage, sendFiles, textFile } from "../../../support/files.ts";
import { advanceClock } from "../../../support/object.ts";
import { casts, organization, realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { archiveWith, importArchive } from "../../server/imports/importing.ts";

const newCast = casts();

const upload = async (who: Person, content = "tea leaves"): Promise<string> =>
  (await sendFiles(who, "/user_uploads", [textFile(content)])).body.url;
const write = (who: Person, channel: number, content: string, base_version: number): Promise<Json> =>
  who.ok(who.patch(`/streams/${channel}/page`, { content, base_version }));
const statusOf = async ({ host }: { host: string }, url: string, as?: Person): Promise<number> =>
  (await fetchPage(host, url, as && { as })).status;
const DAY = 86_400_000;

test("a file linked only by a page can be opened by exactly the users who can read the channel", async () => {
  const cast = await newCast();
  const { noah, mia, iris, omar, gus } = cast;
  const vault = await makeChannel(noah, "vault", [noah, mia, gus], { invite_only: true });
  const url = await upload(noah);
  await write(noah, vault, `[leaves](${url})`, 0);
  for (const who of [noah, mia, gus]) expect(await statusOf(cast, url, who), who.email).toBe(200);
  for (const who of [iris, omar]) expect(await statusOf(cast, url, who), who.email).toBe(403);
  expect(await statusOf(cast, url)).not.toBe(200);
  // A version of the history still links to it.
  await write(mia, vault, "nothing", 1);
  expect(await statusOf(cast, url, mia)).toBe(200);
  await gus.ok(gus.delete("/users/me/subscriptions", { subscriptions: ["vault"] }));
  expect(await statusOf(cast, url, gus)).toBe(403);
  // A user who can open it can share it with others.
  const kitchen = await makeChannel(mia, "kitchen", [mia, omar]);
  await mia.ok(mia.post("/messages", { type: "channel", to: kitchen, topic: "tea", content: `[leaves](${url})` }));
  expect(await statusOf(cast, url, omar)).toBe(200);
});

test("a file on the page of a web-public channel can be opened by spectators", async () => {
  const cast = await realm();
  const { iris, noah } = cast;
  await iris.ok(iris.patch("/realm", { enable_spectator_access: true }));
  const open = await makeChannel(iris, "open", [noah], { is_web_public: true });
  const closed = await makeChannel(iris, "closed", [noah]);
  const [shown, hidden] = [await upload(noah), await upload(noah, "secret")];
  await write(noah, open, `[leaves](${shown})`, 0);
  await write(noah, closed, `[leaves](${hidden})`, 0);
  expect(await statusOf(cast, shown)).toBe(200);
  expect(await statusOf(cast, hidden)).not.toBe(200);
});

test("the path of another user's file on a page opens the file for no one", async () => {
  const cast = await newCast();
  const { noah, mia } = cast;
  const kitchen = await makeChannel(noah, "kitchen", [noah, mia]);
  const url = await upload(noah);
  await write(mia, kitchen, `[stolen](${url})`, 0);
  expect(await statusOf(cast, url, mia)).toBe(403);
});

test("a file is kept while a version of a page links to it, and for another month", async () => {
  const cast = await realm();
  const { noah, mia, iris } = cast;
  const kitchen = await makeChannel(noah, "kitchen", [noah, mia]);
  const [url, unused] = [await upload(noah), await upload(noah, "unused")];
  await write(noah, kitchen, `[leaves](${url})`, 0);
  for (let days = 0; days < 40; days += 10) await advanceClock(iris, 10 * DAY);
  expect(await statusOf(cast, url, mia)).toBe(200);
  await until(async () => expect(await statusOf(cast, unused, noah)).toBe(404));
  // Deleting another place that links to it doesn't delete it.
  const id = (await noah.ok(noah.post("/messages", { type: "direct", to: [mia.id], content: `[leaves](${url})` }))).id;
  await iris.ok(
    iris.patch("/realm", {
      can_delete_own_message_group: { new: { direct_members: [noah.id], direct_subgroups: [] } },
    }),
  );
  await noah.ok(noah.delete(`/messages/${id}`));
  expect(await statusOf(cast, url, mia)).toBe(200);
  for (let base = 1; base <= 100; base++) await write(mia, kitchen, `filler ${base}`, base);
  // The message that shows the board had the link, too.
  await advanceClock(iris, 61_000);
  await until(async () => expect(await statusOf(cast, url, mia)).toBe(403));
  expect(await statusOf(cast, url, mia)).toBe(403);
  expect(await statusOf(cast, url, noah)).toBe(200);
  for (let days = 0; days < 40; days += 10) await advanceClock(iris, 10 * DAY);
  await until(async () => expect(await statusOf(cast, url, noah)).toBe(404));
});

test("imports preserve who can open the files of pages", async () => {
  const { owner } = await organization();
  const bytes = new TextEncoder().encode("tea leaves").slice();
  const about = { content_type: "text/plain", size: bytes.length, sha256: await digestOf(bytes) };
  const file = (id: number, more: object) => ({
    ...{ id, member: `files/${id}`, name: `${id}.txt`, path_id: `2/ab/${id}/${id}.txt`, owner_id: 2, ...about },
    ...more,
  });
  const person = { role: 400, is_active: true, date_joined: 1 };
  const channel = { date_created: 1, invite_only: false, history_public_to_subscribers: true };
  const page = (channel_id: number, id: number, user_id: number | null) => ({
    ...{ channel_id, version: 1, user_id, date_edited: 1 },
    content: `[leaves](/user_uploads/2/ab/${id}/${id}.txt)`,
  });
  const rows = {
    users: [
      { ...person, id: 2, delivery_email: "ada@example.org", full_name: "Ada" },
      { ...person, id: 3, delivery_email: "bob@example.org", full_name: "Bob" },
    ],
    channels: [5, 6, 7, 8].map((id) => ({ ...channel, id, name: `channel ${id}` })),
    files: [
      file(1, {}),
      file(2, { links: [], pages: [6] }),
      file(3, { links: [], pages: [5] }),
      file(4, { links: [] }),
    ],
    channel_pages: [page(5, 1, null), page(6, 2, 3), page(7, 3, 3), page(8, 4, 2)],
  };
  const files = Object.fromEntries([1, 2, 3, 4].map((id) => [`files/${id}`, bytes]));
  await importArchive(owner, await archiveWith(rows, { files }));
  const { streams } = await owner.ok(owner.get("/streams"));
  const opened: Record<string, number> = {};
  for (const { name, stream_id } of streams.filter((one: Json) => one.name.startsWith("channel "))) {
    const board = await owner.ok(owner.get(`/streams/${stream_id}/board`));
    const [, path = ""] = /\((.*)\)/.exec(board.page.content) ?? [];
    opened[name] = await statusOf(owner, path, owner);
  }
  // The third page names a file of another page, which its writer couldn't open.
  expect(opened).toEqual({ "channel 5": 200, "channel 6": 200, "channel 7": 403, "channel 8": 200 });
  expect(await outcome(owner.get("/attachments"))).toBe("ok");
});
