import { Connection } from "../load/connection.ts";
import { type Account, apiRequest, type Fields } from "../load/requests.ts";
import type { Organization } from "../seed/people.ts";
import type { Server } from "../server/server.ts";

interface Flood {
  readonly perSecond: number;
  readonly seconds: number;
  /** The user whose client is flooded. */
  readonly reader: Account;
  readonly topic: string;
}

/** Maximum number of requests in flight. */
const CONNECTIONS = 16;
/** Number of people taking part. */
const PEOPLE = 40;
const EMOJI = ["tada", "heart", "octopus"];

/**
 * Makes people write in a topic and elsewhere, react, type and change their status, while the reader marks and stars
 * messages in another client. Returns the events per second.
 */
export async function flood(server: Server, organization: Organization, options: Flood): Promise<number> {
  const { perSecond, seconds, reader, topic } = options;
  const people = organization.people.slice(0, PEOPLE);
  const open = organization.channels.filter(({ isPrivate }) => !isPrivate);
  const written: number[] = [];
  const by = (place: number): Account => people[place % people.length] ?? server.owner;
  const say = (place: number, channel: number, to: string): Request => {
    const fields = { type: "channel", to: channel, topic: to, content: `what is said at ${place}, in some words` };
    return ["POST", "/messages", by(place), fields];
  };
  const recent = (place: number) => written.at(-1 - (place % 20)) ?? written.at(-1) ?? 1;
  const kinds: ((place: number) => Request)[] = [
    (place) => say(place, open[0]?.id ?? 0, topic),
    (place) => say(place, open[place % 3]?.id ?? 0, `${topic} ${place % 9}`),
    (place) => ["POST", `/messages/${recent(place)}/reactions`, by(place), { emoji_name: EMOJI[place % 3] ?? "" }],
    (place) => {
      const flag = place % 2 === 0 ? "read" : "starred";
      return ["POST", "/messages/flags", reader, { messages: [recent(place)], op: "add", flag }];
    },
    (place) => {
      const op = place % 12 < 6 ? "start" : "stop";
      return ["POST", "/typing", by(place), { type: "stream", op, stream_id: open[0]?.id ?? 0, topic }];
    },
    (place) => ["POST", "/users/me/status", by(place), { status_text: `busy with ${place}` }],
  ];
  const start = performance.now();
  let sent = 0;
  const work = async () => {
    const connection = new Connection(server.port);
    for (;;) {
      const due = start + (sent / perSecond) * 1000;
      if (due > start + seconds * 1000) break;
      const place = sent++;
      const wait = due - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      const [method, path, account, fields] = kinds[place % kinds.length]?.(place) ?? say(place, 0, topic);
      // Some requests are refused, such as adding a reaction that already exists.
      const { status, body } = await connection.send(apiRequest(method, path, account, fields));
      if (status === 200 && path === "/messages") written.push(JSON.parse(body.toString()).id);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return sent / ((performance.now() - start) / 1000);
}

type Request = readonly [method: string, path: string, account: Account, fields: Fields];
