import type { Json, Person } from "../../process/support/person.ts";
import { until } from "../../process/support/processes.ts";
import { OWN_TEXTS, ownTextId } from "../../support/own-texts.ts";
import { Violation } from "../frame/part.ts";
import type { Context } from "./soak.ts";

const OCTOPUS = { emoji_name: "octopus", emoji_code: "1f419", reaction_type: "unicode_emoji" };
const MESSAGES = 5;
const HOUR = 3600;
/** How long the server may take for due work, on a busy machine. */
const PATIENCE_MS = 60_000;

/** A week of an organization: what people do, and the checks of what must have happened by the end. */
export class Week {
  /** Contents of messages that everyone must have received exactly once by the end. */
  readonly sent: string[] = [];
  readonly #number: number;
  readonly #context: Context;
  #queues: { person: Person; queue_id: string }[] = [];
  #links: string[] = [];

  constructor(number: number, context: Context) {
    this.#number = number;
    this.#context = context;
  }

  async act(): Promise<void> {
    const { people } = this.#context;
    for (const person of people) {
      const { queue_id } = await person.ok(person.post("/register"));
      this.#queues.push({ person, queue_id });
      await this.#talk(person);
      await this.#leaveForLater(person);
      await this.#comeAndGo(person);
    }
  }

  /** Checks that scheduled messages are not sent early, or that they are sent soon after they are due. */
  async checkWithin(which: "waits" | "is sent"): Promise<void> {
    for (const person of this.#context.people) {
      const count = async () => (await person.ok(person.get("/scheduled_messages"))).scheduled_messages.length;
      if (which === "is sent") await until("what was due is sent", async () => (await count()) === 0, PATIENCE_MS);
      else if ((await count()) !== 1) throw new Violation("a scheduled message is sent before its time");
    }
  }

  async checkAfter(): Promise<void> {
    const { owner, people } = this.#context;
    for (const { person, queue_id } of this.#queues) {
      const { status, body } = await person.get("/events", { queue_id, last_event_id: -1, dont_block: true });
      if (status !== 400 || body.code !== "BAD_EVENT_QUEUE_ID")
        throw new Violation("a queue that nobody has asked for outlives its time", [JSON.stringify(body)]);
    }
    for (const person of people) {
      const reminded = async () => (await person.ok(person.get("/reminders"))).reminders.length === 0;
      await until("reminders that were due are gone", reminded, PATIENCE_MS);
    }
    const { invites } = await owner.ok(owner.get("/invites"));
    if (invites.length > 0) throw new Violation("an invitation outlives its time", invites.map(JSON.stringify));
    for (const link of this.#links) {
      const { status } = await owner.get(`/join/${link.split("/").at(-2) ?? ""}`);
      if (status === 200) throw new Violation(`${link} can be followed after its time`);
    }
    const { presences, server_timestamp } = await owner.ok(owner.get("/realm/presence"));
    for (const { aggregated } of Object.values<Json>(presences)) {
      if (aggregated.timestamp > server_timestamp - 12 * HOUR)
        throw new Violation("somebody is said to be there who was there a week ago", [JSON.stringify(aggregated)]);
    }
    await this.#tidyUp();
  }

