import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { sendFiles } from "../../../support/files.ts";
import type { Json } from "../../../support/json.ts";
import { advanceClock } from "../../../support/object.ts";
import { organization } from "../../../support/organization.ts";
import { animatedGif, png } from "../../../support/pictures.ts";
import { until } from "../../../support/until.ts";
import { archiveWith, ended, importArchive, importUntil, type Rows, storedKeys, upload } from "./importing.ts";

const BASE = 1_600_000_000;
const DAY_MS = 86_400_000;

const ada = {
  id: 2,
  delivery_email: "ada@example.org",
  full_name: "Ada",
  role: 400,
  is_active: true,
  date_joined: BASE,
};
const food = { id: 5, name: "food", date_created: BASE, invite_only: false, history_public_to_subscribers: true };
const noPicture = new TextEncoder().encode("no picture").slice();
const ofLost = { emoji_name: "octopus", emoji_code: "9", reaction_type: "realm_emoji" };

test("an emoji with an unreadable picture is left out, and so is everything that shows it", async () => {
  const { owner } = await organization();
  const rows: Rows = {
    users: [{ ...ada, status: { status_text: "away", ...ofLost } }],
    custom_emoji: [{ id: 9, name: "octopus", author_id: 2, file: "files/emoji" }],
    channels: [food],
    messages: [{ id: 10, sender_id: 2, channel_id: 5, topic: "t", content: "tea", sent_at: BASE }],
    reactions: [{ message_id: 10, user_id: 2, ...ofLost }],
  };
  const done = await importArchive(owner, await archiveWith(rows, { files: { "files/emoji": noPicture } }));
  expect(done).toMatchObject({ state: "done", report: { counts: { reactions: { in: 1, out: 0 } } } });
  const { emoji } = await owner.ok(owner.get("/realm/emoji"));
  expect(emoji).toEqual({});
  const { members } = await owner.ok(owner.get("/users"));
  const { user_id } = members.find(({ full_name }: Json) => full_name === "Ada");
  const { status } = await owner.ok(owner.get(`/users/${user_id}/status`));
  expect(status).toEqual({ status_text: "away" });
  const found = await owner.ok(owner.post("/organizations/check/files", { subdomain: owner.host.split(".")[0] }));
  expect(found).toMatchObject({ missing: [], unnamed: [] });
});

test("a canceled import of many files leaves none of them in the store", async () => {
  const { owner } = await organization();
  const uploads = Array.from({ length: 520 }, (_, index) => `files/a${String(index).padStart(4, "0")}`);
  const messages = Array.from({ length: 600 }, (_, index) => ({
    ...{ id: 10 + index, sender_id: 2, channel_id: 5, topic: "t", content: `text ${index}`, sent_at: BASE },
  }));
  const sha256 = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881";
  const rows: Rows = {
    users: [{ ...ada, avatar: "files/z" }],
    custom_emoji: [{ id: 1, name: "dance", file: "files/y" }],
    channels: [food],
    files: uploads.map((member, index) => ({
      ...{ id: index + 1, member, name: "x.txt", content_type: "text/plain", size: 1, sha256 },
      path_id: `2/ab/${index}/x.txt`,
    })),
    messages,
  };
  // The archive contains only the last ones, which are listed like the others.
  const files = { "files/y": animatedGif(), "files/z": png() };
  const before = await storedKeys("");
  const id = await importUntil(owner, await archiveWith(rows, { files }), "messages");
  await owner.ok(owner.post(`/imports/${id}/cancel`));
  expect(await ended(owner, id, "cancelled", "failed", "done")).toMatchObject({ state: "cancelled" });
  await until(async () => expect(await storedKeys("")).toEqual(before));
});

test("an organization's picture is deleted when the archive's picture replaces it", async () => {
  const { owner } = await organization();
  const others = await storedKeys("");
  const icon = new File([png()], "icon.png", { type: "image/png" });
  await owner.ok(sendFiles(owner, "/realm/icon", [icon]));
  const [old] = (await storedKeys("")).filter((key) => !others.includes(key));
  const place = { name: "Moved", description: "", settings: {}, icon: "files/icon" };
  const archive = await archiveWith({ organization: [place] }, { files: { "files/icon": png(5, 5) } });
  expect(await importArchive(owner, archive)).toMatchObject({ state: "done" });
  await until(async () => expect(await storedKeys(`${old?.split("/")[0]}/`)).toHaveLength(1));
  const found = await owner.ok(owner.post("/organizations/check/files", { subdomain: owner.host.split(".")[0] }));
  expect(found).toMatchObject({ checked: 1, missing: [], unnamed: [] });
});

test("a part that arrives after its import was canceled is deleted eventually", async () => {
  const { owner } = await organization();
  const before = await storedKeys("");
  const id = await upload(owner, await archiveWith({ users: [ada] }));
  const [key = ""] = (await storedKeys("")).filter((one) => !before.includes(one));
  await owner.ok(owner.post(`/imports/${id}/cancel`));
  await until(async () => expect(await storedKeys("")).toEqual(before));
  // Was being stored while the import was cancelled.
  await env.UPLOADS.put(key, "late");
  await advanceClock(owner, DAY_MS);
  await until(async () => expect(await storedKeys("")).toEqual(before));
});
