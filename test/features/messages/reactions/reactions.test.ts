import { describe, expect, test } from "vitest";
import { forAll, makeChannel, outcome, outcomes, realmWithCallers } from "../../../support/channels.ts";
import { fetchMessages, flagsOf, idsOf, sendDirect, sendToChannel } from "../../../support/messages.ts";
import { countInBulk, untilShipped } from "../../../support/object.ts";
import { casts, realm } from "../../../support/organization.ts";
import type { Person } from "../../../support/person.ts";
import { addEmoji, react, reactionsOf, unreact } from "../../../support/reactions.ts";

const newCast = casts();

const INVALID = "BAD_REQUEST: Invalid message(s)";
const THUMB = { emoji_name: "thumbs_up", emoji_code: "1f44d", reaction_type: "unicode_emoji" };

describe("[messages 10] reacting to a message", () => {
  test("[messages 10] is allowed only for users who can read it", async () => {
    const { iris, noah, by } = await realmWithCallers();
    const open = await makeChannel(iris, "open", [noah]);
    const inOpen = await sendToChannel(noah, open, "a", "x");
    expect(await outcomes((who) => react(who, inOpen, { emoji_name: "heart" }), by)).toEqual(
      forAll("ok", { guest: INVALID }),
    );
    const closed = await makeChannel(iris, "closed", [noah], { invite_only: true });
    const inClosed = await sendToChannel(noah, closed, "a", "x");
    const closedOutcomes = forAll(INVALID, { member: "ok" });
    expect(await outcomes((who) => react(who, inClosed, { emoji_name: "heart" }), by)).toEqual(closedOutcomes);
    expect(await outcomes((who) => unreact(who, inClosed, { emoji_name: "heart" }), by)).toEqual(closedOutcomes);
  });

  test("[messages 10] is allowed only for participants of a direct message", async () => {
    const { iris, noah, mia, gus } = await newCast();
    const id = await sendDirect(noah, [mia, gus], "x");
    for (const who of [noah, mia, gus]) expect(await outcome(react(who, id, { emoji_name: "heart" }))).toBe("ok");
    expect(await outcome(react(iris, id, { emoji_name: "heart" }))).toBe(INVALID);
    expect(await outcome(react(iris, 999_999, { emoji_name: "heart" }))).toBe(INVALID);
    expect(await reactionsOf(gus, id)).toHaveLength(3);
  });

  test("[messages 10] is refused in an archived channel, and so is removing a reaction", async () => {
    const { iris, noah } = await newCast();
    const channel = await makeChannel(iris, "talk", [iris, noah]);
    const id = await sendToChannel(noah, channel, "a", "x");
    await noah.ok(react(noah, id, { emoji_name: "heart" }));
    await iris.ok(iris.delete(`/streams/${channel}`));
    expect(await outcome(react(iris, id, { emoji_name: "heart" }))).toBe(INVALID);
    expect(await outcome(unreact(noah, id, { emoji_name: "heart" }))).toBe(INVALID);
    expect(await reactionsOf(noah, id)).toHaveLength(1);
  });
});

