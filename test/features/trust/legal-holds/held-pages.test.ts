import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { makeChannel } from "../../../support/channels.ts";
import { fetchPage, sendFiles, textFile } from "../../../support/files.ts";
import { advanceClock, identityOf, inRealm } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { exported, linesOf, ownerOf } from "../../server/compliance-exports/exporting.ts";
import { changeHold, makeHold, release, reviewed, whereIs } from "./stand.ts";

const write = (who: Person, channel: number, content: string, base_version: number): Promise<Json> =>
  who.ok(who.patch(`/streams/${channel}/page`, { content, base_version }));
/** Writes so many versions that all earlier ones leave the history. */
async function writeOver(who: Person, channel: number, version: number): Promise<void> {
  for (let base = version; base < version + 100; base++) await write(who, channel, `filler ${base}`, base);
}
const versionsOf = async (who: Person, channel: number): Promise<Json[]> =>
  (await who.ok(who.get(`/streams/${channel}/page/history`))).versions;
const keptOf = (who: Person) =>
  inRealm(who, ({ sql }) =>
    sql
      .exec("SELECT content FROM held_pages ORDER BY id")
      .toArray()
      .map(({ content }) => String(content)),
  );

test("[security 21.4] old page versions by held users or in held channels are kept, but hidden, until the release", async () => {
  const cast = await realm();
  const { noah, mia, iris } = cast;
  const kitchen = await makeChannel(iris, "kitchen", [noah, mia]);
  const garden = await makeChannel(iris, "garden", [noah, mia]);
  const ofNoah = await makeHold(cast, { custodians: [noah.id] });
  const direct = await makeHold(cast, { custodians: [mia.id], direct_only: true });
  await write(noah, kitchen, "words of noah", 0);
  await write(mia, kitchen, "words of mia", 1);
  await write(noah, garden, "beds of noah", 0);
  await writeOver(mia, kitchen, 2);
  await writeOver(iris, garden, 1);
  expect(await keptOf(iris)).toEqual(["words of noah", "beds of noah"]);
  for (const who of [noah, iris]) {
    const versions = await versionsOf(who, kitchen);
    expect(versions).toHaveLength(100);
    expect(JSON.stringify(versions)).not.toContain("words of noah");
  }
  const holds = async () => (await iris.ok(iris.get("/holds"))).holds;
  const held = { versions: 2, files: 0, bytes: "words of noahbeds of noah".length };
  expect(await holds()).toMatchObject([
    { id: ofNoah, held },
    { id: direct, held: { versions: 0 } },
  ]);

  // Another hold takes over what it covers, and the release of the first deletes the rest.
  const ofGarden = await makeHold(cast, { channels: [garden] });
  await reviewed(iris);
  await release(cast, ofNoah);
  await reviewed(iris);
  expect(await keptOf(iris)).toEqual(["beds of noah"]);
  expect(await holds()).toMatchObject([{ id: direct }, { id: ofGarden, held: { versions: 1, bytes: 12 } }]);
  await release(cast, ofGarden);
  await reviewed(iris);
  expect(await keptOf(iris)).toEqual([]);
  // The message that shows the board may still have it, for a minute.
  expect((await whereIs(iris, "words of noah")).filter((table) => /page/.test(table))).toEqual([]);
});

test("a hold keeps only page versions from its time range", async () => {
  const cast = await realm();
  const { noah, iris } = cast;
  const kitchen = await makeChannel(iris, "kitchen", [noah]);
  await makeHold(cast, { channels: [kitchen], until: 1_000_000 });
  await write(noah, kitchen, "too late", 0);
  await writeOver(noah, kitchen, 1);
  expect(await keptOf(iris)).toEqual([]);
});

