import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { merged, moveTopicPreferences } from "../../../../src/features/channels/topic-visibility/move-preferences.ts";
import { toChannelId } from "../../../../src/protocol/ids.ts";
import type { RealmObject } from "../../../../src/realm-object.ts";
import { channelIdOf } from "../../../support/channels.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

test("[messages 7] merging two topics merges their visibility policies", () => {
  const [none, muted, unmuted, followed] = [0, 1, 2, 3] as const;
  for (const same of [none, muted, unmuted, followed]) expect(merged(same, same)).toBe(same);
  for (const other of [none, muted, followed] as const) expect(merged(unmuted, other)).toBe(unmuted);
  expect(merged(followed, none)).toBe(followed);
  expect(merged(none, muted)).toBe(none);
  expect(merged(muted, followed)).toBe(none);
});

test("[messages 7] visibility policies move with a topic", async () => {
  const { noah, mia, gus } = await realm();
  const id = await channelIdOf(noah, "general");
  const prefer = (who: Person, topic: string, visibility_policy: number) =>
    who.ok(who.post("/user_topics", { stream_id: id, topic, visibility_policy }));
  const move = (from: string, to: string, joins: boolean) => {
    const stub = env.REALM.get(env.REALM.idFromName(noah.host.replace(".localhost", "")));
    return runInDurableObject(stub, ({ realm }: RealmObject) => {
      const channel = toChannelId(id);
      const follows = (user: number) => user !== gus.id;
      realm?.change(() =>
        moveTopicPreferences(realm, { from: { channel, topic: from }, to: { channel, topic: to }, joins, follows }),
      );
    });
  };
  const all = async (who: Person) =>
    (await who.ok(who.post("/register"))).user_topics.map((row: Json) => [row.topic_name, row.visibility_policy]);
  for (const who of [noah, mia, gus]) await prefer(who, "tea", 3);
  await prefer(mia, "coffee", 2);
  await prefer(gus, "coffee", 1);
  const queue = await noah.queue();
  await move("tea", "cake", false);
  expect((await queue.events()).map((event) => [event.topic_name, event.visibility_policy])).toEqual([
    ["tea", 0],
    ["cake", 3],
  ]);
  await move("cake", "coffee", true);
  expect(await all(noah)).toEqual([["coffee", 3]]);
  expect(await all(mia)).toEqual([["coffee", 2]]);
  expect(await all(gus)).toEqual([["coffee", 1]]);
});