describe("[messages 10] the emoji of a reaction", () => {
  test("[messages 10] is given by its name, or by a matching name and code", async () => {
    const { noah } = await newCast();
    const id = await sendDirect(noah, [noah], "x");
    const tried = async (emoji: object) => outcome(react(noah, id, emoji));
    expect(await tried({})).toBe("REQUEST_VARIABLE_MISSING: Missing 'emoji_name' argument");
    expect(await tried({ emoji_name: "nothing_at_all" })).toBe("BAD_REQUEST: Emoji 'nothing_at_all' does not exist");
    expect(await tried({ ...THUMB, emoji_name: "heart" })).toBe("BAD_REQUEST: Invalid emoji name.");
    expect(await tried({ ...THUMB, emoji_code: "zz" })).toBe("BAD_REQUEST: Invalid emoji code.");
    expect(await tried({ ...THUMB, reaction_type: "flag" })).toBe("BAD_REQUEST: Invalid emoji type.");
    expect(await tried({ ...THUMB, reaction_type: "realm_emoji" })).toBe("BAD_REQUEST: Invalid custom emoji.");
    for (const reaction_type of ["svc_extra_emoji", "zulip_extra_emoji"]) {
      expect(await tried({ ...THUMB, reaction_type })).toBe("BAD_REQUEST: Invalid emoji code.");
    }
    expect(await reactionsOf(noah, id)).toEqual([]);
    expect(await tried(THUMB)).toBe("ok");
    expect(await tried({ emoji_name: "heart" })).toBe("ok");
    expect(await reactionsOf(noah, id)).toEqual([
      { ...THUMB, user_id: noah.id },
      { emoji_name: "heart", emoji_code: "2764", reaction_type: "unicode_emoji", user_id: noah.id },
    ]);
  });

  test("[messages 10] is the same under all its names, and keeps the name that its first user chose", async () => {
    const { noah, mia } = await newCast();
    const id = await sendDirect(noah, [mia], "x");
    await noah.ok(react(noah, id, { emoji_name: "thumbs_up" }));
    const again = "REACTION_ALREADY_EXISTS: Reaction already exists.";
    expect(await outcome(react(noah, id, { emoji_name: "thumbs_up" }))).toBe(again);
    expect(await outcome(react(noah, id, { emoji_name: "+1" }))).toBe(again);
    await mia.ok(react(mia, id, { emoji_name: "+1" }));
    expect(await reactionsOf(mia, id)).toEqual([
      { ...THUMB, user_id: noah.id },
      { ...THUMB, user_id: mia.id },
    ]);
  });

  test("[messages 10] can be custom, but a deactivated one only if someone reacted with it before", async () => {
    const { iris, noah, mia } = await realm();
    const code = await addEmoji(iris, "party");
    const own = { emoji_name: "party", emoji_code: code, reaction_type: "realm_emoji" };
    const id = await sendDirect(noah, [mia, iris], "x");
    expect(await outcome(react(noah, id, { ...own, emoji_name: "tree" }))).toBe(
      "BAD_REQUEST: Invalid custom emoji name.",
    );
    await noah.ok(react(noah, id, { emoji_name: "party" }));
    await iris.ok(iris.delete("/realm/emoji/party"));
    await mia.ok(react(mia, id, own));
    expect(await reactionsOf(mia, id)).toEqual([
      { ...own, user_id: noah.id },
      { ...own, user_id: mia.id },
    ]);
    await noah.ok(unreact(noah, id, own));
    await mia.ok(unreact(mia, id, { emoji_name: "party", reaction_type: "realm_emoji" }));
    expect(await outcome(react(mia, id, own))).toBe("BAD_REQUEST: This custom emoji has been deactivated.");
  });
});

describe("[messages 10] removing a reaction", () => {
  test("[messages 10] requires a name or a code, and an existing reaction of the same user", async () => {
    const { noah, mia } = await newCast();
    const id = await sendDirect(noah, [mia], "x");
    const gone = "REACTION_DOES_NOT_EXIST: Reaction doesn't exist.";
    expect(await outcome(unreact(noah, id, {}))).toBe(
      "BAD_REQUEST: At least one of the following arguments must be present: emoji_name, emoji_code",
    );
    expect(await outcome(unreact(noah, id, { reaction_type: "unicode_emoji" }))).toContain("At least one");
    expect(await outcome(unreact(noah, id, { emoji_name: "nothing_at_all" }))).toBe(
      "BAD_REQUEST: Emoji 'nothing_at_all' does not exist",
    );
    await mia.ok(react(mia, id, THUMB));
    for (const emoji of [THUMB, { emoji_name: "+1" }, { emoji_code: "1f44d" }, { emoji_code: "never such" }]) {
      expect(await outcome(unreact(noah, id, emoji))).toBe(gone);
    }
    expect(await outcome(unreact(mia, id, { emoji_code: "1f44d", reaction_type: "realm_emoji" }))).toBe(gone);
    for (const emoji of [
      THUMB,
      { emoji_name: "+1" },
      { emoji_code: "1f44d" },
      { emoji_name: "x", emoji_code: "1f44d" },
    ]) {
      expect(await outcome(unreact(mia, id, emoji))).toBe("ok");
      await mia.ok(react(mia, id, THUMB));
    }
    await mia.ok(unreact(mia, id, THUMB));
    expect(await reactionsOf(mia, id)).toEqual([]);
  });

  test("[conventions 1] also accepts its parameters in the query string", async () => {
    const { noah } = await newCast();
    const id = await sendDirect(noah, [noah], "x");
    await noah.ok(react(noah, id, THUMB));
    await noah.ok(noah.delete(`/messages/${id}/reactions?emoji_name=thumbs_up`));
    expect(await reactionsOf(noah, id)).toEqual([]);
  });
});