test("[security 21.4] files linked only from held page versions are kept until the holds' release", async () => {
  const cast = await realm();
  const { noah, mia, iris } = cast;
  // Noah doesn't receive the message that shows the board.
  const kitchen = await makeChannel(iris, "kitchen", [mia]);
  const ofNoah = await makeHold(cast, { custodians: [noah.id] });
  const send = async (content: string): Promise<string> =>
    (await sendFiles(noah, "/user_uploads", [textFile(content)])).body.url;
  const [kept, other] = [await send("tea leaves"), await send("crumbs")];
  const link = `[leaves](${kept})`;
  await write(noah, kitchen, link, 0);
  await write(noah, kitchen, `${link} again`, 1);
  await write(mia, kitchen, `[crumbs](${other})`, 2);
  await writeOver(mia, kitchen, 3);
  // The message that shows the board had the links, too.
  await advanceClock(iris, 61_000);
  await until(async () => expect((await fetchPage(iris.host, kept, { as: mia })).status).toBe(403));
  for (let days = 0; days < 40; days += 10) await advanceClock(iris, 10 * 86_400_000);
  const { id: organization } = await identityOf(iris);
  const stored = async () => {
    const { objects } = await env.UPLOADS.list({ prefix: `${organization}/uploads/` });
    return Promise.all(objects.map(async ({ key }) => (await env.UPLOADS.get(key))?.text()));
  };
  await until(async () => expect((await fetchPage(iris.host, kept, { as: noah })).status).toBe(404));
  await until(async () => expect(await stored()).toEqual(["tea leaves"]));
  const holds = async () => (await iris.ok(iris.get("/holds"))).holds;
  const held = { versions: 2, files: 1, bytes: 2 * link.length + " again".length + "tea leaves".length };
  expect(await holds()).toMatchObject([{ held }]);

  const ofKitchen = await makeHold(cast, { channels: [kitchen] });
  await reviewed(iris);
  expect(await holds()).toMatchObject([{ held }, { held: { files: 1 } }]);
  await release(cast, ofNoah);
  await reviewed(iris);
  expect(await stored()).toEqual(["tea leaves"]);
  await release(cast, ofKitchen);
  await reviewed(iris);
  await until(async () => expect(await stored()).toEqual([]));
});

test("compliance exports have the boards in their scope, with the versions kept by holds", async () => {
  const cast = await realm();
  const { noah, mia, iris } = cast;
  const kitchen = await makeChannel(iris, "kitchen", [noah, mia]);
  const garden = await makeChannel(iris, "garden", [noah, mia]);
  const hold = await makeHold(cast, { channels: [kitchen] });
  await write(noah, kitchen, "first words", 0);
  await writeOver(mia, kitchen, 1);
  await write(mia, garden, "beds", 0);
  const said = (await noah.ok(noah.post("/messages", { type: "channel", to: garden, topic: "tea", content: "hot" })))
    .id;
  await noah.ok(noah.post(`/streams/${garden}/pins`, { message_id: said }));
  await noah.ok(noah.post(`/streams/${kitchen}/pins`, { url: "https://tea.example/", title: "Tea" }));
  await mia.ok(mia.post(`/streams/${garden}/pins`, { topic: "tea" }));
  const browser = await ownerOf(cast);
  const boardsIn = async (terms: Json): Promise<Json[]> => {
    const { members } = await exported(browser, terms);
    return members.has("boards-0001.jsonl") ? linesOf(members, "boards-0001.jsonl") : [];
  };
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

  const ofGarden = await boardsIn({ channels: [garden] });
  expect(ofGarden).toEqual([
    { channel: garden, page_version: 1, text: "beds", edited_by: mia.id, edited_at: at },
    { channel: garden, message: said, pinned_by: noah.id, pinned_at: at },
    { channel: garden, topic: "tea", pinned_by: mia.id, pinned_at: at },
  ]);
  const ofHold = await boardsIn({ hold_id: hold });
  expect(ofHold).toHaveLength(102);
  expect(ofHold.slice(-2)).toEqual([
    { channel: kitchen, url: "https://tea.example/", title: "Tea", pinned_by: noah.id, pinned_at: at },
    { channel: kitchen, page_version: 1, text: "first words", edited_by: noah.id, edited_at: at },
  ]);
  const ofNoah = await boardsIn({ people: [noah.id] });
  expect(ofNoah.map(({ text, url, message }) => text ?? url ?? message)).toEqual([
    ...["https://tea.example/", "first words", said],
  ]);
  expect(await boardsIn({ channels: [garden], until: 1_000_000 })).toEqual([]);

  // A narrowed hold keeps what it has, and its exports still show it.
  await changeHold(cast, hold, { channels: [garden] });
  await reviewed(iris);
  const narrowed = await boardsIn({ hold_id: hold });
  expect(narrowed.map(({ text }) => text)).toContain("first words");
});

