import fc from "fast-check";
import { expect, test } from "vitest";
import { makeChannel } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { fetchMessages, idsOf, unreadIds } from "../../../support/messages.ts";
import { evict } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Fields, Json, Person } from "../../../support/person.ts";

const TOPICS = ["Tides", "tides", "✔ Tides", "Wind", ""];
const MODES = ["change_one", "change_later", "change_all"];

/** An action that a user attempts. Many are refused. */
const step = fc.record({
  who: fc.nat(3),
  what: fc.constantFrom("say", "say", "mention", "edit", "move", "move", "shift", "delete", "read", "unread", "star"),
  message: fc.nat(30),
  channel: fc.nat(2),
  topic: fc.constantFrom(...TOPICS),
  mode: fc.constantFrom(...MODES),
  notify: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

test("[register 1] the state after any sequence of changes matches the events", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 30 }), async (steps) => {
      const { iris, noah, mia, gus } = await realm();
      const people = [iris, noah, mia, gus];
      const channels = [
        await makeChannel(iris, "harbour", people),
        await makeChannel(noah, "pier", [noah, mia]),
        await makeChannel(noah, "secret", [noah, iris], { invite_only: true }),
      ];
      const messages: number[] = [];
      await eventsDuring(people, async () => {
        for (const each of steps) await perform(each, { people, channels, messages });
      });
      const before = await seenBy(people, channels);
      await evict(iris);
      expect(await seenBy(people, channels)).toEqual(before);
    }),
    { numRuns: 5, seed: 20_261_120, endOnFailure: true },
  );
});

interface World {
  readonly people: readonly Person[];
  readonly channels: readonly number[];
  readonly messages: number[];
}

async function perform(each: Step, { people, channels, messages }: World): Promise<void> {
  const who = people[each.who] as Person;
  const channel = channels[each.channel] as number;
  const id = messages.length === 0 ? 1 : (messages[each.message % messages.length] as number);
  const { topic } = each;
  const flag = (op: string, name: string) => who.post("/messages/flags", { op, flag: name, messages: [id] });
  const change = (fields: Fields) =>
    who.patch(`/messages/${id}`, {
      propagate_mode: each.mode,
      send_notification_to_old_thread: each.notify,
      send_notification_to_new_thread: !each.notify,
      ...fields,
    });
  switch (each.what) {
    case "say":
    case "mention": {
      const content = each.what === "say" ? "something" : "@**Mia Example** and @**topic**";
      const { body } = await who.post("/messages", { type: "channel", to: channel, topic, content });
      if (body.result === "success") messages.push(body.id);
      break;
    }
    case "edit":
      await change({ content: each.notify ? "@**Mia Example**" : "@**all**", propagate_mode: "change_one" });
      break;
    case "move":
      await change({ topic });
      break;
    case "shift":
      await change({ stream_id: channel, ...(each.notify ? { topic } : {}) });
      break;
    case "delete":
      await who.delete(`/messages/${id}`);
      break;
    case "read":
      await flag("add", "read");
      break;
    case "unread":
      await flag("remove", "read");
      break;
    case "star":
      await flag("add", "starred");
      break;
  }
}

/** Each user's readable messages, and which of them are unread. */
const seenBy = (people: readonly Person[], channels: readonly number[]): Promise<Json[]> =>
  Promise.all(
    people.map(async (who) => {
      const shown = await Promise.all(
        channels.map(async (channel) => {
          const { status, body } = await who.get("/messages", {
            anchor: "newest",
            num_before: 100,
            num_after: 0,
            narrow: [["channel", channel]],
          });
          return status === 200 ? body.messages.map((one: Json) => [one.id, one.subject, one.flags]) : body.msg;
        }),
      );
      return { own: idsOf((await fetchMessages(who)).messages), shown, unread: await unreadIds(who) };
    }),
  );
