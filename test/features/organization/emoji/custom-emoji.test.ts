import { describe, expect, test } from "vitest";
import { readImage } from "../../../../src/features/files/storage/image/image.ts";
import { forAll, outcomes, realmWithCallers } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { fetchPage, sendFiles, textFile } from "../../../support/files.ts";
import { givePermission } from "../../../support/groups.ts";
import { realm, shared } from "../../../support/organization.ts";
import type { Person } from "../../../support/person.ts";
import { animatedGif, png } from "../../../support/pictures.ts";

const add = (who: Person, name: string, file = new File([png()], "emoji.png")) =>
  sendFiles(who, `/realm/emoji/${encodeURIComponent(name)}`, [file]);
const all = async (who: Person) => (await who.ok(who.get("/realm/emoji"))).emoji;

describe("[users 9] a custom emoji", () => {
  test("is sent to all users in an event, and its image is public", async () => {
    const { host, noah, mia, gus } = await realm();
    const told = await eventsDuring([mia, gus], () => add(noah, "green_tick"));
    const emoji = await all(mia);
    const [id = ""] = Object.keys(emoji);
    expect(emoji).toEqual({
      [id]: {
        id,
        name: "green_tick",
        source_url: expect.stringMatching(/^\/user_avatars\/\d+\/emoji\/images\/[A-Za-z0-9]{20}$/),
        still_url: null,
        deactivated: false,
        author_id: noah.id,
      },
    });
    for (const events of told) {
      expect(events).toEqual([{ type: "realm_emoji", op: "add", emoji: emoji[id], id: expect.any(Number) }]);
    }
    const shown = await fetchPage(host, emoji[id].source_url);
    expect([shown.status, shown.headers.get("Content-Type")]).toEqual([200, "image/png"]);
  });

  test("also has a still image if it is animated", async () => {
    const { host, noah } = await realm();
    await add(noah, "dance", new File([animatedGif()], "dance.gif"));
    const [emoji] = Object.values(await all(noah)) as { source_url: string; still_url: string }[];
    const moving = await fetchPage(host, emoji?.source_url ?? "");
    expect(new Uint8Array(await moving.arrayBuffer())).toEqual(animatedGif());
    const still = await fetchPage(host, emoji?.still_url ?? "");
    expect([still.status, still.headers.get("Content-Type")]).toEqual([200, "image/png"]);
    expect(readImage(new Uint8Array(await still.arrayBuffer()))).toMatchObject({ animated: false });
  });

  test("is still listed after deactivation, and its name is available again", async () => {
    const { noah, mia } = await realm();
    await add(noah, "tick");
    const [events = []] = await eventsDuring([mia], () => noah.ok(noah.delete("/realm/emoji/tick")));
    const [id = ""] = Object.keys(await all(noah));
    expect(events).toMatchObject([
      { type: "realm_emoji", op: "update_one", emoji_id: id, data: { deactivated: true } },
    ]);
    expect((await add(mia, "tick")).status).toBe(200);
    expect(Object.values(await all(mia))).toMatchObject([{ deactivated: true }, { deactivated: false }]);
  });

  test("[register 3] is sent with all other emoji to clients that do not follow each change", async () => {
    const { noah, mia } = await realm();
    const queue = await mia.queue({ event_types: ["realm_emoji"] });
    await add(noah, "tick");
    await noah.ok(noah.delete("/realm/emoji/tick"));
    const [added, deactivated, ...rest] = await queue.events();
    expect(rest).toEqual([]);
    expect([added.op, Object.values(added.realm_emoji)]).toMatchObject([
      "update",
      [{ name: "tick", deactivated: false }],
    ]);
    expect([deactivated.op, deactivated.realm_emoji]).toEqual(["update", await all(noah)]);
  });

  test.each([
    ["Green Tick", "green_tick"],
    ["a-b_c1", "a-b_c1"],
    ["7", "7"],
  ])("named %j is renamed to %j", async (sent, name) => {
    const { noah } = await realm();
    expect((await add(noah, sent)).status).toBe(200);
    expect(Object.values(await all(noah))).toMatchObject([{ name }]);
  });

  const characters =
    "Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.";
  const withTaken = shared(async () => {
    const cast = await realm();
    await add(cast.mia, "taken");
    return cast;
  });
  test.each([
    ["häkchen", characters],
    ["a.b", characters],
    ["tick_", "Emoji names must end with either a letter or digit."],
    ["-", "Emoji names must end with either a letter or digit."],
    ["smile", "Only administrators can override default emoji."],
    ["taken", "A custom emoji with this name already exists."],
    ["x".repeat(101), "emoji_name is too long (limit: 100 characters)"],
  ])("cannot be called %j", async (name, msg) => {
    const { noah } = await withTaken();
    const { status, body } = await add(noah, name);
    expect([status, body.code, body.msg]).toEqual([400, "BAD_REQUEST", msg]);
  });

  test("must be uploaded as a single image", async () => {
    const { noah } = await realm();
    const none = await sendFiles(noah, "/realm/emoji/tick", [], { fields: { more: "x" } });
    expect(none.body.msg).toBe("You must upload exactly one file.");
    expect((await add(noah, "tick", textFile("x"))).body.code).toBe("BAD_IMAGE");
    expect(await all(noah)).toEqual({});
  });

  test("[users 2] can be added by users with can_add_custom_emoji_group", async () => {
    const { by, iris } = await realmWithCallers();
    const attempt = async (setting: string) => outcomes((who, name) => add(who, `${setting}-${name}`), by);
    const refused = "BAD_REQUEST: Insufficient permission";
    expect(await attempt("members")).toEqual(forAll("ok", { guest: refused }));
    await givePermission(iris, "can_add_custom_emoji_group", "role:moderators");
    expect(await attempt("moderators")).toMatchObject({ moderator: "ok", member: refused, bot: refused });
  });

  test("can be deactivated by administrators and by its author", async () => {
    const { iris, omar, mona, noah, mia } = await realm();
    const msg = "Must be an organization administrator or emoji author";
    await add(noah, "tick");
    for (const who of [mona, mia]) expect((await who.delete("/realm/emoji/tick")).body.msg).toBe(msg);
    await noah.ok(noah.delete("/realm/emoji/tick"));
    for (const who of [iris, omar]) {
      await add(noah, "tick");
      await who.ok(who.delete("/realm/emoji/tick"));
    }
    const { status, body } = await iris.delete("/realm/emoji/tick");
    expect([status, body.code, body.msg]).toEqual([404, "BAD_REQUEST", "Emoji 'tick' does not exist"]);
  });
});