test("[security 21.4] exports have the files of pages, including deleted files and those that only a hold keeps", async () => {
  const cast = await realm();
  const { noah, mia, iris } = cast;
  const kitchen = await makeChannel(iris, "kitchen", [mia]);
  const garden = await makeChannel(iris, "garden", [mia]);
  const hold = await makeHold(cast, { custodians: [noah.id] });
  const send = async (content: string): Promise<string> =>
    (await sendFiles(noah, "/user_uploads", [textFile(content, `${content}.txt`)])).body.url;
  const urls = [await send("tea"), await send("milk"), await send("crumbs"), await send("weeds")];
  const [tea, milk, crumbs, weeds] = urls.map((url) => `[file](${url})`);
  await write(noah, kitchen, `${tea}`, 0);
  await writeOver(mia, kitchen, 1);
  await write(noah, kitchen, `${milk} ${crumbs}`, 101);
  await write(mia, garden, `${weeds}`, 0);
  const { attachments } = await noah.ok(noah.get("/attachments"));
  const remove = async (name: string) => {
    const { id } = attachments.find((file: Json) => file.name === `${name}.txt`);
    await noah.ok(noah.delete(`/attachments/${id}`));
  };
  for (const name of ["tea", "crumbs", "weeds"]) await remove(name);
  const held = async () => (await iris.ok(iris.get("/holds"))).holds[0].held;
  expect(await held()).toMatchObject({ versions: 2, files: 2 });

  const browser = await ownerOf(cast);
  const { members } = await exported(browser, { hold_id: hold });
  const rows = linesOf(members, "boards-0001.jsonl").map(({ page_version, text, files = [] }) => ({
    ...{ page_version, text },
    files: files.map(({ name, member }: Json) => [name, new TextDecoder().decode(members.get(member))]),
  }));
  expect(rows).toEqual([
    { page_version: 102, text: `${milk} ${crumbs}`, files: [["milk.txt", "milk"]] },
    { page_version: 1, text: tea, files: [["tea.txt", "tea"]] },
    { page_version: 102, text: null, files: [["crumbs.txt", "crumbs"]] },
  ]);
  await release(cast, hold);
  await reviewed(iris);
  expect(await inRealm(iris, ({ sql }) => sql.exec("SELECT * FROM held_page_files").toArray())).toEqual([]);
});

test("exports resume within a board with many files", async () => {
  const cast = await realm();
  const { noah, iris } = cast;
  const kitchen = await makeChannel(iris, "kitchen", [noah]);
  const hold = await makeHold(cast, { channels: [kitchen] });
  const sent = await Promise.all(
    Array.from({ length: 6 }, (_, at) => sendFiles(noah, "/user_uploads", [textFile(`leaf ${at}`)])),
  );
  const links = sent.map(({ body }) => `[leaf](${body.url})`).join(" ");
  for (let base = 0; base < 190; base++) await write(noah, kitchen, `${links} ${base}`, base);
  await noah.ok(noah.post(`/streams/${kitchen}/pins`, { url: "https://tea.example/", title: "Tea" }));
  const { members } = await exported(await ownerOf(cast), { hold_id: hold });
  const pieces = [...members.keys()].filter((name) => name.startsWith("boards-")).sort();
  expect(pieces).toEqual(["boards-0001.jsonl", "boards-0002.jsonl", "boards-0003.jsonl"]);
  const rows = pieces.flatMap((name) => linesOf(members, name));
  const inHistory = Array.from({ length: 100 }, (_, at) => 190 - at);
  const held = Array.from({ length: 90 }, (_, at) => 1 + at);
  expect(rows.map(({ page_version, url }) => page_version ?? url)).toEqual([
    ...[...inHistory, "https://tea.example/", ...held],
  ]);
  expect(rows.filter(({ files }) => files?.length === 6)).toHaveLength(190);
});
