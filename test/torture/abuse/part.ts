import { attempts } from "../../process/support/attempts.ts";
import { type Operation, operationsOf, type Request, request, spoilsTests } from "../../process/support/operations.ts";
import { type Json, Person } from "../../process/support/person.ts";
import { comparable } from "../../support/known-state.ts";
import { type Part, type Trial, Violation } from "../frame/part.ts";
import type { TortureServer } from "../frame/servers.ts";
import { differences } from "../model/differences.ts";
import { exchange, faultOf, type Said } from "./exchange.ts";
import { brief, hostile, takesAway } from "./hostile.ts";
import { tricks } from "./tricks.ts";
import { fillVault, type Vault } from "./vault.ts";

const AT_ONCE = 8;
/** How many calls of each operation, and of how many calls it is looked whether refusing them has changed anything. */
const MUCH = { perOperation: 12, lookedAt: 150 };
const LITTLE = { perOperation: 6, lookedAt: 40 };

/**
 * Everybody who is not entitled sends everything to everything. Every answer is JSON, in time and not the server's
 * fault; what is refused changes nothing; and nobody is told what is not for them, by an answer, an event or the log.
 */
export const abuse: Part = {
  name: "abuse",
  share: 3,
  brief: 1,
  async run(trial) {
    const server = await trial.server({ args: ["--dev-login"] });
    const scene = await settle(trial, server);
    await sendTricks(scene);
    await sendIds(scene);
    const { sent, accepted } = await sendHostile(scene);
    await lookAtRefusals(scene);
    await scene.vault.check();
    await scene.vault.goOn();
    await listen(scene);
    trial.log(`${sent} calls, of which ${accepted} were accepted`);
    // Not all of it may be refused at the door.
    if (accepted < sent / 10) throw new Violation(`only ${accepted} of ${sent} calls were accepted`);
    for (const { thing, word } of scene.vault.canaries.foundIn(server.output, null)) {
      const line = server.output.split("\n").find((each) => each.includes(word)) ?? "";
      throw new Violation(`the log of the server tells ${thing}`, [line.slice(0, 500)]);
    }
    for (const { email, key } of [...scene.people, scene.vault.vic]) {
      const forms = [key, btoa(`${email}:${key}`)];
      if (forms.some((form) => server.output.includes(form))) throw new Violation("the log tells a key");
    }
  },
};

/** What is kept of passwords and keys has no place in any answer. */
const HASHES = /"\w*(hash|salt)"\s*:/;

const amount = ({ isBrief }: Trial) => (isBrief ? LITTLE : MUCH);

interface Scene {
  readonly trial: Trial;
  readonly owner: Person;
  /** Those who have an account, mightiest first, and those who have none. */
  readonly people: readonly Person[];
  readonly strangers: readonly Person[];
  readonly vault: Vault;
  readonly operations: readonly Operation[];
  readonly queues: readonly { person: Person; queue_id: string; last_event_id: number }[];
}

async function settle(trial: Trial, server: TortureServer): Promise<Scene> {
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
    // An owner elsewhere, here and there.
    new Person(owner.url, other.email, other.key, 0, owner.host),
    other,
  ];
  const vault = await fillVault(owner, [owner, admin], `${trial.random.below(1e9).toString(36)}`);
  await furnish(owner, people);
  const operations = (await operationsOf(owner)).filter((operation) => !spoilsTests(operation));
  const queues = [];
  for (const person of people) {
    const { queue_id, last_event_id } = await person.ok(
      person.post("/register", { all_public_streams: person.id !== people[3]?.id }),
    );
    queues.push({ person, queue_id, last_event_id });
  }
  return { trial, owner, people, strangers, vault, operations, queues };
}

/** Something to reach for each kind of id. */
async function furnish(owner: Person, people: readonly Person[]): Promise<void> {
  for (const name of ["Bo", "Cy", "Di"]) await owner.invite(name);
  for (const name of ["harbour", "pier", "quay"]) await owner.channel(name, people);
  await owner.channel("cellar", people.slice(0, 2), { invite_only: true });
  for (const to of ["general", "harbour", "cellar"]) {
    await owner.ok(owner.post("/messages", { type: "channel", to, topic: "tides", content: "High water at **nine**" }));
  }
  for (const { id } of people) await owner.ok(owner.post("/messages", { type: "direct", to: [id], content: "Hello" }));
}

/** Sends a call as it would be sent, and holds the answer against all that is promised of answers. */
async function call({ vault }: Scene, person: Person, { method, path, fields }: Request): Promise<Said> {
  const form = new URLSearchParams();
  for (const [name, value] of fields) form.append(name, value);
  const isGet = method === "GET";
  const said = await exchange(person, {
    ...{ name: "call", method, path: `/api/v1${path}${isGet && form.size > 0 ? `?${form}` : ""}` },
    ...(!isGet && { body: form.toString(), headers: { "Content-Type": "application/x-www-form-urlencoded" } }),
  });
  const what = `${person.email || "nobody"}: ${brief({ method, path, fields })}`;
  const fault = faultOf(said);
  if (fault !== undefined) throw new Violation(fault, [what]);
  for (const { thing } of vault.canaries.foundIn(said.said, person))
    throw new Violation(`${person.email || "nobody"} is told ${thing}`, [what, said.said.slice(0, 2000)]);
  const hash = HASHES.exec(said.said);
  if (hash !== null) throw new Violation(`an answer tells ${hash[0]}`, [what, said.said.slice(0, 2000)]);
  return said;
}

