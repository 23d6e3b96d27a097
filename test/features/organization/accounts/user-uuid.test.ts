import { expect, test } from "vitest";
import { userUuid } from "../../../../src/features/organization/accounts/user-uuid.ts";
import { toUserId } from "../../../../src/protocol/ids.ts";
import { inRealm } from "../../../support/messages.ts";
import { changeRealm, evict } from "../../../support/object.ts";
import { organization, realm } from "../../../support/organization.ts";
import type { Person } from "../../../support/person.ts";
import { archiveOf } from "../../server/imports/archive-of.ts";
import { importArchive } from "../../server/imports/importing.ts";

async function uuidOf(person: Person): Promise<string> {
  let uuid = "";
  await changeRealm(person, (one) => {
    uuid = userUuid(one, toUserId(person.id));
  });
  return uuid;
}

test("an account has a permanent UUID that no endpoint returns", async () => {
  const { iris, noah } = await realm();
  const uuid = await uuidOf(noah);
  expect(uuid).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  await evict(noah);
  expect(await uuidOf(noah)).toBe(uuid);
  expect(await uuidOf(iris)).not.toBe(uuid);
  for (const person of [iris, noah]) {
    const shown = [await person.get("/users"), await person.get(`/users/${noah.id}`), await person.post("/register")];
    expect(JSON.stringify(shown.map(({ body }) => body))).not.toContain(uuid);
  }
});

test("an imported account keeps its UUID, and one that existed before the import keeps its own", async () => {
  const { iris, noah } = await realm();
  const uuid = await uuidOf(noah);
  await uuidOf(iris);
  const archive = await archiveOf(iris, false);
  const { owner, host } = await organization();
  const own = await uuidOf(owner);
  await importArchive(owner, new Uint8Array(await archive.arrayBuffer()));
  const kept = await inRealm(owner, ({ sql }) =>
    sql.exec("SELECT delivery_email, uuid FROM user_uuids JOIN users ON id = user_id").toArray(),
  );
  expect(kept).toEqual(
    expect.arrayContaining([
      { delivery_email: owner.email, uuid: own },
      { delivery_email: noah.email, uuid },
    ]),
  );
  expect(host).not.toBe(noah.host);
});
