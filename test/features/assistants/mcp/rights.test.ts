import { expect, test } from "vitest";
import { callTool } from "../../../../src/features/assistants/tools/call-tool.ts";
import type { UnguardedCaller } from "../../../../src/features/assistants/tools/caller.ts";
import { randomFrom } from "../../../support/changed-at-random.ts";
import { realm } from "../../../support/organization.ts";
import type { Person } from "../../../support/person.ts";

/** Sends the tools' requests as a user, without the limits of assistants. */
const callerOf = (person: Person): UnguardedCaller => ({
  ...{ user_id: person.id, full_name: "", is_bot: false, timezone: "", organization: "", url: "", scopes: null },
  async call(route, fields = {}) {
    const [method = "", path = ""] = route.split(" ");
    const { status, body } = await person.send(method, path, fields);
    return Response.json(body, { status });
  },
  refused: (answer) => answer,
});

const random = randomFrom(24);
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;

test("[security 24.1] no tool returns a message that GET /messages would hide, for members and guests in any kind of channel", async () => {
  const { iris, noah, mia, gus } = await realm();
  const people = [iris, noah, mia, gus];
  const channels = ["open", "closed", "without history", "of few"];
  for (const name of channels) {
    const principals = [iris, ...people.filter(() => random(2) === 0)].map(({ id }) => id);
    const closed = { invite_only: name !== "open", history_public_to_subscribers: name !== "without history" };
    await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name }], principals, ...closed }));
  }
  const sent: string[] = [];
  const send = async (from: Person, fields: object) => {
    const { status } = await from.post("/messages", { content: `word of ${from.id}`, ...fields });
    sent.push(`${status} ${JSON.stringify(fields)}`);
  };
  for (let at = 0; at < 60; at += 1) {
    if (at === 30)
      await iris.ok(
        iris.post("/users/me/subscriptions", {
          subscriptions: [{ name: "without history" }],
          principals: [mia.id, gus.id],
        }),
      );
    const from = pick(people);
    if (random(10) < 7) await send(from, { type: "channel", to: pick(channels), topic: pick(["one", "two"]) });
    else await send(from, { type: "direct", to: [pick(people).id] });
  }
  for (const person of people) {
    const allowed = await visibleTo(person, channels);
    for (const [name, args] of callsFor(people, channels)) {
      const result = await callTool(name, args, callerOf(person));
      const text = "content" in result ? String(result.content[0]?.["text"]) : "";
      const shown = [...text.matchAll(/^\[(\d+) |\/near\/(\d+)|newest (\d+)|from (\d+)$|(?:before|after)=(\d+)/gm)].map(
        (found) => Number(found.slice(1).find(Boolean)),
      );
      expect(
        shown.filter((id) => !allowed.has(id)),
        `${person.email} ${name} ${JSON.stringify(args)}\n${text}\n${sent.join("\n")}`,
      ).toEqual([]);
    }
  }
});

async function visibleTo(person: Person, channels: readonly string[]): Promise<Set<number>> {
  const narrows = [[], ...channels.map((name) => [{ operator: "channel", operand: name }])];
  const pages = await Promise.all(
    narrows.map((narrow) => person.get("/messages", { narrow, anchor: "newest", num_before: 1000, num_after: 0 })),
  );
  return new Set(pages.flatMap(({ body }) => (body.messages ?? []).map(({ id }: { id: number }) => id)));
}

const callsFor = (
  people: readonly Person[],
  channels: readonly string[],
): (readonly [string, Record<string, unknown>])[] => [
  ["catch_up", { since: "2020-01-01" }],
  ["catch_up", {}],
  ["find_messages", { query: "word", limit: 50 }],
  ["find_messages", { limit: 50 }],
  ["list_conversations", { kind: "direct" }],
  ...channels.map((channel) => ["list_conversations", { channel }] as const),
  ...channels.map((name) => ["read_conversation", { conversation: `#${name}`, limit: 200 }] as const),
  ...channels.map((name) => ["find_messages", { in: `#${name} > one`, limit: 50 }] as const),
  ...people.map(({ id }) => ["read_conversation", { conversation: `dm:${id}`, limit: 200 }] as const),
];