test("[messages 8] reactions are deleted with their message", async () => {
  const { iris, noah } = await realm();
  const id = await sendDirect(noah, [iris], "x");
  await iris.ok(react(iris, id, THUMB));
  await untilShipped(iris);
  expect(await countInBulk("reactions", iris, id)).toBe(1);
  await iris.ok(iris.delete(`/messages/${id}`));
  expect(await outcome(unreact(iris, id, THUMB))).toBe(INVALID);
  await untilShipped(iris);
  expect(await countInBulk("reactions", iris, id)).toBe(0);
});

describe("[messages 10] a reaction also", () => {
  test("[messages 10] gives the user a historical flag for a message that they did not receive", async () => {
    const { iris, noah, mia } = await newCast();
    const channel = await makeChannel(iris, "talk", [iris, noah]);
    const id = await sendToChannel(noah, channel, "a", "x");
    const mine = () => fetchMessages(mia).then(({ messages }) => idsOf(messages).includes(id));
    expect(await mine()).toBe(false);
    await mia.ok(react(mia, id, THUMB));
    expect(await mine()).toBe(true);
    expect(await flagsOf(mia, id)).toEqual(["read", "historical"]);
    await mia.ok(unreact(mia, id, THUMB));
    expect(await mine()).toBe(true);
    // A user who received the message needs no flag.
    await iris.ok(react(iris, id, THUMB));
    expect(await flagsOf(iris, id)).toEqual([]);
  });

  test("[messages 2] makes users follow the topic if they want to follow topics they participate in", async () => {
    const { iris, noah, mia, bot } = await realm();
    await iris.ok(iris.patch("/realm/user_settings_defaults", { automatically_follow_topics_policy: 1 }));
    const helper = await bot(noah);
    const channel = await makeChannel(iris, "talk", [iris, noah, mia]);
    const id = await sendToChannel(iris, channel, "A topic", "x");
    const policies = async (who: Person) => (await who.ok(who.post("/register"))).user_topics;
    await mia.ok(mia.patch("/settings", { automatically_follow_topics_policy: 2 }));
    await mia.ok(react(mia, id, THUMB));
    expect(await policies(mia)).toEqual([]);
    await noah.ok(noah.patch("/settings", { automatically_follow_topics_policy: 1 }));
    await noah.ok(react(noah, id, THUMB));
    expect(await policies(noah)).toEqual([
      { stream_id: channel, topic_name: "A topic", visibility_policy: 3, last_updated: expect.any(Number) },
    ]);
    await helper.ok(react(helper, id, THUMB));
    expect(await policies(helper)).toEqual([]);
  });

  test("[messages 2] makes the user a participant of the topic, included in topic wildcard mentions", async () => {
    const { iris, noah, mia, omar } = await realm();
    const channel = await makeChannel(iris, "talk", [iris, noah, mia, omar]);
    const id = await sendToChannel(iris, channel, "a", "x");
    await mia.ok(react(mia, id, THUMB));
    const call = await sendToChannel(iris, channel, "a", "@**topic** look");
    expect(await flagsOf(mia, call)).toContain("topic_wildcard_mentioned");
    expect(await flagsOf(noah, call)).not.toContain("topic_wildcard_mentioned");
    await mia.ok(unreact(mia, id, THUMB));
    const later = await sendToChannel(iris, channel, "a", "@**topic** look again");
    expect(await flagsOf(mia, later)).not.toContain("topic_wildcard_mentioned");
  });
});

test("[2.3] messages have their reactions in order, and can be found with has:reaction", async () => {
  const { iris, noah, mia } = await newCast();
  const channel = await makeChannel(iris, "talk", [iris, noah, mia]);
  const [a, b] = [await sendToChannel(noah, channel, "a", "x"), await sendToChannel(noah, channel, "a", "y")];
  await mia.ok(react(mia, a, { emoji_name: "tada" }));
  await noah.ok(react(noah, a, THUMB));
  await iris.ok(react(iris, a, { emoji_name: "heart" }));
  await iris.ok(react(iris, a, { emoji_name: "tada" }));
  await mia.ok(unreact(mia, a, { emoji_name: "tada" }));
  await mia.ok(react(mia, a, { emoji_name: "tada" }));
  const narrow = [{ operator: "has", operand: "reaction" }];
  const { messages } = await fetchMessages(mia, { narrow });
  expect(idsOf(messages)).toEqual([a]);
  const votes = messages[0].reactions.map((one: { user_id: number; emoji_name: string }) => [
    one.user_id,
    one.emoji_name,
  ]);
  expect(votes).toEqual([
    [noah.id, "thumbs_up"],
    [iris.id, "heart"],
    [iris.id, "tada"],
    [mia.id, "tada"],
  ]);
  expect(await reactionsOf(mia, b)).toEqual([]);
});
