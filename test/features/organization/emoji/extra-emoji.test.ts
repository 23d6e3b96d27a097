import { describe, expect, test } from "vitest";
import { outcome } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { fetchPage, sendFiles } from "../../../support/files.ts";
import { sendDirect } from "../../../support/messages.ts";
import { realm } from "../../../support/organization.ts";
import { Person } from "../../../support/person.ts";
import { png } from "../../../support/pictures.ts";
import { react, reactionsOf, unreact } from "../../../support/reactions.ts";

const PICTURE = "/static/generated/emoji/images/emoji/unicode/zulip.png";
const extra = (reaction_type: string) => ({ emoji_name: "zulip", emoji_code: "zulip", reaction_type });
const OWN_TYPE = extra("svc_extra_emoji");
const CLIENTS_TYPE = extra("zulip_extra_emoji");

/** The same user with an app that knows only the type's old name. */
const onMobile = ({ host, email, key, id }: Person) =>
  new Person(host, email, key, id, "ZulipMobile/30.0 (Android 14)");
const rendered = async (who: Person, content: string) =>
  (await who.ok(who.post("/messages/render", { content }))).rendered;
const addEmoji = (who: Person, name: string) =>
  sendFiles(who, `/realm/emoji/${name}`, [new File([png()], "emoji.png")]);

test("[markdown 2] the image of :zulip: has the path that clients expect", async () => {
  const { host } = await realm();
  const shown = await fetchPage(host, PICTURE);
  expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/png"]);
  const bytes = new DataView(await shown.arrayBuffer());
  const signature = [bytes.getUint32(0), bytes.getUint32(4)];
  expect(signature).toEqual([0x89504e47, 0x0d0a1a0a]);
  expect([bytes.getUint32(16), bytes.getUint32(20)]).toEqual([64, 64]);
});

describe("[messages 10] the Zulip emoji as a reaction", () => {
  test.each([
    ["its name", { emoji_name: "zulip" }],
    ["the protocol's name of its type", OWN_TYPE],
    ["the clients' name of its type", CLIENTS_TYPE],
  ])("can be given by %s, and is sent to each client with the type that it knows", async (_, emoji) => {
    const { noah, mia } = await realm();
    const mobile = onMobile(mia);
    const id = await sendDirect(noah, [mia], "x");
    const [[plain], [known]] = (await eventsDuring([mia, mobile], () => noah.ok(react(noah, id, emoji)))) as [
      [object],
      [object],
    ];
    expect(plain).toMatchObject({ op: "add", ...OWN_TYPE });
    expect(known).toMatchObject({ op: "add", ...CLIENTS_TYPE });
    expect(await reactionsOf(mia, id)).toEqual([{ ...OWN_TYPE, user_id: noah.id }]);
    expect(await reactionsOf(mobile, id)).toEqual([{ ...CLIENTS_TYPE, user_id: noah.id }]);
  });

  test("is the same reaction under both names of its type", async () => {
    const { noah } = await realm();
    const id = await sendDirect(noah, [noah], "x");
    await noah.ok(react(noah, id, CLIENTS_TYPE));
    expect(await outcome(react(noah, id, OWN_TYPE))).toBe("REACTION_ALREADY_EXISTS: Reaction already exists.");
    await noah.ok(unreact(noah, id, OWN_TYPE));
    await noah.ok(react(noah, id, OWN_TYPE));
    await noah.ok(unreact(noah, id, CLIENTS_TYPE));
    expect(await reactionsOf(noah, id)).toEqual([]);
  });

  test.each([
    [{ emoji_code: "other" }, "Invalid emoji code."],
    [{ emoji_name: "other" }, "Invalid emoji name."],
    [{ reaction_type: "unicode_emoji" }, "Invalid emoji code."],
    [{ reaction_type: "realm_emoji" }, "Invalid custom emoji."],
  ])("is refused with %j", async (change, msg) => {
    const { noah } = await realm();
    const id = await sendDirect(noah, [noah], "x");
    expect(await outcome(react(noah, id, { ...OWN_TYPE, ...change }))).toBe(`BAD_REQUEST: ${msg}`);
  });
});

test("[4.13] the Zulip emoji in a status is sent to each client with the type that it knows", async () => {
  const { noah, mia } = await realm();
  const mobile = onMobile(mia);
  const told = await eventsDuring([mia, mobile], () => noah.ok(noah.post("/users/me/status", CLIENTS_TYPE)));
  expect(told).toMatchObject([[OWN_TYPE], [CLIENTS_TYPE]]);
  for (const [who, status] of [
    [mia, OWN_TYPE],
    [mobile, CLIENTS_TYPE],
  ] as const) {
    expect((await who.ok(who.get(`/users/${noah.id}/status`))).status).toEqual(status);
    const { user_status } = await who.ok(who.post("/register", { fetch_event_types: ["user_status"] }));
    expect(user_status).toEqual({ [noah.id]: status });
  }
});

describe("[markdown 2] the Zulip emoji in a message", () => {
  test("is rendered as an image", async () => {
    const { noah } = await realm();
    expect(await rendered(noah, "a:zulip:")).toBe(
      `<p>a<img alt=":zulip:" class="emoji" src="${PICTURE}" title="zulip"></p>`,
    );
  });

  test("is overridden by a custom emoji of the same name", async () => {
    const { iris, noah } = await realm();
    const refused = await addEmoji(noah, "zulip");
    expect(refused.body.msg).toBe("Only administrators can override default emoji.");
    expect((await addEmoji(iris, "zulip")).status).toBe(200);
    const emoji = (await iris.ok(iris.get("/realm/emoji"))).emoji as Record<string, { source_url: string }>;
    const [[emoji_code, { source_url }] = ["", { source_url: "" }]] = Object.entries(emoji);
    expect(await rendered(noah, ":zulip:")).toContain(`src="${source_url}"`);
    const id = await sendDirect(noah, [noah], "x");
    await noah.ok(react(noah, id, { emoji_name: "zulip" }));
    await noah.ok(react(noah, id, CLIENTS_TYPE));
    const own = { emoji_name: "zulip", emoji_code, reaction_type: "realm_emoji" };
    expect(await reactionsOf(noah, id)).toEqual([
      { ...own, user_id: noah.id },
      { ...OWN_TYPE, user_id: noah.id },
    ]);
    await iris.ok(iris.delete("/realm/emoji/zulip"));
    expect(await rendered(noah, ":zulip:")).toContain(`src="${PICTURE}"`);
  });
});
