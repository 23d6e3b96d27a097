import { describe, expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import { evict, executeSql } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";

const { iris, omar, mona, noah, gus } = await realm();

describe("PATCH /realm permissions", () => {
  test.each([
    ["an owner", iris, "success", undefined],
    ["an administrator", omar, "success", undefined],
    ["a moderator", mona, "error", "UNAUTHORIZED_PRINCIPAL"],
    ["a member", noah, "error", "UNAUTHORIZED_PRINCIPAL"],
    ["a guest", gus, "error", "UNAUTHORIZED_PRINCIPAL"],
  ])("are checked for %s", async (who, person, result, code) => {
    const { body } = await person.patch("/realm", { description: `By ${who}` });
    expect([body.result, body.code]).toEqual([result, code]);
  });

  test.each([
    "invite_required",
    "message_retention_days",
    "waiting_period_threshold",
    "can_invite_users_group",
    "create_multiuse_invite_group",
  ])("allow only owners to change %s", async (name) => {
    const value = name.endsWith("_group") ? { new: { direct_members: [iris.id], direct_subgroups: [] } } : 5;
    const sent = name === "invite_required" ? false : value;
    const { body } = await omar.patch("/realm", { [name]: sent });
    expect([body.code, body.msg]).toEqual(["UNAUTHORIZED_PRINCIPAL", "Must be an organization owner"]);
    expect((await iris.patch("/realm", { [name]: sent })).status).toBe(200);
  });
});

describe("PATCH /realm", () => {
  test.each([
    ["a limit", { message_content_edit_limit_seconds: 60 }, "realm_message_content_edit_limit_seconds", 60],
    ["no limit", { message_content_edit_limit_seconds: "unlimited" }, "realm_message_content_edit_limit_seconds", null],
    [
      "a quoted value of a fixed set",
      { move_messages_within_stream_limit_seconds: '"unlimited"' },
      "realm_move_messages_within_stream_limit_seconds",
      null,
    ],
    ["unlimited retention", { message_retention_days: "unlimited" }, "realm_message_retention_days", -1],
    ["bare text", { name: "Parley People" }, "realm_name", "Parley People"],
    ["quoted text", { name: '"Quoted"' }, "realm_name", "Quoted"],
    [
      "a name with line breaks, which are removed",
      { name: " Quay\r\nBcc: all\u2028\u0000 " },
      "realm_name",
      "Quay Bcc: all",
    ],
    ["a value of a fixed set", { topics_policy: "disable_empty_topic" }, "realm_mandatory_topics", true],
  ])("accepts %s", async (_, fields, key, expected) => {
    const events = await eventsDuring([iris, gus], () => iris.ok(iris.patch("/realm", fields)));
    expect(events[0]?.length).toBeGreaterThan(0);
    expect((await iris.ok(iris.post("/register", { fetch_event_types: ["realm"] })))[key]).toEqual(expected);
  });

  test.each([
    ["zero", { message_content_edit_limit_seconds: 0 }, "Bad value for 'message_content_edit_limit_seconds': 0"],
    [
      "an unknown word",
      { message_content_delete_limit_seconds: "soon" },
      "Bad value for 'message_content_delete_limit_seconds': soon",
    ],
    ["a name that is too long", { name: "n".repeat(41) }, "name is too long (limit: 40 characters)"],
    ["an empty name", { name: "" }, "name cannot be blank"],
    ["a name of line breaks only", { name: "\r\n" }, "name cannot be blank"],
    [
      "a URL that isn't a web URL",
      { jitsi_server_url: '"javascript:alert(1)"' },
      "Bad value for 'jitsi_server_url': javascript:alert(1)",
    ],
    ["an unknown policy", { topics_policy: "never" }, "Invalid topics_policy"],
    ["an unknown channel", { new_stream_announcements_stream_id: 999 }, "Invalid channel ID"],
    ["an unknown group", { can_add_subscribers_group: { new: 999 } }, "Invalid user group ID: 999"],
    ["a boolean that isn't one", { enable_read_receipts: "7" }, "enable_read_receipts is not a boolean"],
  ])("refuses %s", async (_, fields, msg) => {
    const { status, body } = await iris.patch("/realm", fields);
    expect([status, body.msg]).toEqual([400, msg]);
  });

  test("ignores a stored URL of an earlier version that is not a web URL", async () => {
    const { iris } = await realm();
    const read = async () => (await iris.ok(iris.post("/register", { fetch_event_types: ["realm"] }))).jitsi_server_url;
    await iris.ok(iris.patch("/realm", { video_chat_provider: 1 }));
    await executeSql(iris, "INSERT INTO organization_settings (name, value) VALUES ('jitsi_server_url', '\"data:x\"')");
    await evict(iris);
    expect(await read()).toBe("https://meet.jit.si");
    await iris.ok(iris.patch("/realm", { jitsi_server_url: '"https://meet.example"' }));
    expect(await read()).toBe("https://meet.example");
  });

  test("sends no event for an unchanged value", async () => {
    await iris.ok(iris.patch("/realm", { enable_read_receipts: true }));
    const [events] = await eventsDuring([iris], () => iris.ok(iris.patch("/realm", { enable_read_receipts: true })));
    expect(events).toEqual([]);
  });

  test("changes a permission only if its old value is the expected one", async () => {
    const { body } = await iris.patch("/realm", {
      can_create_groups: { new: { direct_members: [noah.id], direct_subgroups: [] }, old: 1 },
    });
    expect(body.code).toBe("EXPECTATION_MISMATCH");
  });

  test("sends the permissions and settings of one request in one event", async () => {
    const [events] = await eventsDuring([iris], () =>
      iris.ok(
        iris.patch("/realm", {
          allow_message_editing: false,
          can_resolve_topics_group: { new: { direct_members: [noah.id], direct_subgroups: [] } },
        }),
      ),
    );
    expect(events).toMatchObject([
      { type: "realm", op: "update_dict", property: "default", data: { allow_message_editing: false } },
    ]);
  });
});
