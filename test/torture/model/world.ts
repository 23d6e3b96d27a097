import type { Json } from "../../support/json.ts";
import { checkEverything } from "./check.ts";
import { FollowingClient, type Form } from "./following-client.ts";
import {
  type Account,
  type Answer,
  type Channel,
  type Group,
  type Message,
  type Model,
  settleDoubts,
} from "./model.ts";
import { readsHistory } from "./rules.ts";

/** Whether the protocol allows a request. Undefined if the protocol doesn't say. */
export type Verdict = boolean | undefined;

/** A server, the model it is compared with, and the clients. */
export class World {
  readonly model: Model;
  readonly #forms: readonly Form[];
  readonly #clients = new Map<Account, FollowingClient>();
  /** The number of names created so far, which makes new names unique. */
  #made = 0;
  #checks = 0;
  /** True if anything has changed since the clients last fetched their events. */
  #hasChanged = true;
  readonly #log: (line: string) => void;

  constructor(model: Model, forms: readonly Form[], log: (line: string) => void) {
    this.model = model;
    this.#forms = forms;
    this.#log = log;
  }

  /** Returns an active account that can send requests. */
  anybody(n: number): Account {
    return pick(
      this.model.accounts.filter(({ isActive, hasNoKey }) => isActive && !hasNoKey),
      n,
    );
  }
  anyAccount(n: number): Account {
    return pick(this.model.accounts, n);
  }
  anyChannel(n: number): Channel {
    return pick(this.model.channels, n);
  }
  anyGroup(n: number): Group | undefined {
    return this.model.groups.length === 0 ? undefined : pick(this.model.groups, n);
  }
  /** Returns one of the newest messages. */
  anyMessage(n: number): Message | undefined {
    const all = [...this.model.messages.values()].sort((a, b) => b.id - a.id);
    return all.length === 0 ? undefined : pick(all.slice(0, 12), n);
  }
  newName(kind: string): string {
    this.#made += 1;
    return `${kind} ${this.#made}`;
  }

  /**
   * Waits for the response of a request, and returns its body, or undefined if the request was refused. Throws if the
   * server allows what the rules forbid, or refuses what they allow.
   */
  async attempt(what: string, account: Account, verdict: Verdict, call: Promise<Answer>): Promise<Json | undefined> {
    const { status, body } = await call;
    const line = `${account.name}: ${what} → ${status === 200 ? "ok" : `${body.code}: ${body.msg}`}`;
    this.#log(line);
    if (status !== 200 && (status < 400 || status >= 500 || body.result !== "error" || typeof body.code !== "string"))
      throw new Error(`${line}\nthis is no refusal: ${status} ${JSON.stringify(body)}`);
    if (verdict !== undefined && verdict !== (status === 200))
      throw new Error(`${line}\nbut by the rules it is ${verdict ? "allowed" : "refused"}`);
    if (status !== 200) return undefined;
    this.#hasChanged = true;
    return body;
  }

  /** Gives every active account a client, and removes the clients of deactivated accounts. */
  async addClients(): Promise<void> {
    for (const [index, account] of this.model.accounts.entries()) {
      if (!account.isActive || account.hasNoKey) this.#clients.delete(account);
      else if (!this.#clients.has(account)) {
        this.#clients.set(account, await FollowingClient.of(account, pick(this.#forms, index)));
      }
    }
  }

  /** Makes the clients fetch their events, and adds the server's own messages to the model. */
  async settle(): Promise<void> {
    if (!this.#hasChanged) return;
    this.#hasChanged = false;
    await this.#checkKeys();
    await this.addClients();
    const taken = [...this.#clients.values()].map(async (client) => {
      return [client.account, await client.catchUp()] as const;
    });
    for (const [account, events] of await Promise.all(taken)) {
      for (const event of events) this.#takeNotices(account, event);
    }
    for (const channel of this.model.channels) {
      if (![...channel.subscribers].some((id) => this.model.account(id)?.isActive)) await this.#fetchNotices(channel);
    }
  }