describe("[markdown 2] a custom emoji in a message", () => {
  const rendered = async (who: Person, content: string) =>
    (await who.ok(who.post("/messages/render", { content }))).rendered;

  test("is rendered as an image until it is deactivated", async () => {
    const { noah } = await realm();
    await add(noah, "green_tick");
    const [{ source_url }] = Object.values(await all(noah)) as [{ source_url: string }];
    expect(await rendered(noah, ":green_tick:")).toBe(
      `<p><img alt=":green_tick:" class="emoji" src="${source_url}" title="green tick"></p>`,
    );
    await noah.ok(noah.delete("/realm/emoji/green_tick"));
    expect(await rendered(noah, ":green_tick:")).toBe("<p>:green_tick:</p>");
  });

  test("overrides the default emoji of the same name", async () => {
    const { iris } = await realm();
    await add(iris, "smile");
    expect(await rendered(iris, ":smile:")).toContain("<img");
  });
});

describe("[2.3] a custom emoji", () => {
  const status = (who: Person, fields: object) => who.post("/users/me/status", fields);

  test("is given by its name, or by its name and ID, in a status", async () => {
    const { noah } = await realm();
    await add(noah, "tick");
    const [emoji_code = ""] = Object.keys(await all(noah));
    const custom = { emoji_name: "tick", emoji_code, reaction_type: "realm_emoji" };
    for (const fields of [{ emoji_name: "tick" }, custom]) {
      await noah.ok(status(noah, { emoji_name: "" }));
      await noah.ok(status(noah, fields));
      expect((await noah.ok(noah.get(`/users/${noah.id}/status`))).status).toEqual(custom);
    }
    const refusal = async (fields: object) => (await status(noah, { ...custom, ...fields })).body.msg;
    expect(await refusal({ emoji_name: "tock" })).toBe("Invalid custom emoji name.");
    expect(await refusal({ emoji_code: "99" })).toBe("Invalid custom emoji.");
    await noah.ok(noah.delete("/realm/emoji/tick"));
    expect(await refusal({})).toBe("This custom emoji has been deactivated.");
    expect((await status(noah, { emoji_name: "tick" })).body.msg).toBe("Emoji 'tick' does not exist");
  });

  test("can be a reaction", async () => {
    const { noah, mia } = await realm();
    await add(noah, "tick");
    const [emoji_code = ""] = Object.keys(await all(noah));
    const { id } = await noah.ok(noah.post("/messages", { type: "direct", to: [mia.id], content: "done" }));
    await mia.ok(mia.post(`/messages/${id}/reactions`, { emoji_name: "tick" }));
    const { message } = await noah.ok(noah.get(`/messages/${id}`));
    expect(message.reactions).toMatchObject([{ emoji_name: "tick", emoji_code, reaction_type: "realm_emoji" }]);
  });
});
