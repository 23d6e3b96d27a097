import type { Person } from "../../../process/support/person.ts";
import type { Name } from "./cast.ts";
import { type ChannelName, channels } from "./channels.ts";
import { harbourPicture } from "./pictures.ts";
import type { Conversation, Said } from "./said.ts";

const MINUTE_MS = 60_000;

/** Sends the messages, and lets time pass in between. */
export class Storyteller {
  /** The ids of named messages. */
  readonly named = new Map<string, number>();
  readonly #people: Readonly<Record<Name, Person>>;
  readonly #channels: Readonly<Record<ChannelName, number>>;
  readonly #latest = new Map<string, number>();
  readonly #files = new Map<string, string>();
  #passedMs = 0;

  constructor(people: Readonly<Record<Name, Person>>, ids: Readonly<Record<ChannelName, number>>) {
    this.#people = people;
    this.#channels = ids;
  }

  /** Uploads the files that messages link to. */
  async upload(): Promise<void> {
    const lines = Array.from({ length: 400 }, (_, line) => `${line} hoist.encoder drift=${(line % 17) / 10}mm\n`);
    this.#files.set("picture", await this.#send("teresa", "crane-4.png", harbourPicture()));
    this.#files.set("log", await this.#send("yumi", "crane-4-log.txt", new Blob(lines, { type: "text/plain" })));
  }

  async #send(by: Name, name: string, content: Blob): Promise<string> {
    const form = new FormData();
    form.append("file", content, name);
    const { url } = await this.#people[by].ok(this.#people[by].send("POST", "/user_uploads", form));
    return url;
  }

  /** Advances the clock until it is `aheadMs` ahead of the machine's. */
  async until(aheadMs: number): Promise<void> {
    const advance_ms = aheadMs - this.#passedMs;
    if (advance_ms <= 0) return;
    this.#passedMs = aheadMs;
    await this.#people.iris.ok(this.#people.iris.post("/testing/clock", { advance_ms }));
  }

  /** Returns the id of a topic's latest message. */
  latest(channel: ChannelName, topic: string): number {
    const id = this.#latest.get(`${channel} ${topic}`);
    if (id === undefined) throw new Error(`nobody has said anything about ${topic}`);
    return id;
  }

  async tell({ to, said }: Conversation): Promise<void> {
    for (const one of said) {
      await this.until(this.#passedMs + (one.after ?? 5) * MINUTE_MS);
      const id = await this.#say(to, one);
      if (isTopic(to)) this.#latest.set(to.join(" "), id);
      if (one.as !== undefined) this.named.set(one.as, id);
      await this.#react(id, one);
    }
  }

  async #say(to: Conversation["to"], { by, text }: Said): Promise<number> {
    const who = this.#people[by];
    const place = isTopic(to)
      ? { type: "channel", to: this.#channels[to[0]], topic: to[1] }
      : { type: "direct", to: to.filter((name) => name !== by).map((name) => this.#people[name].id) };
    return (await who.ok(who.post("/messages", { ...place, content: this.#filled(text) }))).id;
  }

  /** Replaces placeholders with the addresses of files and messages. */
  #filled(text: string): string {
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const id = this.named.get(name);
      const topic = `${this.#channels.operations}-operations/topic/Crane.204.20maintenance`;
      return id === undefined ? (this.#files.get(name) ?? "") : `#narrow/channel/${topic}/near/${id}`;
    });
  }

  async #react(id: number, { by, edited, starred, reactions = {}, votes = {} }: Said): Promise<void> {
    const author = this.#people[by];
    if (edited !== undefined) await author.ok(author.patch(`/messages/${id}`, { content: edited }));
    const { iris } = this.#people;
    if (starred) await iris.ok(iris.post("/messages/flags", { messages: [id], op: "add", flag: "starred" }));
    for (const [emoji_name, names] of Object.entries(reactions)) {
      for (const name of names) {
        const who = this.#people[name];
        await who.ok(who.post(`/messages/${id}/reactions`, { emoji_name }));
      }
    }
    for (const [name, option] of Object.entries(votes)) {
      const who = this.#people[name as Name];
      const content = JSON.stringify({ type: "vote", key: `canned,${option}`, vote: 1 });
      await who.ok(who.post("/submessage", { message_id: id, msg_type: "widget", content }));
    }
  }
}

function isTopic(to: Conversation["to"]): to is readonly [channel: ChannelName, topic: string] {
  return to.length === 2 && Object.hasOwn(channels, to[0] ?? "");
}