async function sendTricks(scene: Scene): Promise<void> {
  const { people, strangers, vault, trial } = scene;
  const callers = [...people, ...strangers];
  await inTurns(tricks, async (trick) => {
    const person = trial.random.pick(callers);
    const said = await exchange(person, trick);
    const isApi = trick.path.startsWith("/api/v1/") && trick.name === "header";
    const fault = isApi
      ? faultOf(said)
      : said.status === 0 || said.status >= 500
        ? `answers ${said.status}`
        : undefined;
    const what = `${person.email || "nobody"}: ${trick.method} ${trick.path.slice(0, 100)} ${JSON.stringify(trick.headers ?? {}).slice(0, 200)} ${String(trick.body ?? "").slice(0, 100)}`;
    if (fault !== undefined) throw new Violation(`${trick.name}: ${fault}`, [what, said.said.slice(0, 500)]);
    for (const { thing } of vault.canaries.foundIn(said.said, person))
      throw new Violation(`somebody is told ${thing}`, [what]);
  });
}

/** Names the things of others in every field that holds an id. */
async function sendIds(scene: Scene): Promise<void> {
  const { operations, people, strangers, vault, trial } = scene;
  const everybody = [...people, vault.vic, vault.wes];
  const all = operations.flatMap((operation) =>
    [...attempts(operation, vault.ids, trial.random, 1)].map(({ variables, fields }) =>
      request(operation, variables, fields),
    ),
  );
  const safe = all.filter((each) => !takesAway(each, everybody)).map(atOnce);
  await inTurns(safe, async (each) => {
    await call(scene, trial.random.pick(trial.random.below(4) > 0 ? people.slice(2) : strangers), each);
  });
}

async function sendHostile(scene: Scene): Promise<{ sent: number; accepted: number }> {
  const { operations, people, strangers, vault, trial } = scene;
  const { random } = trial;
  const everybody = [...people, vault.vic, vault.wes];
  const calls = operations
    .flatMap((operation) =>
      Array.from({ length: amount(trial).perOperation }, (_, index) => hostile(operation, random, index)),
    )
    .filter((each) => !takesAway(each, everybody))
    .map((each) => ({ each, person: random.pick(random.below(10) > 0 ? people : strangers) }));
  let accepted = 0;
  await inTurns(calls, async ({ each, person }) => {
    if ((await call(scene, person, each)).status === 200) accepted += 1;
  });
  return { sent: calls.length, accepted };
}

/** What is refused has changed nothing: no event comes of it, and a registration tells what it told. */
async function lookAtRefusals(scene: Scene): Promise<void> {
  const { operations, owner, people, vault, trial } = scene;
  const { random } = trial;
  const everybody = [...people, vault.vic, vault.wes];
  const onlookers = await Promise.all([owner, vault.vic].map(Onlooker.of));
  const changing = operations.filter(({ method }) => method !== "GET");
  let refused: Request[] = [];
  const compare = async () => {
    for (const onlooker of onlookers) {
      const found = await onlooker.changes();
      if (found.length > 0 && refused.length > 0)
        throw new Violation("a refused call has changed something", [...refused.map(brief), ...found.slice(0, 20)]);
    }
    refused = [];
  };
  for (let count = 0; count < amount(trial).lookedAt; count += 1) {
    const operation = changing[(trial.round * amount(trial).lookedAt + count) % changing.length] as Operation;
    // One in three is in order: whoever may not call it is refused for that alone.
    const each = hostile(operation, random, count);
    if (takesAway(each, everybody)) continue;
    const person = random.pick(people);
    const { status, said } = await call(scene, person, each);
    const events = (await Promise.all(onlookers.map((onlooker) => onlooker.events()))).flat();
    if (status === 200) await Promise.all(onlookers.map((onlooker) => onlooker.changes()));
    else {
      refused.push(each);
      if (events.length > 0)
        throw new Violation("of a refused call came events", [brief(each), said.slice(0, 500), JSON.stringify(events)]);
    }
    if (refused.length >= 8) await compare();
  }
  await compare();
}

const LATE = ["presence", "heartbeat", "realm_export", "push_device"];

/** Somebody who would see it if anything changed. */
class Onlooker {
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

  static async of(person: Person): Promise<Onlooker> {
    const { queue_id, last_event_id } = await person.ok(person.post("/register", { all_public_streams: true }));
    return new Onlooker(person, queue_id, last_event_id, await digest(person));
  }

  /** What has come, but for what the server does in its own time. */
  async events(): Promise<Json[]> {
    const asked = { queue_id: this.#queue, last_event_id: this.#last, dont_block: true };
    const { events } = await this.#person.ok(this.#person.get("/events", asked));
    this.#last = events.at(-1)?.id ?? this.#last;
    return events.filter(({ type }: Json) => !LATE.includes(type));
  }

  /** How what they are told differs from before. */
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

/** All that came to people's queues meanwhile; a queue may have been ended by its owner. */
async function listen({ queues, vault }: Scene): Promise<void> {
  for (const { person, queue_id, last_event_id } of queues) {
    const { status, body } = await person.get("/events", { queue_id, last_event_id, dont_block: true });
    if (status !== 200) continue;
    for (const event of body.events) {
      const text = JSON.stringify(event);
      for (const { thing } of vault.canaries.foundIn(text, person))
        throw new Violation(`an event tells ${person.email} ${thing}`, [text.slice(0, 2000)]);
    }
  }
}

/** A poll that is in order would wait, as it should. */
const atOnce = (each: Request): Request =>
  each.path === "/events" ? { ...each, fields: [...each.fields, ["dont_block", "true"]] } : each;

async function inTurns<T>(all: readonly T[], send: (one: T) => Promise<void>): Promise<void> {
  const work = all.values();
  const sendSome = async () => {
    for (const one of work) await send(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendSome));
}
