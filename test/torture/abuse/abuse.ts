import { foreignIdRequests } from "../../process/support/foreign-id-requests.ts";
import { type Operation, operationsOf, type Request, request, spoilsTests } from "../../process/support/operations.ts";
import { type Json, Person } from "../../process/support/person.ts";
import { comparable } from "../../support/compare-states.ts";
import { type Part, type Trial, Violation } from "../frame/part.ts";
import type { TortureServer } from "../frame/servers.ts";
import { differences } from "../model/differences.ts";
import { malformedRequests } from "./malformed-requests.ts";
import { type Answer, faultOf, sendRequest } from "./send-request.ts";
import { brief, takesAccountAway, unusualRequest } from "./unusual-requests.ts";
import { makeVictims, type Victims } from "./victims.ts";

const AT_ONCE = 8;
/** The number of requests sent per operation, and of further requests whose refusals are checked to change nothing. */
const MUCH = { perOperation: 12, refusals: 150 };
const LITTLE = { perOperation: 6, refusals: 40 };

/**
 * Unauthorized and anonymous callers send malformed, unusual and forbidden requests to every operation. Every response
 * is JSON, arrives in time, and isn't a 5xx. Refused requests change nothing, and no response, event or log line
 * contains another user's secret.
 */
export const abuse: Part = {
  name: "abuse",
  share: 3,
  briefRounds: 1,
  async run(trial) {
    const server = await trial.server({ args: ["--dev-login"] });
    const setup = await setUp(trial, server);
    await sendMalformed(setup);
    await sendIds(setup);
    const { sent, accepted } = await sendUnusual(setup);
    await checkRefusals(setup);
    await setup.victims.check();
    await setup.victims.continueActing();
    await checkEvents(setup);
    trial.log(`${sent} calls, of which ${accepted} were accepted`);
    // If nearly all requests were refused, later checks of the server would never be reached.
    if (accepted < sent / 10) throw new Violation(`only ${accepted} of ${sent} calls were accepted`);
    for (const { thing, word } of setup.victims.secrets.leakedBy(server.output, null)) {
      const line = server.output.split("\n").find((each) => each.includes(word)) ?? "";
      throw new Violation(`the log of the server tells ${thing}`, [line.slice(0, 500)]);
    }
    for (const { email, key } of [...setup.people, setup.victims.vic]) {
      const forms = [key, btoa(`${email}:${key}`)];
      if (forms.some((form) => server.output.includes(form))) throw new Violation("the log tells a key");
    }
  },
};

/** Matches stored hashes of passwords and keys, which no response may contain. */
const HASHES = /"\w*(hash|salt)"\s*:/;
/**
 * Paths whose responses may contain such fields: the list of integrations has the hash algorithms of signatures, and
 * payloads with commit hashes. The audit log includes the salts of its proofs.
 */
const TELLS_OF_HASHES = /^\/(?:integrations(?:\/|$)|audit_log(?:\/export)?$)/;
/** An endpoint that returns a file instead of JSON. */
const EXPORT = "/audit_log/export";
const SLACK = "/external/slack_incoming";

const amount = ({ isBrief }: Trial) => (isBrief ? LITTLE : MUCH);

interface Setup {
  readonly trial: Trial;
  readonly owner: Person;
  /** Accounts in descending order of role, and callers without an account in this organization. */
  readonly people: readonly Person[];
  readonly strangers: readonly Person[];
  readonly victims: Victims;
  readonly operations: readonly Operation[];
  readonly queues: readonly { person: Person; queue_id: string; last_event_id: number }[];
}

async function setUp(trial: Trial, server: TortureServer): Promise<Setup> {
  const owner = await trial.organization(server);
  const other = await trial.organization(server);
  const admin = await owner.invite("Adam", 200);
  const people = [owner, admin, await owner.invite("Mel"), await owner.invite("Gus", 600)];
  const bot = await people[2]?.ok(people[2].post("/bots", { full_name: "Melbot", short_name: "melbot" }));
  const { user } = await owner.ok(owner.get(`/users/${bot.user_id}`));
  people.push(new Person(owner.url, user.email, bot.api_key, bot.user_id, owner.host));
  const strangers = [
    new Person(owner.url, "", "", 0, owner.host),
    new Person(owner.url, owner.email, "x".repeat(32), 0, owner.host),
    // The owner of another organization, once in this organization and once in their own.
    new Person(owner.url, other.email, other.key, 0, owner.host),
    other,
  ];
  const victims = await makeVictims(owner, [owner, admin], `${trial.random.below(1e9).toString(36)}`);
  await addThings(owner, people);
  const operations = (await operationsOf(owner)).filter((operation) => !spoilsTests(operation));
  const queues = [];
  for (const person of people) {
    const { queue_id, last_event_id } = await person.ok(
      person.post("/register", { all_public_streams: person.id !== people[3]?.id }),
    );
    queues.push({ person, queue_id, last_event_id });
  }
  return { trial, owner, people, strangers, victims, operations, queues };
}

