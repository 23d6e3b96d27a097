import { describe, expect, test } from "vitest";
import { event, everyone } from "../../src/realm/events/event.ts";
import { groupIds, makeGroup } from "../support/groups.ts";
import { logLines } from "../support/log-lines.ts";
import { changeRealm, evict, executeSql, tablesOf, untilShipped } from "../support/object.ts";
import { OWNER_PASSWORD, realm } from "../support/organization.ts";
import type { Json, Person } from "../support/person.ts";

const EVENT = "stored_value_unreadable";

const quay = async (iris: Person) =>
  (await iris.ok(iris.post("/channels/create", { name: "quay", subscribers: [] }))).id;
const LATER = 4_000_000_000;

describe("a channel row", () => {
  test("gets the default of a missing permission, and keeps a newer program's permission when another changes", async () => {
    const lines = logLines();
    const { iris, noah } = await realm();
    const id = await quay(iris);
    await executeSql(
      iris,
      `UPDATE channels SET permissions =
         json_set(json_remove(permissions, '$.can_send_message_group'), '$.can_sing_group', 3) WHERE id = ?`,
      id,
    );
    await evict(iris);
    await noah.ok(noah.post("/messages", { type: "channel", to: id, topic: "t", content: "Hello" }));
    await iris.ok(
      iris.patch(`/streams/${id}`, { can_subscribe_group: { new: { direct_members: [], direct_subgroups: [] } } }),
    );
    const { channels } = await tablesOf(iris);
    const row = channels?.find((one: Json) => one.id === id) as Json;
    expect(JSON.parse(row.permissions)).toMatchObject({ can_sing_group: 3 });
    expect(lines.of(EVENT)).toEqual([]);
  });

  test("with an unreadable permission grants it to no one until it is set again, and the problem is logged", async () => {
    const lines = logLines();
    const { iris, noah } = await realm();
    const id = await quay(iris);
    const say = () => noah.post("/messages", { type: "channel", to: id, topic: "t", content: "Hello" });
    await executeSql(
      iris,
      "UPDATE channels SET permissions = json_set(permissions, '$.can_send_message_group', 'x') WHERE id = ?",
      id,
    );
    await evict(iris);
    expect(await say()).toMatchObject({ status: 400 });
    expect(lines.of(EVENT)).toMatchObject([{ column: "channels.permissions", key: `${id} can_send_message_group` }]);
    const { "role:everyone": everybody } = await groupIds(iris);
    await iris.ok(iris.patch(`/streams/${id}`, { can_send_message_group: { new: everybody } }));
    await noah.ok(say());
  });
});

test("a group gets the default of a permission that is not stored", async () => {
  const { iris, noah } = await realm();
  const group_id = await makeGroup(iris, "crew", [iris]);
  await executeSql(iris, "UPDATE user_groups SET permissions = '{}' WHERE id = ?", group_id);
  await evict(iris);
  await noah.ok(noah.post("/messages", { type: "direct", to: [iris.id], content: "@*crew*" }));
  expect(await noah.post(`/user_groups/${group_id}/members`, { add: [noah.id] })).toMatchObject({ status: 400 });
});

test("an unreadable organization permission falls back to the smallest group, and an unreadable setting to its default", async () => {
  const lines = logLines();
  const { iris, noah } = await realm();
  const put = (name: string, value: string) =>
    executeSql(iris, "INSERT OR REPLACE INTO organization_settings (name, value) VALUES (?, ?)", name, value);
  await put("can_create_groups", "?");
  await put("message_retention_days", '"soon"');
  await put("of_a_newer_program", "{}");
  await evict(iris);
  expect(await noah.post("/user_groups/create", { name: "crew", description: "", members: [] })).toMatchObject({
    status: 400,
  });
  expect(await iris.ok(iris.post("/register"))).toMatchObject({ realm_message_retention_days: -1 });
  expect(lines.of(EVENT).map(({ key }) => key)).toContain("can_create_groups");
  expect(lines.of(EVENT).map(({ key }) => key)).toContain("message_retention_days");
});

test("an organization counts as deactivated if its deactivation time is unreadable", async () => {
  const { iris } = await realm();
  logLines();
  await executeSql(iris, "INSERT INTO organization_settings (name, value) VALUES ('deactivated_at', '?')");
  await evict(iris);
  expect(await iris.get("/users/me")).toMatchObject({ body: { code: "REALM_DEACTIVATED" } });
});

test("password login is the only authentication method if the stored methods are unreadable", async () => {
  const { iris } = await realm();
  logLines();
  await executeSql(iris, "INSERT INTO organization_settings (name, value) VALUES ('authentication_methods', '[1]')");
  await evict(iris);
  expect(await iris.post("/dev_fetch_api_key", { username: "iris@example.com" })).toMatchObject({ status: 400 });
  await iris.ok(iris.post("/fetch_api_key", { username: "iris@example.com", password: OWNER_PASSWORD }));
});

