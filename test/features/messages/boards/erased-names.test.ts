import { expect, test } from "vitest";
import { makeChannel } from "../../../support/channels.ts";
import { logIn } from "../../../support/log-in.ts";
import { fetchMessages, sendToChannel } from "../../../support/messages.ts";
import { advanceClock } from "../../../support/object.ts";
import { OWNER_PASSWORD, realm } from "../../../support/organization.ts";
import type { Json } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { DAY, order, placesOf, untilErased } from "../../server/account-erasure/erasing.ts";

test("erasing a user removes their name from all versions of pages, and emits the change to readers", async () => {
  const { host, iris, noah, mia } = await realm();
  const kitchen = await makeChannel(iris, "kitchen", [mia, noah]);
  const write = (content: string, base_version: number) =>
    mia.ok(mia.patch(`/streams/${kitchen}/page`, { content, base_version }));
  await write("Ask @**Noah Example**", 0);
  await write("Ask @**Noah Example** or @**Mia Example**", 1);
  await order(await logIn(host, iris.email, OWNER_PASSWORD), noah);
  await advanceClock(iris, 14 * DAY - 60_000);
  // Queues don't outlast the two weeks.
  const queue = await mia.queue({ event_types: ["channel_board"] });
  await untilErased(iris, 120_000 / DAY);
  const { versions } = await mia.ok(mia.get(`/streams/${kitchen}/page/history`));
  const [second, first] = versions.map(({ content }: Json) => content);
  expect(first).toMatch(/^Ask @\*\*Deleted user \d+\|\d+\*\*$/i);
  expect(second).toContain("@**Mia Example**");
  const { page } = await mia.ok(mia.get(`/streams/${kitchen}/board`));
  expect(page).toMatchObject({ version: 2, edited_by: mia.id, content: second });
  expect(page.rendered_content).toContain("Deleted");
  expect((await queue.events()).at(-1)).toMatchObject({ op: "page_changed", page: { version: 2, content: second } });
  expect((await placesOf(iris, ["Noah Example"])).filter((place) => /page|board/.test(place))).toEqual([]);
});

test("erasing a user removes their name from the messages that show boards, including in archived channels", async () => {
  const { host, iris, noah, mia } = await realm();
  const channels = [
    await makeChannel(iris, "kitchen", [iris, mia, noah]),
    await makeChannel(iris, "cellar", [iris, mia, noah]),
  ];
  for (const channel of channels) {
    const message_id = await sendToChannel(noah, channel, "tea", "hot");
    await mia.ok(mia.post(`/streams/${channel}/pins`, { message_id }));
  }
  const labels = async () => {
    const { messages } = await fetchMessages(mia, { narrow: [["topic", "board"]], apply_markdown: false });
    return messages.map(({ content }: Json) => content.match(/\[(.*?)\]/)?.[1]);
  };
  await until(async () => expect(await labels()).toEqual(["Noah Example: tea", "Noah Example: tea"]));
  await iris.ok(iris.delete(`/streams/${channels[1]}`));
  await order(await logIn(host, iris.email, OWNER_PASSWORD), noah);
  await untilErased(iris);
  const label = `Deleted user ${noah.id}: tea`;
  await until(async () => expect(await labels()).toEqual([label, label]));
  expect(await placesOf(iris, ["Noah Example"])).toEqual([]);
});
