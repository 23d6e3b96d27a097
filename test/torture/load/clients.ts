import { isDeepStrictEqual } from "node:util";
import type { Fields, Json, Person } from "../../process/support/person.ts";
import { type ListeningClient, PollingClient } from "../../process/support/polling-client.ts";
import { StreamingClient } from "../../process/support/streaming-client.ts";
import { applyEvents } from "../../support/client-state.ts";
import { comparableStates } from "../../support/compare-states.ts";
import { MODERN } from "../../support/modern-client.ts";
import { Violation } from "../frame/part.ts";

const OLDER_REGISTRATIONS: readonly Fields[] = [
  {},
  { apply_markdown: false, client_gravatar: true, slim_presence: true },
  { event_types: ["message", "update_message", "delete_message", "reaction"] },
  { all_public_streams: true, client_capabilities: { notification_settings_null: false, bulk_message_deletion: true } },
];

/**
 * The clients of one account: a modern one with a stream, a modern one that polls now and then, and an older one that
 * polls.
 */
export class Clients {
  readonly person: Person;
  readonly #pair: readonly [ListeningClient, ListeningClient];
  readonly #old: PollingClient;
  #known: Json;
  /** Number of events applied to the known state. */
  #followed = 0;

  private constructor(person: Person, pair: readonly [ListeningClient, ListeningClient], old: PollingClient) {
    this.person = person;
    this.#pair = pair;
    this.#old = old;
    this.#known = structuredClone(pair[0].state);
  }

  static async of(person: Person, index: number): Promise<Clients> {
    const pair = [await StreamingClient.of(person, MODERN), await PollingClient.of(person, MODERN)] as const;
    await pair[1].stop();
    return new Clients(
      person,
      pair,
      await PollingClient.of(person, OLDER_REGISTRATIONS[index % OLDER_REGISTRATIONS.length]),
    );
  }

  /** The id of the queue that the account's requests with a `local_id` contain. */
  get queueId(): string {
    return this.#old.queueId;
  }

  /** Number of events received by the client with the stream. */
  get eventsReceived(): number {
    return this.#pair[0].events.length;
  }

  /**
   * Checks, while no one acts, that every client has received each event once, and that its state is that of a new
   * registration.
   */
  async check(received: readonly Json[]): Promise<void> {
    for (const listener of [...this.#pair, this.#old]) await listener.drain();
    // This client disconnects again. Its queue must keep events in the meantime, through all crashes.
    await this.#pair[1].stop();
    const [one, other] = this.#pair.map(({ events }) => events.map(({ id: _, ...event }) => event));
    if (!isDeepStrictEqual(one, other)) {
      throw new Violation(`${this.person.email}: two clients of one kind got different events`, [
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

  /** Checks that all clients have received each message since their registration exactly once. */
  #checkMessages(received: readonly Json[]): void {
    const [modern] = this.#pair;
    const since = modern.state.max_message_id;
    const deleted = new Set(modern.events.filter(({ type }) => type === "delete_message").flatMap(idsIn));
    const there = new Set(received.map(({ id }) => id));
    for (const listener of [modern, this.#old]) {
      const ids = listener.messages.map(({ id }) => id as number);
      const twice = ids.find((id, index) => ids.indexOf(id) !== index);
      if (twice !== undefined) throw new Violation(`${this.person.email} got message ${twice} twice`);
      const isReceived = new Set(ids);
      const missing = received.find(({ id }) => id > since && !isReceived.has(id));
      if (missing) throw new Violation(`${this.person.email} did not get a message`, [JSON.stringify(missing)]);
      if (listener === this.#old) continue;
      const ghost = ids.find((id) => !there.has(id) && !deleted.has(id));
      if (ghost !== undefined) throw new Violation(`${this.person.email} got message ${ghost}, which is not there`);
    }
  }

  /** Checks that `local_message_id` was sent to the queue in the request, and to no other. */
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

  /** Checks that events that add and remove the same reaction of a user alternate. */
  #checkReactions(): void {
    const on = new Set<string>();
    for (const { type, op, user_id, message_id, emoji_code } of this.#pair[0].events) {
      if (type !== "reaction") continue;
      const name = `${message_id} ${user_id} ${emoji_code}`;
      const isOn = on.has(name);
      if (op === "add" ? isOn : !isOn) throw new Violation(`a reaction comes twice: ${op} ${name}`);
      if (op === "add") on.add(name);
      else on.delete(name);
    }
  }

  async #checkState(): Promise<void> {
    const { events } = this.#pair[0];
    applyEvents(this.#known, structuredClone(events.slice(this.#followed)));
    this.#followed = events.length;
    const registration = await this.person.ok(this.person.post("/register", MODERN));
    await this.person.ok(this.person.delete("/events", { queue_id: registration.queue_id }));
    const { known, fresh } = comparableStates(this.#known, registration);
    if (isDeepStrictEqual(known, fresh)) return;
    throw new Violation(`${this.person.email} knows another state from events than from a registration`, [
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

/** Returns the paths at which two values differ, with both values. */
export function differences(known: Json, fresh: Json, path = ""): string[] {
  if (isDeepStrictEqual(known, fresh)) return [];
  const isObject = (value: Json) => value !== null && typeof value === "object";
  if (!isObject(known) || !isObject(fresh) || Array.isArray(known) !== Array.isArray(fresh)) {
    return [`${path}: known ${JSON.stringify(known)}, registered ${JSON.stringify(fresh)}`];
  }
  if (Array.isArray(known) && known.length !== fresh.length && !known.concat(fresh).some(isObject)) {
    return [`${path}: known ${JSON.stringify(known)}, registered ${JSON.stringify(fresh)}`];
  }
  const names = new Set([...Object.keys(known), ...Object.keys(fresh)]);
  return [...names].flatMap((name) => differences(known[name], fresh[name], `${path}.${name}`)).slice(0, 20);
}
