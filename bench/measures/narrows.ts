import type { Bench } from "../bench.ts";
import { compare } from "../comparison.ts";
import { median } from "../load/closed-loop.ts";
import { Connection } from "../load/connection.ts";
import { type Account, apiRequest, type Fields, request } from "../load/requests.ts";
import type { Measure } from "../measure.ts";
import type { Organization } from "../seed/people.ts";
import { COMMON_WORD, MIDDLING_WORD, RARE_WORD } from "../seed/vocabulary.ts";

const REQUESTS = 5;
const BUDGET = { atMost: 2 };

/** Pages of messages in many narrows, compared with a bare Worker that runs the same SQL. */
export const measure: Measure = {
  name: "narrows",
  about: "a first and a deep page of each narrow, and of searches",
  async run(bench) {
    const cases = await casesFor(bench);
    const { server, organization } = await bench.stage({ of: "largest" });
    const reader = readerOf(organization);
    const ours = new Connection(server.port);
    const floors = new Connection(server.floors);
    for (const { name, fields, statement, isFirst } of cases) {
      const page = encodeURIComponent(name);
      await floors.send(request("POST", `/statement?name=${page}`, "", escaped(JSON.stringify(statement))));
      const side = (connection: Connection, text: string) => async () => {
        const times: number[] = [];
        for (let count = 0; count < REQUESTS; count++) {
          const start = performance.now();
          const { status, body } = await connection.send(text);
          if (status !== 200) throw new Error(`${name}: ${status} ${body.toString().slice(0, 300)}`);
          times.push(performance.now() - start);
        }
        return { ms: median(times) };
      };
      const found = await compare(
        bench.settings.rounds,
        {
          ours: side(ours, apiRequest("GET", "/messages", reader, fields)),
          floor: side(floors, request("GET", `/query?name=${page}`)),
        },
        (what) => bench.progress(`${name}, ${what}`),
      );
      const budget = isFirst ? BUDGET : undefined;
      bench.report({ name, value: found.ours.ms, floor: found.floor.ms, unit: "ms", budget }, found.ratio.ms);
    }
    ours.close();
    floors.close();
  },
};

interface Case {
  readonly name: string;
  readonly fields: Fields;
  readonly isFirst: boolean;
  readonly statement: { readonly sql: string; readonly values: readonly string[] };
}

/** Returns two pages of each narrow, with the SQL that the server compiles them to. */
async function casesFor(bench: Bench): Promise<Case[]> {
  const { server, organization } = await bench.stage({ of: "largest", hooks: true });
  const reader = readerOf(organization);
  const { messages: newest } = await server.call<{ messages: { id: number }[] }>(
    "GET",
    "/messages",
    { anchor: "newest", num_before: 1, num_after: 0 },
    reader,
  );
  const deep = Math.floor((newest[0]?.id ?? 0) * 0.3);
  const cases: Case[] = [];
  for (const [name, narrow] of Object.entries(await narrowsOf(organization, reader, server))) {
    const pages = [
      { page: "first", range: { anchor: "newest", num_before: 100, num_after: 0 } },
      { page: "deep", range: { anchor: deep, num_before: 50, num_after: 50 } },
    ];
    for (const { page, range } of pages) {
      const fields = { narrow, ...range };
      const statement = await server.call<Case["statement"]>("GET", "/testing/statement", fields, reader);
      cases.push({ name: `${name}, ${page} page`, fields, isFirst: page === "first", statement });
    }
  }
  return cases;
}

/** Returns a person who sends many messages, has starred messages, and is mentioned. */
const readerOf = ({ people }: Organization): Account => people[3] ?? { id: 0, email: "", key: "" };

type Asked = Awaited<ReturnType<Bench["stage"]>>["server"];
type Narrow = readonly (readonly [operator: string, operand: unknown] | object)[];

async function narrowsOf(
  { channels, people }: Organization,
  reader: Account,
  server: Asked,
): Promise<Record<string, Narrow>> {
  const [large = 0, small = 0] = [channels[1]?.id, channels.at(-2)?.id];
  const { topics } = await server.call<{ topics: { name: string }[] }>("GET", `/users/me/${large}/topics`, {}, reader);
  const [topic] = topics;
  const other = people[4]?.id ?? 0;
  const resolvedTopic = ["is", "resolved"] as const;
  return {
    everything: [],
    "channel, busy": [["channel", large]],
    "channel, quiet": [["channel", small]],
    "channel and topic": [
      ["channel", large],
      ["topic", topic?.name ?? ""],
    ],
    "not a channel": [{ operator: "channel", operand: large, negated: true }],
    "all public channels": [["channels", "public"]],
    "direct messages": [["is", "dm"]],
    "direct messages with one": [["dm", [other]]],
    "direct messages including": [["dm-including", other]],
    "sender, talkative": [["sender", people[0]?.id ?? 0]],
    "sender, quiet": [["sender", people.at(-1)?.id ?? 0]],
    "sender in a channel": [
      ["channel", large],
      ["sender", people[0]?.id ?? 0],
    ],
    starred: [["is", "starred"]],
    mentioned: [["is", "mentioned"]],
    unread: [["is", "unread"]],
    alerted: [["is", "alerted"]],
    followed: [["is", "followed"]],
    resolved: [resolvedTopic],
    "resolved in a channel": [["channel", large], resolvedTopic],
    "in home": [["in", "home"]],
    "with a link": [["has", "link"]],
    "with an attachment": [["has", "attachment"]],
    "with an image": [["has", "image"]],
    "with a reaction": [["has", "reaction"]],
    "search, common word": [["search", COMMON_WORD]],
    "search, middling word": [["search", MIDDLING_WORD]],
    "search, rare word": [["search", RARE_WORD]],
    "search, two words": [["search", `${COMMON_WORD} ${MIDDLING_WORD}`]],
    "search in a channel": [
      ["channel", large],
      ["search", MIDDLING_WORD],
    ],
  };
}

/** Escapes JSON to ASCII, because each character of a request's text is sent as a byte. */
const escaped = (json: string) =>
  json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
