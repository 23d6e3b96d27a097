import { expect, test } from "vitest";
import { makeChannel } from "../../../support/channels.ts";
import { flagsOf, sendToChannel } from "../../../support/messages.ts";
import { realm } from "../../../support/organization.ts";
import type { Person } from "../../../support/person.ts";

const react = (who: Person, id: number, emoji_name: string) =>
  who.ok(who.post(`/messages/${id}/reactions`, { emoji_name }));
const takeBack = (who: Person, id: number, emoji_name: string) =>
  who.ok(who.delete(`/messages/${id}/reactions`, { emoji_name }));

test("[messages 2] users who reacted are participants of the message's topic until the message is deleted", async () => {
  const { iris, noah, mia } = await realm();
  const channel = await makeChannel(iris, "harbour", [iris, noah, mia]);
  const calls = async (topic: string): Promise<string[]> => {
    const id = await sendToChannel(iris, channel, topic, "@**topic** come");
    const found = await Promise.all(
      Object.entries({ noah, mia }).map(async ([name, who]) =>
        (await flagsOf(who, id)).includes("topic_wildcard_mentioned") ? [name] : [],
      ),
    );
    await iris.ok(iris.delete(`/messages/${id}`));
    return found.flat();
  };
  const [one, two] = [
    await sendToChannel(iris, channel, "Tides", "a"),
    await sendToChannel(iris, channel, "Tides", "b"),
  ];
  expect(await calls("Tides")).toEqual([]);
  for (const emoji of ["tada", "heart"]) await react(mia, one, emoji);
  await react(mia, two, "tada");
  await react(noah, two, "tada");
  expect(await calls("Tides")).toEqual(["noah", "mia"]);
  await takeBack(mia, two, "tada");
  expect(await calls("Tides"), "she has reacted to the other").toEqual(["noah", "mia"]);
  await iris.ok(iris.patch(`/messages/${one}`, { topic: "Wind", send_notification_to_new_thread: false }));
  expect(await calls("Tides")).toEqual(["noah"]);
  expect(await calls("Wind")).toEqual(["mia"]);
  await takeBack(mia, one, "heart");
  expect(await calls("Wind")).toEqual(["mia"]);
  await iris.ok(iris.delete(`/messages/${one}`));
  await sendToChannel(iris, channel, "Wind", "c");
  expect(await calls("Wind")).toEqual([]);
});

test("[messages 2] a sender is a participant of a topic until it has none of their messages left", async () => {
  const { iris, noah, mia } = await realm();
  const channel = await makeChannel(iris, "harbour", [iris, noah, mia]);
  const ids = [];
  for (const who of [noah, mia, noah]) ids.push(await sendToChannel(who, channel, "Tides", "x"));
  const first = await sendToChannel(iris, channel, "Tides", "@**topic**");
  expect(await flagsOf(noah, first)).toContain("topic_wildcard_mentioned");
  expect(await flagsOf(mia, first)).toContain("topic_wildcard_mentioned");
  await iris.ok(iris.delete(`/messages/${ids[0]}`));
  await iris.ok(iris.delete(`/messages/${ids[1]}`));
  const second = await sendToChannel(iris, channel, "Tides", "@**topic**");
  expect(await flagsOf(noah, second)).toContain("topic_wildcard_mentioned");
  expect(await flagsOf(mia, second)).not.toContain("topic_wildcard_mentioned");
});
