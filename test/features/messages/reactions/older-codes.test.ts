import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { reactionAdded } from "../../../../src/features/messages/reactions/events.ts";
import { everyone } from "../../../../src/realm/events/event.ts";
import { makeChannel, outcome } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { fetchMessages, idsOf, inRealm, sendToChannel } from "../../../support/messages.ts";
import { countInBulk, identityOf, untilShipped } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { react, reactionsOf, unreact } from "../../../support/reactions.ts";
import { runExport } from "../../server/exports/run-export.ts";

/** An emoji code from an older emoji list, and its current one. */
const OLDER = "1f3f3-fe0f-200d-26a7-fe0f";
const CURRENT = "1f3f3-200d-26a7";
const FLAG = { emoji_name: "transgender_flag", emoji_code: CURRENT, reaction_type: "unicode_emoji" };
const OLDER_FLAG = { ...FLAG, emoji_code: OLDER };
const AGAIN = "REACTION_ALREADY_EXISTS: Reaction already exists.";
const GONE = "REACTION_DOES_NOT_EXIST: Reaction doesn't exist.";

/** Stores reactions as a version with an older emoji list did, in the realm and then in D1. */
async function stored(message: number, who: Person, ...codes: string[]): Promise<void> {
  await inRealm(who, (realm) =>
    realm.change(() => {
      for (const [index, code] of codes.entries()) {
        realm.sql
          .exec(
            `INSERT INTO reactions (message_id, reaction_type, emoji_code, user_id, emoji_name, seq)
             VALUES (CAST(?1 AS INTEGER), 'unicode_emoji', ?2, CAST(?3 AS INTEGER), 'trans_flag', CAST(?4 AS INTEGER))`,
            message,
            code,
            who.id,
            index + 1,
          )
          .toArray();
      }
    }),
  );
  await untilShipped(who);
}

async function talk() {
  const { noah, mia } = await realm();
  const channel = await makeChannel(noah, "talk", [noah, mia]);
  const message = await sendToChannel(noah, channel, "flags", "x");
  const oneMore = { emoji_name: "trans_flag", emoji_code: CURRENT, reaction_type: "unicode_emoji" };
  return { noah, mia, channel, message, of: (who: Person) => ({ ...oneMore, user_id: who.id }) };
}