/** Creates things, so that ids of many kinds exist. */
async function addThings(owner: Person, people: readonly Person[]): Promise<void> {
  for (const name of ["Bo", "Cy", "Di"]) await owner.invite(name);
  for (const name of ["harbour", "pier", "quay"]) await owner.channel(name, people);
  await owner.channel("cellar", people.slice(0, 2), { invite_only: true });
  for (const to of ["general", "harbour", "cellar"]) {
    await owner.ok(owner.post("/messages", { type: "channel", to, topic: "tides", content: "High water at **nine**" }));
  }
  for (const { id } of people) await owner.ok(owner.post("/messages", { type: "direct", to: [id], content: "Hello" }));
}

/** Sends a request as a client does, and checks the response against all general promises. */
async function call({ victims }: Setup, person: Person, { method, path, fields }: Request): Promise<Answer> {
  const form = new URLSearchParams();
  for (const [name, value] of fields) form.append(name, value);
  const isGet = method === "GET";
  const answer = await sendRequest(person, {
    ...{ name: "call", method, path: `/api/v1${path}${isGet && form.size > 0 ? `?${form}` : ""}` },
    ...(!isGet && { body: form.toString(), headers: { "Content-Type": "application/x-www-form-urlencoded" } }),
  });
  const what = `${person.email || "nobody"}: ${brief({ method, path, fields })}`;
  const isFile = path === EXPORT && answer.status === 200;
  const fault = isFile ? undefined : faultOf(answer, { answersAsSlack: path === SLACK });
  if (fault !== undefined) throw new Violation(fault, [what]);
  // The development mailbox contains everyone's emails.
  const shown = path === "/dev/mail" ? "" : answer.text;
  for (const { thing } of victims.secrets.leakedBy(shown, person))
    throw new Violation(`${person.email || "nobody"} is shown ${thing}`, [what, answer.text.slice(0, 2000)]);
  const hash = TELLS_OF_HASHES.test(path) ? null : HASHES.exec(answer.text);
  if (hash !== null) throw new Violation(`an answer tells ${hash[0]}`, [what, answer.text.slice(0, 2000)]);
  return answer;
}

async function sendMalformed(setup: Setup): Promise<void> {
  const { people, strangers, victims, trial } = setup;
  const callers = [...people, ...strangers];
  await sendAll(malformedRequests, async (request) => {
    const person = trial.random.pick(callers);
    const answer = await sendRequest(person, request);
    const isApi = request.path.startsWith("/api/v1/") && request.name === "header";
    const fault = isApi
      ? faultOf(answer)
      : answer.status === 0 || answer.status >= 500
        ? `answers ${answer.status}`
        : undefined;
    const what = `${person.email || "nobody"}: ${request.method} ${request.path.slice(0, 100)} ${JSON.stringify(request.headers ?? {}).slice(0, 200)} ${String(request.body ?? "").slice(0, 100)}`;
    if (fault !== undefined) throw new Violation(`${request.name}: ${fault}`, [what, answer.text.slice(0, 500)]);
    for (const { thing } of victims.secrets.leakedBy(answer.text, person))
      throw new Violation(`somebody is shown ${thing}`, [what]);
  });
}

/** Sends requests in which every parameter that takes an id has the id of another user's thing. */
async function sendIds(setup: Setup): Promise<void> {
  const { operations, people, strangers, victims, trial } = setup;
  const everybody = [...people, victims.vic, victims.wes];
  const all = operations.flatMap((operation) =>
    [...foreignIdRequests(operation, victims.ids, trial.random, 1)].map(({ variables, fields }) =>
      request(operation, variables, fields),
    ),
  );
  const safe = all.filter((each) => !takesAccountAway(each, everybody)).map(atOnce);
  await sendAll(safe, async (each) => {
    await call(setup, trial.random.pick(trial.random.below(4) > 0 ? people.slice(2) : strangers), each);
  });
}

async function sendUnusual(setup: Setup): Promise<{ sent: number; accepted: number }> {
  const { operations, people, strangers, victims, trial } = setup;
  const { random } = trial;
  const everybody = [...people, victims.vic, victims.wes];
  const calls = operations
    .flatMap((operation) =>
      Array.from({ length: amount(trial).perOperation }, (_, index) => unusualRequest(operation, random, index)),
    )
    .filter((each) => !takesAccountAway(each, everybody))
    .map((each) => ({ each, person: random.pick(random.below(10) > 0 ? people : strangers) }));
  let accepted = 0;
  await sendAll(calls, async ({ each, person }) => {
    if ((await call(setup, person, each)).status === 200) accepted += 1;
  });
  return { sent: calls.length, accepted };
}

