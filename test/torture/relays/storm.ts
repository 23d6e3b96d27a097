import { setTimeout as pause } from "node:timers/promises";
import type { Json, Person } from "../../process/support/person.ts";
import { until } from "../../process/support/processes.ts";
import { type Trial, Violation } from "../frame/part.ts";
import type { TortureServer } from "../frame/servers.ts";
import { Listener } from "./listener.ts";

const SIZE = {
  brief: { accounts: 8, each: 2, acts: 6, endings: 1 },
  long: { accounts: 20, each: 2, acts: 24, endings: 3 },
};
/** The number of streams that the realm itself holds. Relays hold the others. */
const RELAYS_FROM = 2;
const PATIENCE_MS = 120_000;
/** The time within which a client must be notified that its login has ended, while nothing is lost. */
const HEARD_MS = 1000;
/** Longer than an idle organization's object stays in memory. */
const SLEEP_MS = 12_000;
const TEXTS = [20, 20, 200, 9000];

/** Clients of a real server over relays, while relays, links, the realm and processes are lost at random. */
export async function storm(trial: Trial): Promise<string> {
  const { random, isBrief } = trial;
  const relayStreams = 2 + random.below(isBrief ? 6 : 30);
  const env = { RELAYS_FROM: String(RELAYS_FROM), RELAY_STREAMS: String(relayStreams) };
  const server = await trial.server({ fresh: true, env });
  return new Storm(trial, server, await trial.organization(server), relayStreams).run();
}

class Storm {
  readonly #trial: Trial;
  readonly #server: TortureServer;
  readonly #owner: Person;
  readonly #relayStreams: number;
  readonly #told: string[] = [];
  #listeners: Listener[] = [];
  #channel = 0;
  #areSending = true;
  /** Ids of the acknowledged messages. */
  readonly #acknowledged: number[] = [];
  readonly #heardAfter: number[] = [];

  constructor(trial: Trial, server: TortureServer, owner: Person, relayStreams: number) {
    this.#trial = trial;
    this.#server = server;
    this.#owner = owner;
    this.#relayStreams = relayStreams;
  }

