import { expect, test } from "vitest";
import { removeReactionsBetween } from "../../../../src/features/messages/reactions/reactions.ts";
import { accessUser } from "../../../../src/features/organization/accounts/access.ts";
import { toUserId } from "../../../../src/protocol/ids.ts";
import { makeChannel } from "../../../support/channels.ts";
import { fetchMessages, inRealm, sendToChannel } from "../../../support/messages.ts";
import { realm } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";
import { react, reactionsOf } from "../../../support/reactions.ts";

const REACTIONS = 1500;

test("[messages 10] a message returns all its reactions in order, even a very large number", async () => {
  const { noah } = await realm();
  const channel = await makeChannel(noah, "plaza", [noah]);
  const [crowded, quiet] = [
    await sendToChannel(noah, channel, "t", "News!"),
    await sendToChannel(noah, channel, "t", "And more."),
  ];
  await inRealm(noah, (realm) =>
    realm.change(() =>
      realm.sql
        .exec(
          `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?2)
           INSERT INTO reactions (message_id, reaction_type, emoji_code, user_id, emoji_name, seq)
           SELECT CAST(?1 AS INTEGER), 'unicode_emoji', '1f375', 100000 - n, 'tea', n FROM n`,
          crowded,
          REACTIONS,
        )
        .toArray(),
    ),
  );
  await noah.ok(react(noah, crowded, { emoji_name: "tea" }));
  await noah.ok(react(noah, quiet, { emoji_name: "tea" }));
  const users = [...Array.from({ length: REACTIONS }, (_, index) => 99_999 - index), noah.id];
  const terminal = new Person(noah.host, noah.email, noah.key, noah.id, "ZulipTerminal/0.7.0 Linux");
  for (const who of [noah, terminal]) {
    const reactions = await reactionsOf(who, crowded);
    expect(reactions.map(({ user_id }: Json) => user_id)).toEqual(users);
    expect(reactions.every(({ user }: Json) => (user !== undefined) === (who === terminal))).toBe(true);
    const { messages } = await fetchMessages(who, {
      narrow: [
        ["channel", channel],
        ["topic", "t"],
      ],
    });
    expect(messages.map((message: Json) => message.reactions.length)).toEqual([REACTIONS + 1, 1]);
    expect(messages[0].reactions).toEqual(reactions);
  }
});

test("all reactions of a user are removed, even if a step ends between two on one message", async () => {
  const { noah } = await realm();
  await inRealm(noah, (realm) =>
    realm.change(() => {
      realm.sql.exec(
        `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n <= 500)
         INSERT INTO reactions (message_id, reaction_type, emoji_code, user_id, emoji_name, seq)
         SELECT 1000 + min(n, 500), 'unicode_emoji', iif(n > 500, '1f375', '1f419'), ${noah.id}, 'x', n FROM n`,
      );
      const user = accessUser(realm, null, toUserId(noah.id));
      for (let done = 0; done < 2000; ) done = removeReactionsBetween(realm, user, done, 2000);
      expect(realm.sql.exec("SELECT * FROM reactions").toArray()).toEqual([]);
    }),
  );
});
