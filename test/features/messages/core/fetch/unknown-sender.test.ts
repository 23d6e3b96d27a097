import { expect, test } from "vitest";
import { makeChannel } from "../../../../support/channels.ts";
import { givePermission } from "../../../../support/groups.ts";
import { fetchMessages, sendToChannel } from "../../../../support/messages.ts";
import { realm } from "../../../../support/organization.ts";
import type { Json, Person } from "../../../../support/person.ts";

test("[messages 3] a guest gets an unknown user in place of a sender they can't see", async () => {
  const { iris, noah, mia, gus } = await realm();
  // Mia leaves the channel that everyone is in.
  const { subscriptions } = await mia.ok(mia.get("/users/me/subscriptions"));
  const names = subscriptions.map(({ name }: Json) => name);
  await mia.ok(mia.delete("/users/me/subscriptions", { subscriptions: names }));
  const id = await makeChannel(noah, "tea", [noah, gus]);
  await givePermission(iris, "can_access_all_users_group", "role:members");
  const queue = await gus.queue({ client_gravatar: true });
  await sendToChannel(noah, id, "t", "from somebody in the channel");
  const sent = await sendToChannel(mia, id, "t", "from somebody who is not");
  const [near, far] = (await queue.events()).filter(({ type }: Json) => type === "message");
  expect(near.message).toMatchObject({ sender_full_name: "Noah Example", sender_email: noah.email, avatar_url: null });
  const stranger = { sender_id: mia.id, sender_full_name: "Unknown user", sender_email: `user${mia.id}@${mia.host}` };
  expect(far.message).toMatchObject({ ...stranger, avatar_url: expect.stringContaining("0000") });
  const ask = async (who: Person) => (await fetchMessages(who, { narrow: [["channel", id]], num_before: 2 })).messages;
  const [known, unknown] = await ask(gus);
  expect(known).toMatchObject({ sender_full_name: "Noah Example", avatar_url: null });
  expect(unknown).toMatchObject({ ...stranger, avatar_url: expect.stringContaining("0000") });
  expect((await gus.ok(gus.get(`/messages/${sent}`))).message).toMatchObject(stranger);
  expect((await ask(noah))[1]).toMatchObject({ sender_full_name: "Mia Example" });
  // A name that the guest writes does not reveal hidden users either.
  const mention = await sendToChannel(gus, id, "t", `@**Mia Example** @**|${mia.id}** @**Noah Example**`);
  const { message } = await gus.ok(gus.get(`/messages/${mention}`));
  expect(message.content).not.toContain(`data-user-id="${mia.id}"`);
  expect(message.content).toContain(`data-user-id="${noah.id}"`);
});
