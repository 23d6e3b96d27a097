import { expect, test } from "vitest";
import { reportOf } from "../../../src/realm/report/report-of.ts";
import { inRealm } from "../../support/messages.ts";
import { realm } from "../../support/organization.ts";
import { Person } from "../../support/person.ts";

test("an organization counts users by Zulip client, and by whether the client's version was tested", async () => {
  const { noah, mia, gus } = await realm();
  const as = ({ host, email, key, id }: Person, agent: string) => new Person(host, email, key, id, agent);
  const numbers = () =>
    inRealm(noah, (at) => {
      const { numbers: all } = reportOf(at, { open: { polls: 0, streams: 0 } });
      return Object.fromEntries(Object.entries(all).filter(([name]) => name.startsWith("parley_clients")));
    });
  const queues = [];
  for (const [who, agent] of [
    [noah, "ZulipFlutter/30.0.274+274 (Android 16)"],
    [noah, "ZulipFlutter/30.0.274+274 (iOS 18)"],
    [mia, "ZulipFlutter/99.0.1+1 (Android 20)"],
    [gus, "ZulipFlutter/99.0.2+2 (Android 20)"],
    [gus, "ZulipTerminal/0.6.0 Linux"],
    [mia, "ParleyTest/1.0"],
  ] as const)
    queues.push(await as(who, agent).queue());
  const of = (client: string, version: string) => `parley_clients{client="${client}",version="${version}"}`;
  expect(await numbers()).toEqual({
    [of("ZulipFlutter", "tested")]: 1,
    [of("ZulipFlutter", "newer")]: 2,
    [of("ZulipTerminal", "older")]: 1,
  });
  for (const queue of queues.slice(2)) await queue.owner.ok(queue.owner.delete("/events", { queue_id: queue.id }));
  expect(await numbers()).toEqual({ [of("ZulipFlutter", "tested")]: 1 });
});
