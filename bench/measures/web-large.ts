import type { Bench, Stage } from "../bench.ts";
import { median } from "../load/closed-loop.ts";
import type { Measure } from "../measure.ts";
import { makeReader, openAs } from "../web/reader.ts";
import { Tab } from "../web/tab.ts";
import { writeTopic } from "../web/topics.ts";
import { withBrowser } from "../web/with-browser.ts";

const START_BUDGET = { atMost: 250 };
const FRAME_BUDGET = { atMost: 16.7 };
const ELEMENTS_BUDGET = { atMost: 6000 };
const CHANNELS = 1000;

/** A user is subscribed to every channel of a large organization. */
export const measure: Measure = {
  name: "web-large",
  about: "10,000 people and 1,000 channels: the start from what the browser has kept, and what others do",
  run: (bench) =>
    withBrowser(bench, async (browser) => {
      const stage = await bench.stage({ of: "standard" });
      const { server, organization } = stage;
      const reader = await makeReader(server, organization, CHANNELS);
      const { hash, mark } = await writeTopic(server, organization, { name: "large" });
      await server.call("POST", "/mark_all_as_read", {}, reader.account);
      const context = await openAs(reader, browser);
      const url = `http://localhost:${server.port}/${hash}`;
      const starts: number[] = [];
      for (let round = 0; round <= bench.settings.rounds; round++) {
        bench.progress(`start ${round}`);
        const tab = await Tab.open(context);
        await tab.page.goto(url, { waitUntil: "commit" });
        starts.push(await tab.painted(mark));
        await tab.rest();
        await tab.page.close();
      }
      bench.report({
        name: "start, from what is kept",
        value: median(starts.slice(1)),
        unit: "ms",
        budget: START_BUDGET,
      });
      const tab = await Tab.open(context);
      await tab.page.goto(url);
      await tab.painted(mark);
      await tab.rest();
      const elements = await tab.elements();
      bench.report({ name: "elements", value: elements, unit: "elements", budget: ELEMENTS_BUDGET });
      await reportEvents(bench, stage, tab);
      bench.report({ name: "heap", value: await tab.heapBytes(), unit: "bytes" });
      await context.close();
    }),
};

const EVENTS = 12;

/** Reports the main thread's work for an event, from the event's arrival until it is drawn. */
async function reportEvents(bench: Bench, { server, organization }: Stage, tab: Tab): Promise<void> {
  const open = organization.channels.filter(({ isPrivate }) => !isPrivate);
  const at = <Item>(list: readonly Item[], place: number): Item => {
    const item = list[place % list.length];
    if (item === undefined) throw new Error("the organization is empty");
    return item;
  };
  const kinds: Record<string, (round: number) => Promise<unknown>> = {
    "an unread message": (round) => {
      const channel = at(open, round + 3);
      const sender = at(organization.people, channel.members[0] ?? 0);
      const fields = { type: "channel", to: channel.id, topic: "news", content: `news ${round}` };
      return server.call("POST", "/messages", fields, sender);
    },
    "a renamed channel": (round) =>
      server.call("PATCH", `/streams/${at(open, round + 5).id}`, { new_name: `renamed ${round}` }),
    "a renamed person": (round) =>
      server.call("PATCH", `/users/${at(organization.people, round + 9).id}`, { full_name: `Renamed ${round}` }),
  };
  for (const [name, act] of Object.entries(kinds)) {
    const times: number[] = [];
    for (let round = 0; round < (bench.settings.quick ? 3 : EVENTS); round++) {
      bench.progress(`${name}, ${round}`);
      times.push(await tab.workUntilRest(() => act(round)));
    }
    bench.report({ name: `work for ${name}`, value: median(times), unit: "ms", budget: FRAME_BUDGET });
  }
}
