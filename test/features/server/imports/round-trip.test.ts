import { expect, test } from "vitest";
import { fetchPage } from "../../../support/files.ts";
import type { Json } from "../../../support/json.ts";
import { organization, PASSWORD } from "../../../support/organization.ts";
import { Person } from "../../../support/person.ts";
import { filled } from "../exports/filled.ts";
import { readExport } from "../exports/run-export.ts";
import { wholeExport } from "../exports/whole-export.ts";
import { importArchive } from "./importing.ts";
import { normalised } from "./normalised.ts";
import { seenBy } from "./seen-by.ts";

async function archiveOf(who: Person, secrets: boolean): Promise<Blob> {
  const { path } = await wholeExport(who, { secrets });
  return (await fetchPage(who.host, path)).blob();
}

/** A filled organization that also has a bot with settings of what is delivered to it, and one that changed hands. */
async function oldOrganization() {
  const cast = await filled();
  const { iris, noah, mia, bot } = cast;
  const hook = await bot(noah, { bot_type: 2, default_sending_stream: "harbour" });
  const templates = { topic_template: "{{ service }}", content_template: "**{{ text }}**" };
  await noah.ok(noah.patch(`/bots/${hook.id}/webhook`, { secret: "hush", ...templates }));
  const given = await bot(noah);
  await iris.ok(iris.patch(`/bots/${given.id}`, { bot_owner_id: mia.id }));
  return { ...cast, hook, given };
}

/** Whoever founds the new organization is there before the import, and keeps what they have. */
const isFounder = (row: Json) => row.delivery_email === "iris@example.com";

function comparable(archive: Json): Json {
  const [founder] = archive.users.filter(isFounder);
  const { date_joined: _, password_hash: __, api_key_hashes: ___, ...kept } = founder;
  return { ...archive, users: [kept, ...archive.users.filter((row: Json) => !isFounder(row))] };
}

async function move(from: Person, secrets: boolean) {
  const archive = await archiveOf(from, secrets);
  const { owner, host } = await organization();
  const done = await importArchive(owner, new Uint8Array(await archive.arrayBuffer()));
  expect(done).toMatchObject({ state: "done", error: null });
  return { archive, owner, host, left_out: done.report.left_out };
}

test("an organization that moves with its secrets is the same there, for exports, clients and logins", async () => {
  const old = await oldOrganization();
  const { archive, owner, host, left_out } = await move(old.iris, true);
  expect(left_out).toEqual([]);
  const before = comparable(normalised(await readExport(archive)));
  const after = comparable(normalised(await readExport(await archiveOf(owner, true))));
  for (const table of new Set([...Object.keys(before), ...Object.keys(after)])) {
    expect(after[table], table).toEqual(before[table]);
  }

  // The old keys work, of people and of bots.
  const there = ({ email, key }: Person) => new Person(host, email, key);
  for (const who of [old.iris, old.noah, old.mia, old.omar, old.mona]) {
    expect(await seenBy(there(who)), who.email).toEqual(await seenBy(who));
  }
  expect(await there(old.robot).ok(there(old.robot).get("/bot_storage"))).toMatchObject({ storage: { cups: "7" } });
  const login = await there(old.noah).post("/login", { username: old.noah.email, password: PASSWORD });
  expect(login.status).toBe(200);
  const noah = there(old.noah);
  const { user: hook } = await noah.ok(noah.get(`/users/${old.hook.email}`));
  const settings = async (by: Person, id: number) => await by.ok(by.get(`/bots/${id}/webhook`));
  expect(await settings(noah, hook.user_id)).toEqual(await settings(old.noah, old.hook.id));
  const { attachments } = await noah.ok(noah.get("/attachments"));
  const { url } = await noah.ok(noah.get(`/user_uploads/${attachments[0].path_id}`));
  expect(await (await fetchPage(host, url)).text()).toBe("tea leaves");
});

test("an organization that moves without its secrets has nobody's password or key, and all else", async () => {
  const old = await oldOrganization();
  const { archive, owner, host } = await move(old.iris, false);
  const before = comparable(normalised(await readExport(archive)));
  const after = comparable(normalised(await readExport(await archiveOf(owner, false))));
  expect(after).toEqual(before);
  for (const { email, key } of [old.iris, old.noah, old.robot]) {
    expect((await new Person(host, email, key).get("/users/me")).status).toBe(401);
  }
  const login = await owner.post("/login", { username: old.noah.email, password: PASSWORD });
  expect(login.status).toBe(401);
});
