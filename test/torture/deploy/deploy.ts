import { foundOrganization, type Json, type Person } from "../../process/support/person.ts";
import { type ListeningClient, PollingClient } from "../../process/support/polling-client.ts";
import { until } from "../../process/support/processes.ts";
import { StreamingClient } from "../../process/support/streaming-client.ts";
import { type Part, type Trial, Violation } from "../frame/part.ts";
import { compareTexts } from "./compare-texts.ts";
import { Deployment } from "./deployment.ts";
import { PATH_OF_AFTER, type Program } from "./programs.ts";
import { Sender } from "./sender.ts";

const PATIENCE_MS = 60_000;
/** Less than the hundred queues that an account can have. */
const QUEUES_OF_ONE = 50;

interface Scale {
  readonly replacements: number;
  /** Polls of a nearly idle organization. */
  readonly parked: number;
  /** The numbers of polls and streams of a busy organization, and of its messages per second. */
  readonly held: number;
  readonly streams: number;
  readonly sends: number;
  /** Period over which cut-off polls return. */
  readonly reconnectSeconds: number;
}

const FULL = { replacements: 10, parked: 200, held: 20, streams: 5, sends: 50, reconnectSeconds: 5 };
const BRIEF = { replacements: 2, parked: 20, held: 4, streams: 1, sends: 20, reconnectSeconds: 0.5 };

/**
 * Replaces the Worker and the objects with another version and back, in mixed order, while users talk and wait. Nobody
 * gets a response that their client treats as final, and every message arrives exactly once.
 */
export const deploy: Part = {
  name: "deploy",
  share: 3,
  briefRounds: 1,
  async run(trial) {
    const scale: Scale = trial.isBrief ? BRIEF : FULL;
    const settings = {
      ...{ ROOT_DOMAIN: "localhost", OPEN_CREATION: "1", TEST_HOOKS: "1", RATE_LIMITS: "off", LOG_REQUESTS: "off" },
      ...{ HOLD_SECONDS: "0.2", RECONNECT_SECONDS: String(scale.reconnectSeconds), PASSWORD_ITERATIONS: "1000" },
    };
    const deployment = await Deployment.start(settings, trial.random);
    try {
      await replaceUnder(deployment, scale, trial);
    } finally {
      await deployment.end();
    }
  },
};

async function replaceUnder(deployment: Deployment, scale: Scale, { random, log, report }: Trial): Promise<void> {
  const quiet = await people(deployment, "quiet", Math.ceil(scale.parked / QUEUES_OF_ONE));
  const busy = await people(deployment, "busy", 3);
  const parked = await each(scale.parked, (index) => PollingClient.of(take(quiet, index), ONLY_MESSAGES));
  // Each client receives only one of many topics, so that its polls wait most of the time.
  const topics = Array.from({ length: scale.held }, (_, index) => `t${index}`);
  const held = await each(scale.held, (index) => {
    const narrow = [["topic", take(topics, index)]];
    return PollingClient.of(take(busy, index), { ...ONLY_MESSAGES, narrow });
  });
  const streams = await each(scale.streams, (index) => StreamingClient.of(take(busy, index), ONLY_MESSAGES));
  const senders = held
    .slice(0, 5)
    .map(({ person, queueId }, index) => new Sender(person, queueId, `s${index}`, topics));
  const acknowledged = () => senders.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  const goOn = async (more: number) => {
    const goal = acknowledged() + more;
    await until("messages are sent", () => check(senders) && acknowledged() >= goal, PATIENCE_MS);
  };
  log("everybody is there");
  for (const sender of senders) sender.start(scale.sends / senders.length);

  const announced: string[] = [];
  for (let count = 0; count < scale.replacements; count++) {
    const program: Program = count % 2 === 0 ? "after" : "before";
    const allPark = async () => check(senders) && (await deployment.parked("quiet")) >= scale.parked;
    await until("the polls of the quiet ones wait without keeping it in memory", allPark, PATIENCE_MS);
    // The first time, the Worker is replaced first, so that it calls an object that doesn't have the new route.
    const replacedFirst = count === 0 ? "Worker" : random.pick(["Worker", "object"] as const);
    await mix(deployment, program, { replacedFirst, goOn, asks: take(busy, 0) });
    const began = performance.now();
    await until("all are back", allPark, PATIENCE_MS);
    checkSpread(deployment, scale);
    log(`${program}: all are back after ${Math.round(performance.now() - began)} ms; ${acknowledged()} messages`);
    announced.push(`announcement ${count}`);
    await send(take(quiet, 0), "quiet", `announcement ${count}`);
    await goOn(scale.sends / 2);
  }

  for (const sender of senders) await sender.stop();
  for (const client of [...parked, ...held, ...streams]) await client.drain();
  for (const client of [...parked, ...held, ...streams]) await client.stop();
  const sent = new Map(senders.flatMap(({ acknowledged }) => [...acknowledged]));
  for (const [index, client] of held.entries()) {
    checkOnce(
      client,
      [...sent].filter(([, topic]) => topic === topics[index]).map(([text]) => text),
    );
  }
  for (const client of streams) checkOnce(client, [...sent.keys()]);
  for (const client of parked) checkOnce(client, announced);
  await checkHistory(take(busy, 0), [...sent.keys()]);
  checkAnswers(deployment);
  const { edge } = deployment;
  const asked = deployment.logged("event", "realm_asked_again");
  if (edge.taken.before === 0 || edge.taken.after === 0) throw new Violation("one of the Workers was never asked");
  const returned = asked.filter(({ route }) => route === "GET /events").length;
  if (returned < scale.replacements) throw new Violation(`only ${returned} polls were held when their object went`);
  report(
    `${scale.replacements} replacements, ${sent.size} messages, the slowest after ${(Math.max(...senders.map(({ slowest }) => slowest)) / 1000).toFixed(1)} s, ` +
      `${asked.length} calls asked again, ${edge.passing} answers that said to come again`,
  );
}

