import type { Json } from "../../support/json.ts";
import { checkEverything } from "./check.ts";
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
import { type Form, Watcher } from "./watcher.ts";

/** Whether the protocol allows something; nothing, where it does not say. */
export type Verdict = boolean | undefined;

/** A server with the model beside it. */
export class World {
  readonly model: Model;
  readonly #forms: readonly Form[];
  readonly #watchers = new Map<Account, Watcher>();
  /** For names that must be new. */
  #made = 0;
  #checks = 0;
  /** Since the clients last took their events. */
  #hasChanged = true;
  /** Called with each thing that happens. */
  readonly #log: (line: string) => void;

  constructor(model: Model, forms: readonly Form[], log: (line: string) => void) {
    this.model = model;
    this.#forms = forms;
    this.#log = log;
  }

  /** Somebody who is there. */
  anybody(n: number): Account {
    return pick(
      this.model.accounts.filter(({ isActive }) => isActive),
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
  /** One of the newest messages, which are the likeliest to be of any interest. */
  anyMessage(n: number): Message | undefined {
    const all = [...this.model.messages.values()].sort((a, b) => b.id - a.id);
    return all.length === 0 ? undefined : pick(all.slice(0, 12), n);
  }
  newName(kind: string): string {
    this.#made += 1;
    return `${kind} ${this.#made}`;
  }

  /**
   * Somebody tries something, of which the rules say whether it is allowed: the answer, unless it is refused.
   * Where the server decides otherwise, that is the failure that is looked for.
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

  /** Gives clients to whoever is there; takes those of whoever is not. */
  async watch(): Promise<void> {
    for (const [index, account] of this.model.accounts.entries()) {
      if (!account.isActive) this.#watchers.delete(account);
      else if (!this.#watchers.has(account)) {
        this.#watchers.set(account, await Watcher.of(account, pick(this.#forms, index)));
      }
    }
  }

  /** Lets the clients take their events, and learns of what the server says by itself. */
  async settle(): Promise<void> {
    if (!this.#hasChanged) return;
    this.#hasChanged = false;
    await this.watch();
    const taken = [...this.#watchers.values()].map(async (watcher) => {
      return [watcher.account, await watcher.catchUp()] as const;
    });
    for (const [account, events] of await Promise.all(taken)) {
      for (const event of events) this.#learn(account, event);
    }
    for (const channel of this.model.channels) {
      if (![...channel.subscribers].some((id) => this.model.account(id)?.isActive)) await this.#lookInto(channel);
    }
  }

  /** What the server says where nobody hears it is there all the same. */
  async #lookInto(channel: Channel): Promise<void> {
    const reader = this.model.accounts.find(
      (account) => account.isActive && readsHistory(this.model, account, channel),
    );
    if (reader === undefined) return;
    const { status, body } = await reader.speaker.get("/messages", {
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
    for (const message of body.messages) this.#hear(message);
  }

  /** A message of the server's own. */
  #hear({ id, sender_id, type, stream_id, subject, display_recipient, content }: Json): Message | undefined {
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

  /** That there is a notice, and who was told with which flags, is taken as it is; who must have it, is checked. */
  #learn(account: Account, event: Json): void {
    if (event.type === "delete_message") {
      for (const id of event.message_ids ?? [event.message_id]) {
        const message = this.model.messages.get(id);
        if (message !== undefined && this.model.account(message.sender) === undefined) this.model.messages.delete(id);
      }
    }
    if (event.type !== "message") return;
    const flags: string[] = event.flags;
    this.#hear(event.message)?.rows.set(account.id, new Set(flags.filter((flag) => flag !== "wildcard_mentioned")));
  }

  /** Asks for everything, for some of the people in turn or for all, and holds it against the model. */
  async check(of: "some" | "all"): Promise<void> {
    await this.settle();
    this.#checks += 1;
    const isMine = (_: Watcher, index: number) => of === "all" || index % 3 === this.#checks % 3;
    const checks = await Promise.allSettled(
      [...this.#watchers.values()].filter(isMine).map(async (watcher) => {
        const registration = await watcher.compare();
        settleDoubts(watcher.account, registration);
        await checkEverything(this.model, watcher.account, registration, watcher.form);
      }),
    );
    for (const each of checks) if (each.status === "rejected") throw each.reason;
  }
}

export function pick<T>(from: readonly T[], n: number): T {
  const picked = from[n % from.length];
  if (picked === undefined) throw new Error("nothing to pick from");
  return picked;
}