  async run(): Promise<string> {
    const { isBrief, random, log } = this.#trial;
    const size = isBrief ? SIZE.brief : SIZE.long;
    const people = await this.#fill(size.accounts);
    for (const person of people)
      for (let count = 0; count < size.each; count++) this.#listeners.push(await Listener.of(person, random));
    await this.#untilOpen();
    const sending = Promise.all([this.#send(), this.#send()]);
    const before = await this.#relays();
    for (let act = 0; act < size.acts; act++) {
      const [what, does] = random.pick(this.#acts);
      this.#told.push(what);
      log(what);
      await does();
      await pause(random.below(random.below(3) === 0 ? 3000 : 400));
      this.#check();
    }
    await this.#calm();
    for (let count = 0; count < size.endings; count++) await this.#endOne();
    this.#areSending = false;
    await sending;
    await this.#compare();
    const opened = this.#listeners.reduce((sum, listener) => sum + listener.opened, 0);
    for (const listener of this.#listeners) listener.stop();
    const slowest = Math.round(Math.max(...this.#heardAfter));
    return (
      `${this.#listeners.length} clients, ${before} of them at relays, ${opened} streams, ${this.#acknowledged.length} messages, ` +
      `${size.acts} losses; ended logins were heard of within ${slowest} ms`
    );
  }

  get #acts(): readonly (readonly [string, () => Promise<unknown>])[] {
    const { random, isBrief } = this.#trial;
    const some = (share: number) => this.#listeners.filter(() => random.fraction() < share);
    const lose = (what: string) => () => this.#lose(what, String(1 + random.below(3)));
    const slow = async () => {
      for (const listener of some(0.2)) listener.isSlow = true;
    };
    const quick = async () => {
      for (const listener of this.#listeners) listener.isSlow = false;
    };
    const cut = async () => {
      for (const listener of some(0.3)) listener.cut();
    };
    return [
      ["a link is cut", lose("link")],
      ["a link is cut", lose("link")],
      ["a relay is lost", lose("relay")],
      ["a relay is lost", lose("relay")],
      ["the realm is lost", lose("realm")],
      ["clients are cut off", cut],
      ["clients stop reading", slow],
      ["clients read again", quick],
      ["an account ends", () => this.#endOne(false)],
      ["workerd is killed", () => this.#server.crash("workerd")],
      ["all is killed", () => this.#server.crash("all")],
      ...(isBrief ? [] : [["nothing happens", () => this.#sleep()] as const]),
    ];
  }

  async #fill(accounts: number): Promise<Person[]> {
    const owner = this.#owner;
    const users = Array.from({ length: accounts }, (_, index) => ({
      email: `person${index}@example.com`,
      full_name: `Person ${index}`,
    }));
    const { keys } = await owner.ok(owner.post("/testing/users", { users }));
    const people = users.map(({ email }, index) => {
      const { api_key, user_id } = keys[index] as Json;
      return Object.assign(owner.withKey(email, api_key), { id: user_id });
    });
    this.#channel = await owner.channel("storm", [owner, ...people]);
    return people;
  }

  /** Sends messages one after the other, even if some aren't answered. */
  async #send(): Promise<void> {
    const { random } = this.#trial;
    while (this.#areSending) {
      const content = "x".repeat(random.pick(TEXTS));
      const fields = { type: "channel", to: this.#channel, topic: "storm", content };
      const reply = await this.#owner.post("/messages", fields).catch(() => undefined);
      if (reply?.status === 200) this.#acknowledged.push(reply.body.id);
      else if (reply !== undefined && reply.status !== 503)
        throw new Violation(`a message was refused: ${reply.status} ${JSON.stringify(reply.body)}`);
      await pause(reply === undefined ? 100 : random.below(60));
    }
  }

  /**
   * Makes the server lose an object, and returns how many streams it held. Undefined if that failed: the relay may not
   * exist, or the server may be restarting.
   */
  async #lose(what: string, relay: string): Promise<number | undefined> {
    const [subdomain = ""] = this.#owner.host.split(".");
    const reply = await this.#owner.post("/testing/objects", { what, subdomain, relay }).catch(() => undefined);
    return reply?.status === 200 ? reply.body.streams : undefined;
  }

  /** Returns the number of streams that the relays hold. */
  async #relays(): Promise<number> {
    const most = Math.ceil(this.#listeners.length / this.#relayStreams) + 1;
    let held = 0;
    for (let relay = 1; relay <= most; relay++) held += (await this.#lose("nothing", String(relay))) ?? 0;
    if (held < this.#listeners.length - RELAYS_FROM)
      throw new Violation(`relays hold ${held} of ${this.#listeners.length} streams`);
    return held;
  }

  /** Waits without requests until the object is evicted. */
  async #sleep(): Promise<void> {
    await pause(SLEEP_MS);
  }

  /**
   * Ends the login of a user. All of the user's streams must be notified, within a second of the response if nothing is
   * lost.
   */
  async #endOne(isCalm = true): Promise<void> {
    const alive = this.#listeners.filter(({ ended }) => ended === null);
    if (alive.length === 0) return;
    const { person } = this.#trial.random.pick(alive);
    const theirs = alive.filter((listener) => listener.person === person);
    if (theirs.length === alive.length) return;
    const ends = this.#trial.random.below(2) === 0;
    const { status } = await until("the account has ended", async () => {
      const call = ends
        ? this.#owner.delete(`/users/${person.id}`)
        : person.post("/users/me/api_key/regenerate").catch(() => undefined);
      const reply = await call.catch(() => undefined);
      // If a response was lost, the retry is refused, because the login has already ended.
      return reply !== undefined && reply.status < 500 ? reply : undefined;
    });
    const answered = performance.now();
    if (isCalm && status !== 200) throw new Violation(`a login could not be ended: ${status}`);
    for (const listener of theirs) listener.isSlow = false;
    for (const listener of theirs) {
      await Promise.race([listener.whenEnded, pause(PATIENCE_MS, undefined, { ref: false })]);
      if (listener.ended === null) this.#fail(`queue ${listener.queueId} did not hear that its login has ended`);
      if (!isCalm) continue;
      const after = (listener.ended?.at ?? 0) - answered;
      this.#heardAfter.push(after);
      if (after > HEARD_MS)
        this.#fail(`queue ${listener.queueId} heard after ${Math.round(after)} ms that its login has ended`);
    }
  }

  #untilOpen(): Promise<unknown> {
    const areOpen = () => this.#listeners.every(({ ended, isOpen }) => ended !== null || isOpen);
    return until("all streams are open", areOpen, PATIENCE_MS);
  }

  /** Waits until everything works again. */
  async #calm(): Promise<void> {
    for (const listener of this.#listeners) listener.isSlow = false;
    const newest = this.#acknowledged.at(-1) ?? 0;
    await this.#untilAllHave(newest);
    await this.#untilOpen();
  }

  async #untilAllHave(message: number): Promise<void> {
    const behind = () =>
      this.#listeners.filter(({ ended, messages }) => ended === null && (messages.at(-1) ?? 0) < message);
    try {
      const haveAll = () => {
        this.#check();
        return behind().length === 0;
      };
      await until(`all have message ${message}`, haveAll, PATIENCE_MS);
    } catch (error) {
      if (error instanceof Violation) throw error;
      this.#fail(
        `${behind().length} clients lack message ${message}`,
        behind().map((one) => `queue ${one.queueId} has ${one.messages.at(-1)}; open: ${one.isOpen}`),
      );
    }
  }

  #check(): void {
    for (const { violation } of this.#listeners) if (violation !== null) this.#fail(violation.message);
    const lost = this.#listeners.find(
      ({ ended }) => ended?.how === "refused with 400" || ended?.how === "told by a frame",
    );
    if (lost !== undefined) this.#fail(`queue ${lost.queueId} is lost: ${lost.ended?.how}`);
  }

  /**
   * Checks that every client has received every message since it joined, once and in order. A client whose login has
   * ended must have received the first of them.
   */
  async #compare(): Promise<void> {
    const truth = await this.#history();
    const isThere = new Set(truth);
    const missing = this.#acknowledged.find((id) => !isThere.has(id));
    if (missing !== undefined) this.#fail(`message ${missing} was acknowledged and is not there`);
    await this.#untilAllHave(truth.at(-1) ?? 0);
    for (const { queueId, messages, ended } of this.#listeners) {
      const expected = ended === null ? truth : truth.slice(0, messages.length);
      const at = expected.findIndex((id, index) => id !== messages[index]);
      if (at < 0 && messages.length === expected.length) continue;
      this.#fail(`queue ${queueId} does not have every message once`, [
        `${messages.length} of ${expected.length}, at ${at}: ${messages.slice(at, at + 5)} instead of ${expected.slice(at, at + 5)}`,
      ]);
    }
  }

  async #history(): Promise<number[]> {
    const ids: number[] = [];
    const narrow = [{ operator: "channel", operand: this.#channel }];
    for (let anchor: number | "oldest" = "oldest"; ; ) {
      const fields = { anchor, num_before: 0, num_after: 1000, narrow, include_anchor: anchor === "oldest" };
      const { messages, found_newest } = await this.#owner.ok(this.#owner.get("/messages", fields));
      for (const { id, subject } of messages) if (subject === "storm") ids.push(id);
      if (found_newest) return ids;
      anchor = messages.at(-1).id;
    }
  }

  #fail(problem: string, more: readonly string[] = []): never {
    throw new Violation(problem, [...this.#told, ...more]);
  }
}