describe("a stored queue", () => {
  test("skips an event of an unknown kind, and reports the kind once", async () => {
    const lines = logLines();
    const { iris, noah } = await realm();
    const { queue_id, last_event_id } = await iris.ok(iris.post("/register", { event_types: ["message"] }));
    const say = () => noah.ok(noah.post("/messages", { type: "direct", to: [iris.id], content: "Hello" }));
    for (let count = 0; count < 3; count++) await say();
    const { events } = await tablesOf(iris);
    const [, second, third] = events as { id: number }[];
    await executeSql(
      iris,
      "UPDATE events SET kind = 'of/tomorrow' WHERE id IN (?, ?)",
      second?.id ?? 0,
      third?.id ?? 0,
    );
    await evict(iris);
    await say();
    const poll = await iris.ok(iris.get("/events", { queue_id, last_event_id, dont_block: true }));
    expect(poll.events.map(({ type }: Json) => type)).toEqual(["message", "message"]);
    expect(lines.of(EVENT)).toMatchObject([{ column: "events.kind", key: "of/tomorrow" }]);
  });

  test("gets defaults for options that were added later", async () => {
    const { iris, noah } = await realm();
    const fields = { client_capabilities: { notification_settings_null: true }, apply_markdown: true };
    const { queue_id, last_event_id } = await iris.ok(iris.post("/register", fields));
    await executeSql(
      iris,
      `UPDATE queues SET client = json_set(json_remove(client, '$.slim_presence', '$.narrow', '$.event_types'),
         '$.of_tomorrow', 1, '$.capabilities', json('["notification_settings_null", "of_tomorrow"]')) WHERE id = ?`,
      queue_id,
    );
    await evict(iris);
    await noah.ok(noah.post("/messages", { type: "direct", to: [iris.id], content: "**Hello**" }));
    const poll = await iris.ok(iris.get("/events", { queue_id, last_event_id, dont_block: true }));
    const { message } = poll.events.find(({ type }: Json) => type === "message");
    expect(message.content).toBe("<p><strong>Hello</strong></p>");
  });

  test("ends if its options are unreadable, so that its client registers again", async () => {
    const { iris } = await realm();
    const { queue_id, last_event_id } = await iris.ok(iris.post("/register"));
    await executeSql(iris, "UPDATE queues SET client = '[]' WHERE id = ?", queue_id);
    await evict(iris);
    expect(await iris.get("/events", { queue_id, last_event_id, dont_block: true })).toMatchObject({
      body: { code: "BAD_EVENT_QUEUE_ID" },
    });
    expect((await tablesOf(iris))["queues"]).toEqual([]);
  });
});

test("an event that no feature lists is rejected when it is emitted, not when it is read back", async () => {
  const { iris } = await realm();
  const unknown = event({ type: "unheard", fields: {} });
  await expect(changeRealm(iris, (realm) => realm.emit(unknown({}), everyone))).rejects.toThrow(
    "no feature names the event unheard",
  );
});

test("markup parsed by another version is parsed again from its source", async () => {
  const { iris } = await realm();
  const fields = { type: "direct", to: [iris.id], content: "**later**", scheduled_delivery_timestamp: LATER };
  const { scheduled_message_id } = await iris.ok(iris.post("/scheduled_messages", fields));
  await executeSql(iris, `UPDATE scheduled_messages SET markup = '{"version": 99, "tree": []}'`);
  await iris.ok(iris.patch(`/scheduled_messages/${scheduled_message_id}`, { type: "direct", to: [iris.id] }));
  const { scheduled_messages } = await iris.ok(iris.get("/scheduled_messages"));
  expect(scheduled_messages).toMatchObject([{ rendered_content: "<p><strong>later</strong></p>" }]);
});

test("unshipped rows of a newer program's tables are kept, and don't block readers", async () => {
  const { iris } = await realm();
  await untilShipped(iris);
  await executeSql(iris, "INSERT INTO unshipped (bulk_table, row_key) VALUES ('of_tomorrow', '[1]')");
  await evict(iris);
  const { id } = await iris.ok(iris.post("/messages", { type: "direct", to: [iris.id], content: "Hello" }));
  const { messages } = await iris.ok(iris.get("/messages", { anchor: "newest", num_before: 1, num_after: 0 }));
  expect(messages).toMatchObject([{ id }]);
  expect((await tablesOf(iris))["unshipped"]).toMatchObject([{ bulk_table: "of_tomorrow" }]);
});