  /** Marks the bots whose keys no longer work, because the bots can do more than the keys' holders. */
  async #checkKeys(): Promise<void> {
    for (const account of this.model.accounts.filter(({ owner, isActive }) => owner !== undefined && isActive)) {
      const { body } = await account.client.get("/users/me");
      if (body.code === "INVALID_API_KEY") account.hasNoKey = true;
    }
  }

  /**
   * Adds and removes messages that the server sent itself, in a channel without active subscribers, where clients get
   * no events.
   */
  async #fetchNotices(channel: Channel): Promise<void> {
    const reader = this.model.accounts.find(
      (account) => account.isActive && !account.hasNoKey && readsHistory(this.model, account, channel),
    );
    if (reader === undefined) return;
    const { status, body } = await reader.client.get("/messages", {
      ...{ anchor: "oldest", num_before: 0, num_after: 4000, allow_empty_topic_name: true },
      narrow: [{ operator: "channel", operand: channel.id }],
    });
    if (status !== 200) throw new Error(`${reader.name} cannot read ${channel.name}: ${JSON.stringify(body)}`);
    const isNotice = ({ sender }: Message) => this.model.account(sender) === undefined;
    for (const message of this.model.messages.values()) {
      const isHere = "channel" in message.place && message.place.channel === channel.id;
      if (isHere && isNotice(message) && !body.messages.some((one: Json) => one.id === message.id))
        this.model.messages.delete(message.id);
    }
    for (const message of body.messages) this.#addNotice(message);
  }

  /** Adds a message to the model, unless it was sent by an account. Returns it if the server sent it itself. */
  #addNotice({ id, sender_id, type, stream_id, subject, display_recipient, content }: Json): Message | undefined {
    if (this.model.account(sender_id) !== undefined) return undefined;
    const known = this.model.messages.get(id);
    if (known !== undefined) return known;
    const message: Message = {
      ...{
        id,
        sender: sender_id,
        sentAt: this.model.now,
        content,
        isWidget: false,
        reactors: new Set<number>(),
        rows: new Map(),
      },
      place:
        type === "stream"
          ? { channel: stream_id, topic: subject === "general chat" ? "" : subject }
          : { people: display_recipient.map((one: Json) => one.id).sort((a: number, b: number) => a - b) },
    };
    this.model.messages.set(id, message);
    return message;
  }

  /** Updates messages that the server sent itself, and their flags, from an event. */
  #takeNotices(account: Account, event: Json): void {
    if (event.type === "delete_message") {
      for (const id of event.message_ids ?? [event.message_id]) {
        const message = this.model.messages.get(id);
        if (message !== undefined && this.model.account(message.sender) === undefined) this.model.messages.delete(id);
      }
    }
    if (event.type !== "message") return;
    const flags: string[] = event.flags;
    this.#addNotice(event.message)?.rows.set(
      account.id,
      new Set(flags.filter((flag) => flag !== "wildcard_mentioned")),
    );
  }

  /** Compares everything that accounts can fetch with the model: for some accounts in rotation, or for all. */
  async check(of: "some" | "all"): Promise<void> {
    await this.settle();
    this.#checks += 1;
    const isMine = (_: FollowingClient, index: number) => of === "all" || index % 3 === this.#checks % 3;
    const checks = await Promise.allSettled(
      [...this.#clients.values()].filter(isMine).map(async (client) => {
        const registration = await client.compare();
        settleDoubts(client.account, registration);
        await checkEverything(this.model, client.account, registration, client.form);
      }),
    );
    for (const each of checks) if (each.status === "rejected") throw each.reason;
  }
}

function pick<T>(from: readonly T[], n: number): T {
  const picked = from[n % from.length];
  if (picked === undefined) throw new Error("nothing to pick from");
  return picked;
}