/** Checks that refused requests change nothing: no event follows, and registrations return the same as before. */
async function checkRefusals(setup: Setup): Promise<void> {
  const { operations, owner, people, victims, trial } = setup;
  const { random } = trial;
  const everybody = [...people, victims.vic, victims.wes];
  const observers = await Promise.all([owner, victims.vic].map(Observer.of));
  const changing = operations.filter(({ method }) => method !== "GET");
  let refused: Request[] = [];
  const compare = async () => {
    for (const observer of observers) {
      const found = await observer.changes();
      if (found.length > 0 && refused.length > 0)
        throw new Violation("a refused call has changed something", [...refused.map(brief), ...found.slice(0, 20)]);
    }
    refused = [];
  };
  for (let count = 0; count < amount(trial).refusals; count += 1) {
    const operation = changing[(trial.round * amount(trial).refusals + count) % changing.length] as Operation;
    // One in three requests is valid, so that it can be refused only for lack of permission.
    const each = unusualRequest(operation, random, count);
    if (takesAccountAway(each, everybody)) continue;
    const person = random.pick(people);
    const { status, text } = await call(setup, person, each);
    const events = (await Promise.all(observers.map((observer) => observer.events()))).flat();
    if (status === 200) await Promise.all(observers.map((observer) => observer.changes()));
    else {
      refused.push(each);
      if (events.length > 0)
        throw new Violation("of a refused call came events", [brief(each), text.slice(0, 500), JSON.stringify(events)]);
    }
    if (refused.length >= 8) await compare();
  }
  await compare();
}

const LATE = [
  "presence",
  "heartbeat",
  "realm_export",
  "own_exports",
  "compliance_exports",
  "compliance_exports",
  "push_device",
  "device",
];

/** A client whose account can see changes of the organization. */
class Observer {
  readonly #person: Person;
  readonly #queue: string;
  #last: number;
  #known: Json;

  private constructor(person: Person, queue: string, last: number, known: Json) {
    this.#person = person;
    this.#queue = queue;
    this.#last = last;
    this.#known = known;
  }

  static async of(person: Person): Promise<Observer> {
    const { queue_id, last_event_id } = await person.ok(person.post("/register", { all_public_streams: true }));
    return new Observer(person, queue_id, last_event_id, await digest(person));
  }

  /** Returns the events since the last call, without those that the server sends on its own. */
  async events(): Promise<Json[]> {
    const asked = { queue_id: this.#queue, last_event_id: this.#last, dont_block: true };
    const { events } = await this.#person.ok(this.#person.get("/events", asked));
    this.#last = events.at(-1)?.id ?? this.#last;
    return events.filter(({ type }: Json) => !LATE.includes(type));
  }

  /** Returns what has changed in the account's registration and messages since the last call. */
  async changes(): Promise<string[]> {
    const now = await digest(this.#person);
    const found = differences(now, this.#known);
    this.#known = now;
    return found;
  }
}

async function digest(person: Person): Promise<Json> {
  const { queue_id, ...state } = await person.ok(person.post("/register"));
  await person.ok(person.delete("/events", { queue_id }));
  const { messages } = await person.ok(person.get("/messages", { anchor: "newest", num_before: 200, num_after: 0 }));
  const { presences: _, ...rest } = state;
  return comparable({ ...rest, messages });
}

/** Checks that the events in all queues contain no secrets. Some queues may have been deleted by then. */
async function checkEvents({ queues, victims }: Setup): Promise<void> {
  for (const { person, queue_id, last_event_id } of queues) {
    const { status, body } = await person.get("/events", { queue_id, last_event_id, dont_block: true });
    if (status !== 200) continue;
    for (const event of body.events) {
      const text = JSON.stringify(event);
      for (const { thing } of victims.secrets.leakedBy(text, person))
        throw new Violation(`an event tells ${person.email} ${thing}`, [text.slice(0, 2000)]);
    }
  }
}

/** Adds `dont_block` to a poll, which would wait otherwise. */
const atOnce = (each: Request): Request =>
  each.path === "/events" ? { ...each, fields: [...each.fields, ["dont_block", "true"]] } : each;

async function sendAll<T>(all: readonly T[], send: (one: T) => Promise<void>): Promise<void> {
  const work = all.values();
  const sendNext = async () => {
    for (const one of work) await send(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
}
