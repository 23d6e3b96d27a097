import { isDeepStrictEqual } from "node:util";
import { Listener } from "../../process/support/listener.ts";
import type { Fields, Json, Person } from "../../process/support/person.ts";
import { follow } from "../../support/client-state.ts";
import { sideBySide } from "../../support/known-state.ts";
import { MODERN } from "../../support/modern-client.ts";
import { Violation } from "../frame/part.ts";

/** The forms in which clients register; only of the first does anybody know what it makes of its events. */
const OTHERS: readonly Fields[] = [
  {},
  { apply_markdown: false, client_gravatar: true, slim_presence: true },
  { event_types: ["message", "update_message", "delete_message", "reaction"] },
  { all_public_streams: true, client_capabilities: { notification_settings_null: false, bulk_message_deletion: true } },
];

/** A person's clients: two of one modern kind, of which one polls and the other comes back at times; and an older one. */
export class Watcher {
  readonly person: Person;
  readonly #pair: readonly [Listener, Listener];
  readonly #old: Listener;
  #known: Json;
  /** How many events the known state has followed. */
  #followed = 0;

  private constructor(person: Person, pair: readonly [Listener, Listener], old: Listener) {
    this.person = person;
    this.#pair = pair;
    this.#old = old;
    this.#known = structuredClone(pair[0].state);
  }

  static async of(person: Person, index: number): Promise<Watcher> {
    const pair = [await Listener.of(person, MODERN), await Listener.of(person, MODERN)] as const;
    await pair[1].stop();
    return new Watcher(person, pair, await Listener.of(person, OTHERS[index % OTHERS.length]));
  }

  /** To which what the person sends under a local id comes back. */
  get queueId(): string {
    return this.#old.queueId;
  }

  /** How many events have come. */
  get heard(): number {
    return this.#pair[0].events.length;
  }

  /** While nothing happens: that every client was told everything once, and knows what a fresh one is told. */
  async check(received: readonly Json[]): Promise<void> {
    for (const listener of [...this.#pair, this.#old]) await listener.drain();
    // Away again: what happens meanwhile has to be kept for it, through all crashes.
    await this.#pair[1].stop();
    const [one, other] = this.#pair.map(({ events }) => events.map(({ id: _, ...event }) => event));
    if (!isDeepStrictEqual(one, other)) {
      throw new Violation(`${this.person.email}: two clients of one kind were told different things`, [
        ...firstDifference(one ?? [], other ?? []),
      ]);
    }
    this.#checkMessages(received);
    this.#checkEchoes();
    this.#checkReactions();
    await this.#checkState();
  }

  async stop(): Promise<void> {
    for (const listener of [...this.#pair, this.#old]) await listener.stop();
  }

  /** Whatever was received since the registration was told, once, to all clients; and nothing was told twice. */
  #checkMessages(received: readonly Json[]): void {
    const [modern] = this.#pair;
    const since = modern.state.max_message_id;
    const deleted = new Set(modern.events.filter(({ type }) => type === "delete_message").flatMap(idsIn));
    const there = new Set(received.map(({ id }) => id));
    for (const listener of [modern, this.#old]) {
      const told = listener.messages.map(({ id }) => id as number);
      const twice = told.find((id, index) => told.indexOf(id) !== index);
      if (twice !== undefined) throw new Violation(`${this.person.email} was told of message ${twice} twice`);
      const isTold = new Set(told);
      const untold = received.find(({ id }) => id > since && !isTold.has(id));
      if (untold) throw new Violation(`${this.person.email} was not told of a message`, [JSON.stringify(untold)]);
      if (listener === this.#old) continue;
      const ghost = told.find((id) => !there.has(id) && !deleted.has(id));
      if (ghost !== undefined)
        throw new Violation(`${this.person.email} was told of message ${ghost}, which is not there`);
    }
  }

  /** What was sent under a local id came back under it, to the queue that was named alone. */
  #checkEchoes(): void {
    for (const [index, listener] of [...this.#pair, this.#old].entries()) {
      for (const { type, message, local_message_id } of listener.events) {
        if (type !== "message" || message.sender_id !== this.person.id || message.subject !== "twice") continue;
        const expected = index === 2 ? tokenOf(message.content) : undefined;
        if (local_message_id !== expected)
          throw new Violation(`message ${message.id} came back as ${local_message_id} and not as ${expected}`);
      }
    }
  }

  /** Of one message, one person's reaction comes and goes in turn. */
  #checkReactions(): void {
    const on = new Set<string>();
    for (const { type, op, user_id, message_id, emoji_code } of this.#pair[0].events) {
      if (type !== "reaction") continue;
      const name = `${message_id} ${user_id} ${emoji_code}`;
      const isOn = on.has(name);
      if (op === "add" ? isOn : !isOn) throw new Violation(`a reaction is told twice: ${op} ${name}`);
      if (op === "add") on.add(name);
      else on.delete(name);
    }
  }

  async #checkState(): Promise<void> {
    const { events } = this.#pair[0];
    follow(this.#known, structuredClone(events.slice(this.#followed)));
    this.#followed = events.length;
    const told = await this.person.ok(this.person.post("/register", MODERN));
    await this.person.ok(this.person.delete("/events", { queue_id: told.queue_id }));
    const { known, fresh } = sideBySide(this.#known, told);
    if (isDeepStrictEqual(known, fresh)) return;
    throw new Violation(`${this.person.email} knows by events what a registration does not tell, or the other way`, [
      ...differences(known, fresh),
    ]);
  }
}

const tokenOf = (content: string) => content.replace(/<[^>]*>/g, "").split(/[ \n]/, 1)[0];

const idsIn = ({ message_id, message_ids }: Json): number[] => message_ids ?? [message_id];

function firstDifference(one: readonly Json[], other: readonly Json[]): string[] {
  const index = one.findIndex((event, at) => !isDeepStrictEqual(event, other[at]));
  const at = index < 0 ? one.length : index;
  return [`of ${one.length} and ${other.length} events, at ${at}`, JSON.stringify(one[at]), JSON.stringify(other[at])];
}

/** Where two values differ, as paths with both. */
export function differences(known: Json, fresh: Json, path = ""): string[] {
  if (isDeepStrictEqual(known, fresh)) return [];
  const isObject = (value: Json) => value !== null && typeof value === "object";
  if (!isObject(known) || !isObject(fresh) || Array.isArray(known) !== Array.isArray(fresh)) {
    return [`${path}: known ${JSON.stringify(known)}, told ${JSON.stringify(fresh)}`];
  }
  if (Array.isArray(known) && known.length !== fresh.length && !known.concat(fresh).some(isObject)) {
    return [`${path}: known ${JSON.stringify(known)}, told ${JSON.stringify(fresh)}`];
  }
  const names = new Set([...Object.keys(known), ...Object.keys(fresh)]);
  return [...names].flatMap((name) => differences(known[name], fresh[name], `${path}.${name}`)).slice(0, 20);
}
