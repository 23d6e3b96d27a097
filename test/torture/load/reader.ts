import { setTimeout as pause } from "node:timers/promises";
import type { Json, Person, Reply } from "../../process/support/person.ts";
import { Random } from "../../process/support/random.ts";
import { Violation } from "../frame/part.ts";
import { NONE } from "./ledger.ts";
import { type Message, thingsOf, type World } from "./world.ts";

/** An account that reads repeatedly. Each response must contain everything acknowledged before the request. */
export class Reader {
  answers = 0;
  /** How many times the account was refused because a store was unavailable. */
  refusals = 0;
  failure: unknown;
  readonly #world: World;
  readonly #person: Person;
  readonly #random: Random;
  #stopping = false;
  #over: Promise<void> = Promise.resolve();

  constructor(world: World, person: Person, seed: number) {
    this.#world = world;
    this.#person = person;
    this.#random = new Random(seed);
  }

  start(): void {
    this.#stopping = false;
    this.#over = this.#readRepeatedly().catch((error: unknown) => {
      this.failure = error;
    });
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#over;
    if (this.failure !== undefined) throw this.failure;
  }

  async #readRepeatedly(): Promise<void> {
    while (!this.#stopping) {
      const dice = this.#random.below(4);
      if (dice < 2) await this.#readMessages();
      else if (dice < 3) await this.#readFile();
      else await this.#readOthers();
      await pause(5);
    }
  }

  async #readMessages(): Promise<void> {
    const { messages, ledger, general } = this.#world;
    const mine = messages.filter(
      ({ recipients, place }) => place?.channel === general && recipients.includes(this.#person.id),
    );
    const isThere = ({ token }: Pick<Message, "token">) => !ledger.mayBe(`message/${token}`, NONE);
    const there = mine.filter(isThere);
    const read = await this.#readPages([{ operator: "channel", operand: general }]);
    // Someone may have requested the message's deletion in the meantime.
    const missing = there.find(({ id, token }) => id >= read.from && !read.ids.has(id) && isThere({ token }));
    if (missing) throw new Violation("a message had been acknowledged and cannot be read", [JSON.stringify(missing)]);
  }

  /**
   * Reads pages, from the newest message to the oldest that the server returns. While a store is unavailable, the
   * server may return only newer messages, and then says so. From message `from` on, the result is complete.
   */
  async #readPages(narrow: Json): Promise<{ readonly from: number; readonly ids: ReadonlySet<number> }> {
    const ids = new Set<number>();
    let from = Number.POSITIVE_INFINITY;
    for (;;) {
      const anchor = ids.size === 0 ? "newest" : from;
      const range = { anchor, num_before: 5000, num_after: 0, include_anchor: ids.size === 0, narrow };
      const body = await this.#ask("messages", this.#person.get("/messages", range));
      if (body === undefined) return { from, ids };
      const page: number[] = body.messages.map(({ id }: Json) => id);
      for (const id of page) ids.add(id);
      if (body.found_oldest) return { from: 0, ids };
      if (page.length === 0)
        throw new Violation("a page has no message and is not the oldest", [JSON.stringify(range)]);
      from = Math.min(...page);
    }
  }

  async #readFile(): Promise<void> {
    const files = thingsOf(this.#world, this.#person, "file");
    if (files.length === 0) return;
    const { token, text } = this.#random.pick(files);
    const body = await this.#ask("a file's address", this.#person.get(text));
    if (body === undefined) return;
    const page = await this.#person.page(body.url).catch(() => undefined);
    if (page === undefined || page.status === 503) return;
    if (page.said !== token) throw new Violation(`the file ${token} is ${page.status}: ${page.said.slice(0, 200)}`);
  }

  async #readOthers(): Promise<void> {
    const { messages } = this.#world;
    const message = messages.length > 0 ? this.#random.pick(messages) : undefined;
    const paths = ["/users", "/streams", "/users/me/subscriptions", "/drafts", "/attachments"];
    if (message) paths.push(`/messages/${message.id}`, `/messages/${message.id}/history`);
    const path = this.#random.pick(paths);
    await this.#ask(path, this.#person.get(path));
  }

  /** Returns the body of a response, or undefined if the request was refused or the server was killed. */
  async #ask(what: string, call: Promise<Reply>): Promise<Json | undefined> {
    const reply = await call.catch(() => undefined);
    if (reply === undefined) return undefined;
    const { status, body } = reply;
    this.answers += 1;
    if (status === 200) return body;
    if (status === 503 && body.code === "REQUEST_TIMEOUT") this.refusals += 1;
    else if (status < 400 || status >= 500) throw new Violation(`${what}: ${status}`, [JSON.stringify(body)]);
    return undefined;
  }
}
