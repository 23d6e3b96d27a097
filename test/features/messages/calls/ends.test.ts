import { expect, test } from "vitest";
import { join, membersOf, passInRoom, startCall } from "../../../support/calls.ts";
import { logIn } from "../../../support/log-in.ts";
import { advanceClock, tablesOf } from "../../../support/object.ts";
import { OWNER_PASSWORD, realm } from "../../../support/organization.ts";
import { Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { order, untilErased } from "../../server/account-erasure/erasing.ts";

/** A call with two members, known to the realm. */
async function ofTwo() {
  const cast = await realm();
  const { noah, mia } = cast;
  const { call_id, message_id } = await startCall(noah, { type: "direct", to: [mia.id] });
  const { call: first } = await join(noah, call_id);
  const { call: second } = await join(mia, call_id);
  await passInRoom(noah, call_id, 1000);
  const get = async () => (await mia.ok(mia.get(`/calls/${call_id}`))).call;
  await until(async () => expect((await get()).member_ids).toHaveLength(2));
  return { ...cast, call_id, message_id, first, second, get };
}

test("[security 28.7] no data shows that an erased user was in a call", async () => {
  const { iris, noah, mia, host, call_id, first, get } = await ofTwo();
  await noah.ok(noah.post(`/calls/${call_id}/end`));
  await first.closed;
  await until(async () => expect((await get()).people_ids).toEqual([noah.id, mia.id].sort((a, b) => a - b)));
  await order(await logIn(host, iris.email, OWNER_PASSWORD), noah);
  await untilErased(iris);
  expect(await get()).toMatchObject({ call_id, people_ids: [mia.id], ended_at: expect.any(Number) });
});

test("a call ends and is deleted when its message exceeds the retention period", async () => {
  const { iris, noah, mia, call_id, first, second } = await ofTwo();
  const { call_id: over } = await startCall(iris, { type: "direct", to: [mia.id] });
  await iris.ok(iris.post(`/calls/${over}/end`));
  await iris.ok(iris.patch("/realm", { message_retention_days: 1 }));
  await advanceClock(noah, 2 * 86_400_000);
  await until(async () => expect((await tablesOf(iris))["calls"] ?? []).toEqual([]));
  expect([(await first.closed).code, (await second.closed).code]).toEqual([4404, 4404]);
  for (const id of [call_id, over]) expect((await mia.get(`/calls/${id}`)).body.msg).toBe("Call does not exist");
});

test("a call ends with the organization's deactivation, and does not prevent its deletion", async () => {
  const { iris, noah, call_id, first, second } = await ofTwo();
  const { realm_name: name } = await iris.ok(iris.get("/server_settings"));
  await iris.ok(iris.post("/realm/deactivate"));
  expect([(await first.closed).code, (await second.closed).code]).toEqual([4404, 4404]);
  expect((await tablesOf(iris))["calls"]).toMatchObject([{ id: call_id, why: "ended", members: "[]" }]);
  await until(async () => expect(await membersOf(noah, call_id)).toBe(0));
  const operator = new Person("localhost", "", "");
  const subdomain = iris.host.split(".")[0] ?? "";
  await until(async () => {
    const { done } = await operator.ok(operator.post("/organizations/delete", { subdomain, name }));
    expect(done).toBe(true);
  });
});