describe("[messages 10] a reaction that is stored with an older code", () => {
  test("has the current code in responses and events", async () => {
    const { noah, mia, message, of } = await talk();
    await stored(message, noah, OLDER);
    expect(await reactionsOf(mia, message)).toEqual([of(noah)]);
    const { messages } = await fetchMessages(mia, { narrow: [["has", "reaction"]] });
    expect(messages.map((one: Json) => one.reactions)).toEqual([[of(noah)]]);
    const [[event]] = (await eventsDuring([mia], () => noah.ok(unreact(noah, message, OLDER_FLAG)))) as [[Json]];
    expect(event).toMatchObject({ type: "reaction", op: "remove", ...of(noah) });
  });

  test.each([
    ["its older code", OLDER_FLAG],
    ["its current code", FLAG],
    ["its name", { emoji_name: "transgender_flag" }],
  ])("counts as existing when its user reacts again by %s", async (_, emoji) => {
    const { noah, message } = await talk();
    await stored(message, noah, OLDER);
    expect(await outcome(react(noah, message, emoji))).toBe(AGAIN);
  });

  test.each([
    ["its older code", OLDER_FLAG],
    ["its current code", FLAG],
    ["its name", { emoji_name: "transgender_flag" }],
    ["the name that it was stored by", { emoji_name: "trans_flag" }],
  ])("is removed by %s", async (_, emoji) => {
    const { noah, mia, message } = await talk();
    await stored(message, noah, OLDER);
    expect(await outcome(unreact(mia, message, emoji))).toBe(
      emoji.emoji_name === "trans_flag" ? "BAD_REQUEST: Emoji 'trans_flag' does not exist" : GONE,
    );
    await noah.ok(unreact(noah, message, emoji));
    expect(await reactionsOf(mia, message)).toEqual([]);
    await untilShipped(noah);
    expect(await countInBulk("reactions", noah, message)).toBe(0);
    expect(await outcome(unreact(noah, message, FLAG))).toBe(GONE);
  });

  test("has the same name as reactions with the current code", async () => {
    const { noah, mia, message, of } = await talk();
    await stored(message, noah, OLDER);
    await mia.ok(react(mia, message, FLAG));
    expect(await reactionsOf(mia, message)).toEqual([of(noah), of(mia)]);
  });

  test("is merged with the same user's reaction with the current code, and both are removed together", async () => {
    const { noah, mia, channel, message, of } = await talk();
    await stored(message, noah, OLDER, CURRENT);
    expect(await countInBulk("reactions", noah, message)).toBe(2);
    expect(await reactionsOf(mia, message)).toEqual([of(noah)]);
    const [events = []] = await eventsDuring([mia], () => noah.ok(unreact(noah, message, FLAG)));
    expect(events).toHaveLength(1);
    expect(await reactionsOf(mia, message)).toEqual([]);
    const narrow = [
      ["channel", channel],
      ["has", "reaction"],
    ];
    expect(idsOf((await fetchMessages(mia, { narrow })).messages)).toEqual([]);
  });

  test("gets the current code even if only D1 has it", async () => {
    const { noah, mia, message, of } = await talk();
    await noah.ok(react(noah, message, { emoji_name: "tada" }));
    await untilShipped(noah);
    const { id } = await identityOf(noah);
    const row = `INSERT INTO reactions (realm, message_id, user_id, reaction_type, emoji_code, emoji_name, seq)
      VALUES (?1, ?2, ?3, 'unicode_emoji', ?4, 'trans_flag', 9)`;
    await env.DB.prepare(row).bind(id, message, mia.id, OLDER).run();
    expect((await reactionsOf(mia, message)).slice(1)).toEqual([of(mia)]);
  });

  test("[users 9] is exported with the current code", async () => {
    const { iris, noah } = await realm();
    const channel = await makeChannel(noah, "talk", [noah]);
    const message = await sendToChannel(noah, channel, "flags", "x");
    await stored(message, noah, OLDER);
    const { tables } = await runExport(iris, 1);
    expect(tables.reactions).toMatchObject([{ message_id: message, emoji_code: CURRENT }]);
  });

  test("is not confused with an emoji whose code has the same beginning", async () => {
    const { noah, message } = await talk();
    await stored(message, noah, OLDER);
    const others = ["white_flag", "rainbow_flag"];
    for (const emoji_name of others) await noah.ok(react(noah, message, { emoji_name }));
    for (const emoji_name of others) await noah.ok(unreact(noah, message, { emoji_name }));
    expect(await reactionsOf(noah, message)).toHaveLength(1);
  });
});

test("[messages 10] an older emoji code in a request is mapped to the current one", async () => {
  const { noah, mia, message } = await talk();
  const [[event]] = (await eventsDuring([mia], () => noah.ok(react(noah, message, OLDER_FLAG)))) as [[Json]];
  expect(event).toMatchObject({ op: "add", ...FLAG });
  expect(await reactionsOf(mia, message)).toEqual([{ ...FLAG, user_id: noah.id }]);
  expect(await outcome(react(noah, message, FLAG))).toBe(AGAIN);
  expect(await outcome(react(mia, message, { ...FLAG, emoji_code: "1f3f3-fe0f-200d" }))).toBe(
    "BAD_REQUEST: Invalid emoji code.",
  );
});

test("[register 5.1] an event logged with an older emoji code is sent with the current one", async () => {
  const { noah, mia, message } = await talk();
  const { id: user_id, email } = noah;
  const user = { user_id, email, full_name: "Noah" };
  const logged = reactionAdded({ ...OLDER_FLAG, message_id: message, user_id, user });
  const queue = await mia.queue({ event_types: ["reaction"] });
  await inRealm(noah, (realm) => realm.change(() => realm.emit(logged, everyone)));
  expect((await queue.events())[0]).toMatchObject({ op: "add", ...FLAG });
});
