import { describe, expect, test } from "vitest";
import { putStatus } from "../../../../src/features/people/user-status/user-status.ts";
import { inRealm } from "../../../support/messages.ts";
import { realm } from "../../../support/organization.ts";

const { iris, omar, noah, mia, gus } = await realm();
const thumb = { emoji_name: "thumbs_up", emoji_code: "1f44d", reaction_type: "unicode_emoji" };
const statusOf = async (id: number) => (await mia.ok(mia.get(`/users/${id}/status`))).status;

describe("[4.13, 8] a user's own status", () => {
  test("has a text and an emoji, and a request changes only the fields that it contains", async () => {
    const queue = await mia.queue({ event_types: ["user_status"] });
    await noah.ok(noah.post("/users/me/status", { status_text: "  on holiday ", emoji_name: "thumbs_up" }));
    expect(await statusOf(noah.id)).toEqual({ status_text: "on holiday", ...thumb });
    await noah.ok(noah.post("/users/me/status", { status_text: "" }));
    expect(await statusOf(noah.id)).toEqual(thumb);
    const { user_status } = await mia.ok(mia.post("/register", { fetch_event_types: ["user_status"] }));
    expect(user_status).toEqual({ [noah.id]: thumb });
    await noah.ok(noah.post("/users/me/status", { emoji_name: "" }));
    expect(await statusOf(noah.id)).toEqual({});
    const told = (await queue.events()).map(({ type: _, id: __, ...rest }) => rest);
    expect(told).toEqual([
      { user_id: noah.id, status_text: "on holiday", ...thumb },
      { user_id: noah.id, status_text: "" },
      { user_id: noah.id, emoji_name: "", emoji_code: "", reaction_type: "unicode_emoji" },
    ]);
  });

  test("accepts an emoji by its name and code", async () => {
    await mia.ok(mia.post("/users/me/status", thumb));
    expect(await statusOf(mia.id)).toEqual(thumb);
  });

  test("shows an emoji with its current code if it was stored or sent with an older one", async () => {
    const flag = { emoji_name: "transgender_flag", emoji_code: "1f3f3-200d-26a7", reaction_type: "unicode_emoji" };
    const older = "1f3f3-fe0f-200d-26a7-fe0f";
    const queue = await mia.queue({ event_types: ["user_status"] });
    await omar.ok(omar.post("/users/me/status", { ...flag, emoji_code: older }));
    expect(await queue.events()).toMatchObject([{ user_id: omar.id, ...flag }]);
    await inRealm(omar, (realm) =>
      realm.change(() => putStatus.run(realm.sql, { user: omar.id, status_text: "", ...flag, emoji_code: older })),
    );
    expect(await statusOf(omar.id)).toEqual(flag);
    const { user_status } = await mia.ok(mia.post("/register", { fetch_event_types: ["user_status"] }));
    expect(user_status[omar.id]).toEqual(flag);
    await omar.ok(omar.post("/users/me/status", { emoji_name: "" }));
  });

  test("treats away as the older form of presence_enabled: false", async () => {
    await gus.ok(gus.post("/users/me/status", { away: true }));
    expect(await statusOf(gus.id)).toEqual({ away: true });
    const { user_settings } = await gus.ok(gus.post("/register", { fetch_event_types: ["user_settings"] }));
    expect(user_settings.presence_enabled).toBe(false);
    await gus.ok(gus.post("/users/me/status", { away: false }));
    expect(await statusOf(gus.id)).toEqual({});
  });

  test.each([
    ["an empty request", {}, "Client did not pass any new values."],
    ["a text that is too long", { status_text: "x".repeat(61) }, "status_text is too long (limit: 60 characters)"],
    [
      "a code without a name",
      { emoji_code: "1f44d" },
      "Client must pass emoji_name if they pass either emoji_code or reaction_type.",
    ],
    ["an unknown emoji", { emoji_name: "no_such" }, "Emoji 'no_such' does not exist"],
    ["the name of another emoji", { ...thumb, emoji_name: "smile" }, "Invalid emoji name."],
    ["an unknown code", { ...thumb, emoji_code: "zzz" }, "Invalid emoji code."],
    ["an unknown kind", { ...thumb, reaction_type: "other" }, "Invalid emoji type."],
    ["an unknown custom emoji", { ...thumb, reaction_type: "realm_emoji" }, "Invalid custom emoji."],
  ])("is not changed by %s", async (_, fields, msg) => {
    const { status, body } = await noah.post("/users/me/status", fields);
    expect([status, body.code, body.msg]).toEqual([400, "BAD_REQUEST", msg]);
  });
});

describe("another user's status", () => {
  test.each([
    ["an owner", iris, 200],
    ["an administrator", omar, 200],
    ["a member", noah, 400],
    ["a guest", gus, 400],
  ])("can be set only by owners and administrators: %s", async (who, person, expected) => {
    expect((await person.post(`/users/${mia.id}/status`, { status_text: who })).status).toBe(expected);
  });

  test("can be set by bots only if they are administrators", async () => {
    const { iris, noah, mia, bot } = await realm();
    const helper = await bot(noah);
    const set = () => helper.post(`/users/${mia.id}/status`, { status_text: "away" });
    expect((await set()).body.code).toBe("UNAUTHORIZED_PRINCIPAL");
    const chief = await bot(iris);
    await iris.ok(iris.patch(`/bots/${chief.id}`, { role: 200 }));
    await chief.ok(chief.post(`/users/${mia.id}/status`, { status_text: "by a bot" }));
    expect((await mia.ok(mia.get(`/users/${mia.id}/status`))).status).toEqual({ status_text: "by a bot" });
  });
});