  async #talk(person: Person): Promise<void> {
    for (let sent = 0; sent < MESSAGES; sent += 1) {
      const content = `${this.#name(person)}.${sent}.`;
      const message = { type: "channel", to: "general", topic: this.#topic, content };
      const { id } = await person.ok(person.post("/messages", message));
      this.sent.push(content);
      const other = this.#context.random.pick(this.#context.people);
      await other.ok(other.post(`/messages/${id}/reactions`, OCTOPUS));
      await other.ok(other.post("/messages/flags", { messages: [id], op: "add", flag: "starred" }));
      if (sent % 3 === 0) await person.ok(person.patch(`/messages/${id}`, { content: `${content} and more` }));
      if (sent % 4 === 0) await other.ok(other.post("/messages/flags", { messages: [id], op: "add", flag: "read" }));
    }
    await person.ok(person.post("/users/me/status", { status_text: this.#topic }));
    await person.ok(person.post("/users/me/presence", { status: "active", ping_only: false, new_user_input: true }));
    await person.ok(person.post("/typing", { type: "direct", to: [this.#context.owner.id], op: "start" }));
    const topic = { stream_id: await this.#channel(), topic: this.#topic, visibility_policy: 3 };
    await person.ok(person.post("/user_topics", topic));
  }

  /** Creates things that are due or expire within the week: a scheduled message, a reminder and an invitation. */
  async #leaveForLater(person: Person): Promise<void> {
    const { owner } = this.#context;
    const now = (await owner.ok(owner.post("/testing/clock", { advance_ms: 0 }))).now / 1000;
    const later = (hours: number) => Math.ceil(now) + hours * HOUR;
    const content = `${this.#name(person)} later.`;
    const message = { type: "channel", to: await this.#channel(), topic: this.#topic, content };
    await person.ok(person.post("/scheduled_messages", { ...message, scheduled_delivery_timestamp: later(2) }));
    this.sent.push(content);
    const { messages } = await person.ok(person.get("/messages", { anchor: "newest", num_before: 1, num_after: 0 }));
    const note = `${this.#name(person)} note`;
    const reminder = { message_id: messages[0].id, note, scheduled_delivery_timestamp: later(3) };
    await person.ok(person.post("/reminders", reminder));
    const invitation = { stream_ids: [], invite_expires_in_minutes: 60 };
    this.#links.push((await owner.ok(owner.post("/invites/multiuse", invitation))).invite_link);
  }

  /** Creates things and removes them at once. */
  async #comeAndGo(person: Person): Promise<void> {
    const { owner } = this.#context;
    for (const own of OWN_TEXTS) {
      const body = await person.ok(person.post(`/${own.list}`, own.fields(person.id, this.#topic)));
      await person.ok(person.delete(`/${own.list}/${ownTextId(own, body)}`));
    }
    await person.ok(person.post("/users/me/alert_words", { alert_words: [this.#topic] }));
    await person.ok(person.delete("/users/me/alert_words", { alert_words: [this.#topic] }));
    await person.ok(person.delete("/users/me/subscriptions", { subscriptions: ["general"] }));
    await person.ok(person.post("/users/me/subscriptions", { subscriptions: [{ name: "general" }] }));
    const form = new FormData();
    form.append("file", new Blob([this.#topic]), "unclaimed.txt");
    await person.ok(person.send("POST", "/user_uploads", form));
    const stranger = await person.post("/fetch_api_key", { username: person.email, password: "wrong" });
    if (stranger.status === 200) throw new Violation("a wrong password opens an account");
    const { queue_id } = await owner.ok(owner.post("/register"));
    await owner.ok(owner.delete("/events", { queue_id }));
  }

  /** Removes what would otherwise never expire, and checks that the stores agree. */
  async #tidyUp(): Promise<void> {
    const { owner, people } = this.#context;
    const channel = await this.#channel();
    await owner.ok(owner.post(`/streams/${channel}/delete_topic`, { topic_name: this.#topic }));
    for (const person of people) {
      await person.ok(person.post("/user_topics", { stream_id: channel, topic: this.#topic, visibility_policy: 0 }));
      const { messages } = await person.ok(
        person.get("/messages", { anchor: "newest", num_before: 100, num_after: 0 }),
      );
      for (const { id } of messages) await owner.delete(`/messages/${id}`);
      const { attachments } = await person.ok(person.get("/attachments"));
      if (attachments.length > 2 * MESSAGES) throw new Violation("files that nobody claims are kept");
    }
    await until(
      "everything is shipped",
      async () => !(await owner.ok(owner.get("/testing/object"))).unshipped,
      PATIENCE_MS,
    );
    const { differences } = await owner.ok(owner.get("/testing/differences"));
    if (differences.length > 0) throw new Violation("the realm and D1 do not agree", differences);
  }

  async #channel(): Promise<number> {
    const { owner } = this.#context;
    return (await owner.ok(owner.get("/get_stream_id", { stream: "general" }))).stream_id;
  }

  get #topic(): string {
    return `day ${this.#number}`;
  }

  #name({ id }: Person): string {
    return `d${this.#number}.u${id}`;
  }
}