const ONLY_MESSAGES = { event_types: ["message"], fetch_event_types: [] };

interface Mixing {
  readonly replacedFirst: "Worker" | "object";
  goOn(more: number): Promise<void>;
  /** Sends the requests that only the newer program supports. */
  readonly asks: Person;
}

/** Replaces the Worker and the objects one after the other, with requests through both Workers in between. */
async function mix(deployment: Deployment, program: Program, { replacedFirst, goOn, asks }: Mixing): Promise<void> {
  const { edge } = deployment;
  const share = program === "after" ? [0.3, 0.7, 1] : [0.7, 0.3, 0];
  const [some = 0, most = 0, all = 0] = share;
  const replaceObjects = async () => {
    edge.polls.length = 0;
    await deployment.replaceObjects(program, ["quiet", "busy"]);
  };
  if (replacedFirst === "object") await replaceObjects();
  edge.share = some;
  // The Worker that receives this request may be newer than the object.
  const asked = asks.post(PATH_OF_AFTER, { drafts: [{ type: "", to: [], topic: "", content: "Is there tea?" }] });
  await goOn(10);
  if (replacedFirst === "Worker") await replaceObjects();
  edge.share = most;
  await goOn(10);
  edge.share = all;
  const { status, body } = await asked;
  if (status !== 200 && status !== 503)
    throw new Violation(`what is new is answered with ${status}`, [JSON.stringify(body)]);
}

/** Creates an organization with a channel of the same name, and some members in it. */
async function people(deployment: Deployment, name: string, count: number): Promise<readonly Person[]> {
  const owner = await foundOrganization(deployment, name);
  const others = await each(count - 1, (index) => owner.invite(`Guest${index}`));
  await owner.channel(name, [owner, ...others]);
  return [owner, ...others];
}

const send = (person: Person, to: string, content: string): Promise<Json> =>
  person.ok(person.post("/messages", { type: "channel", to, topic: "t", content }));

/** Throws unless a client received each of these messages exactly once, and no others. */
function checkOnce({ person, messages }: ListeningClient, expected: readonly string[]): void {
  compareTexts(`${person.email} gets`, messages.map(textOf), expected);
}

async function checkHistory(person: Person, expected: readonly string[]): Promise<void> {
  const texts: string[] = [];
  const narrow = [["channel", "busy"]];
  // Pages with long messages contain fewer messages than requested.
  for (let anchor = 0, isAll = false; !isAll; ) {
    const page = { anchor, include_anchor: false, num_before: 0, num_after: 1000, narrow, client_gravatar: false };
    const { messages, found_newest } = await person.ok(person.get("/messages", page));
    texts.push(...messages.filter(({ subject }: Json) => /^t\d+$/.test(subject)).map(textOf));
    anchor = messages.at(-1)?.id ?? anchor;
    isAll = found_newest;
  }
  compareTexts("the history has", texts, expected);
}

const textOf = ({ content }: Json): string => content.replace(/<[^>]*>/g, "");

/** Throws if anyone got a response that clients treat as final, or an error was logged. */
function checkAnswers(deployment: Deployment): void {
  const { final } = deployment.edge;
  if (final.length > 0) throw new Violation(`${final.length} answers that clients take as final`, final.slice(0, 10));
  const errors = deployment.logged("level", "error");
  if (errors.length > 0)
    throw new Violation(
      "errors were logged",
      errors.slice(0, 10).map((line) => JSON.stringify(line)),
    );
}

/** Throws unless the polls that were cut off together returned at different times. */
function checkSpread({ edge: { polls } }: Deployment, { parked, reconnectSeconds }: Scale): void {
  const times = polls.filter(({ host }) => host.startsWith("quiet.")).map(({ at }) => at);
  const tookMs = Math.max(...times) - Math.min(...times);
  if (times.length >= parked && tookMs > reconnectSeconds * 500) return;
  throw new Violation(`${times.length} polls that were cut off have returned within ${Math.round(tookMs)} ms`);
}

function check(senders: readonly Sender[]): true {
  for (const sender of senders) sender.check();
  return true;
}

const each = async <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> => {
  const made: T[] = [];
  for (let index = 0; index < count; index++) made.push(await make(index));
  return made;
};

function take<T>(list: readonly T[], index: number): T {
  const one = list[index % list.length];
  if (one === undefined) throw new Error("an empty list");
  return one;
}
