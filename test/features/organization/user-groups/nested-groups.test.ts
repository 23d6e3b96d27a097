import { expect, test } from "vitest";
import { makeChannel } from "../../../support/channels.ts";
import { sendToChannel } from "../../../support/messages.ts";
import { rowsReadDuring } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Person } from "../../../support/person.ts";

/** Creates groups, each of which contains the previous one. */
async function makeChain(who: Person, name: string, length: number): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < length; index += 1) {
    const fields = { name: `${name}${index}`, description: "", members: [who.id], subgroups: ids.slice(-1) };
    ids.push((await who.ok(who.post("/user_groups/create", fields))).group_id);
  }
  return ids;
}

test("adding and mentioning groups that contain each other reads each group's members once", async () => {
  const { iris } = await realm();
  const channel = await makeChannel(iris, "harbour", [iris]);
  const costOf = async (name: string, length: number) => {
    const chain = await makeChain(iris, name, length);
    const around = (await iris.ok(iris.post("/user_groups/create", { name, description: "", members: [] }))).group_id;
    const mentions = chain.map((_, index) => `@*${name}${index}*`).join(" ");
    return {
      adding: await rowsReadDuring(iris, () => iris.ok(iris.post(`/user_groups/${around}/subgroups`, { add: chain }))),
      mentioning: await rowsReadDuring(iris, () => sendToChannel(iris, channel, "tea", mentions)),
    };
  };
  await costOf("first", 5);
  const few = await costOf("few", 10);
  const many = await costOf("many", 80);
  expect(many.adding).toBeLessThan(10 * few.adding);
  expect(many.mentioning).toBeLessThan(10 * few.mentioning);
});
