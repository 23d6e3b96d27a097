import { expect, test } from "vitest";
import { outcome } from "../../../support/channels.ts";
import { realm } from "../../../support/organization.ts";
import type { Person } from "../../../support/person.ts";

const create = (who: Person, fields: object = {}) =>
  who.post("/channels/create", { name: "garden", subscribers: [], ...fields });

test("[channels 4] POST /channels/create creates a channel with exactly the given subscribers", async () => {
  const { noah, mia } = await realm();
  const { id } = await noah.ok(create(noah, { description: "Of *plants*", subscribers: [mia.id] }));
  const { subscribers } = await noah.ok(noah.get(`/streams/${id}/members`));
  expect(subscribers).toEqual([mia.id]);
  const { stream } = await noah.ok(noah.get(`/streams/${id}`));
  expect(stream).toMatchObject({ description: "Of *plants*", rendered_description: "<p>Of <em>plants</em></p>" });
  expect((await noah.ok(create(noah, { name: "empty" }))).id).toBeGreaterThan(id);
});

test("[security 18.2] POST /channels/create records the other users it subscribes in the audit log", async () => {
  const { iris, noah, mia } = await realm();
  await noah.ok(create(noah, { subscribers: [noah.id, mia.id] }));
  const { entries } = await iris.ok(iris.get("/audit_log", { action: ["channel.subscribed_by_other"] }));
  expect(entries).toMatchObject([{ details: { users: [mia.id] } }]);
});

test("[channels 4] refuses another channel's name with status 409, even if the actor cannot see that channel", async () => {
  const { noah, mia } = await realm();
  await mia.ok(create(mia, { invite_only: true }));
  const { status, body } = await create(noah, { name: "GARDEN" });
  expect([status, body.code, body.msg]).toEqual([409, "CHANNEL_ALREADY_EXISTS", "Channel 'GARDEN' already exists"]);
});

test("[channels 4] refuses a missing name, a missing list, and unknown users", async () => {
  const { noah } = await realm();
  expect(await outcome(noah.post("/channels/create", { name: "garden" }))).toMatch(/^REQUEST_VARIABLE_MISSING/);
  expect(await outcome(create(noah, { subscribers: [9999] }))).toBe("BAD_REQUEST: Invalid user ID: 9999");
  expect(await outcome(create(noah, { subscribers: ["mia"] }))).toBe("BAD_REQUEST: subscribers[0] is not an integer");
  expect(await outcome(create(noah, { folder_id: 1 }))).toBe("BAD_REQUEST: Invalid channel folder ID");
});
