import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { TortureServer } from "../torture/frame/servers.ts";
import { type Json, ownerOf, Person, type Reply } from "./support/person.ts";
import { until } from "./support/processes.ts";
import { Random } from "./support/random.ts";

const seed = Number(process.env["PARLEY_SEED"] ?? Math.floor(Math.random() * 1e9));
const PEOPLE = 200;
const CHANNELS = 10;
const TURNS = 6;
const KILLS = ["all", "workerd", "node", "all"] as const;
/** Leaves room for the lines that others write meanwhile. */
const FULL_PAGE = 9000;

/** Whether a change is on the board. If its reply was lost, this is unknown until the end. */
type Fate = "there" | "gone" | "unknown";

/** Someone who edits one board at random, and remembers what the server acknowledged. */
class Editor {
  readonly lines = new Map<string, Fate>();
  readonly pins = new Map<string, { id?: number; fate: Fate }>();
  acknowledged = 0;
  conflicts = 0;
  lost = 0;
  readonly #who: Person;
  readonly #channel: number;
  readonly #name: string;
  readonly #random: Random;

  constructor(who: Person, channel: number, name: string) {
    this.#who = who;
    this.#channel = channel;
    this.#name = name;
    this.#random = new Random(seed + who.id);
  }

  async act(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn++) {
      const own = [...this.pins].find(([, { id, fate }]) => id !== undefined && fate === "there");
      const what = this.#random.below(10);
      if (what < 5 || own === undefined) await (what % 2 === 0 ? this.#write(turn) : this.#pin(turn));
      else if (what < 8)
        await this.#ask((who) => who.patch(this.#path(own[1].id), { position: this.#random.below(50) }));
      else await this.#remove(own[1]);
    }
  }

  #path = (id?: number): string => `/streams/${this.#channel}/pins${id === undefined ? "" : `/${id}`}`;

  /** Sends a request. Returns undefined if no reply came, which happens while the server is down. */
  async #ask(request: (who: Person) => Promise<Reply>): Promise<Reply | undefined> {
    try {
      const reply = await request(this.#who);
      if (reply.status < 500) {
        if (reply.status === 200) this.acknowledged += 1;
        return reply;
      }
    } catch {
      // The connection broke.
    }
    this.lost += 1;
    await pause(20 + this.#random.below(200));
    return undefined;
  }

  async #write(turn: number): Promise<void> {
    const line = `${this.#name}.${turn};`;
    let page: { version: number; content: string } | undefined;
    while (page === undefined) page = (await this.#ask((who) => who.get(`/streams/${this.#channel}/board`)))?.body.page;
    for (;;) {
      const { content, version } = page;
      if (content.length > FULL_PAGE) return;
      this.lines.set(line, "unknown");
      const written = { content: `${content}\n${line}`, base_version: version };
      const reply = await this.#ask((who) => who.patch(`/streams/${this.#channel}/page`, written));
      if (reply === undefined) return;
      if (reply.status === 200) this.lines.set(line, "there");
      if (reply.status === 200) return;
      expect(reply.body.code).toBe("PAGE_CONFLICT");
      expect(reply.body.version).toBeGreaterThan(version);
      this.lines.set(line, "gone");
      this.conflicts += 1;
      page = { version: reply.body.version, content: reply.body.content };
    }
  }

  async #pin(turn: number): Promise<void> {
    const url = `https://tea.example/${this.#name}/${turn}`;
    this.pins.set(url, { fate: "unknown" });
    const reply = await this.#ask((who) => who.post(this.#path(), { url, title: "Tea" }));
    if (reply?.status === 200) this.pins.set(url, { id: reply.body.pin_id, fate: "there" });
    else if (reply !== undefined) {
      expect(reply.body.msg).toContain("100 pins");
      this.pins.set(url, { fate: "gone" });
    }
  }

  async #remove(pin: { id?: number; fate: Fate }): Promise<void> {
    pin.fate = "unknown";
    const reply = await this.#ask((who) => who.delete(this.#path(pin.id)));
    if (reply?.status === 200) pin.fate = "gone";
  }
}

const times = (content: string, line: string): number => content.split("\n").filter((one) => one === line).length;

test(`no acknowledged change is lost when 200 people edit boards and the server is killed (PARLEY_SEED=${seed})`, {
  tags: "nightly",
}, async () => {
  const server = await TortureServer.start({});
  try {
    const owner = await ownerOf(server);
    const users = Array.from({ length: PEOPLE }, (_, at) => ({ email: `p${at}@example.com`, full_name: `P ${at}` }));
    const { keys } = await owner.ok(owner.post("/testing/users", { users }));
    const channels: number[] = [];
    for (let at = 0; at < CHANNELS; at++) channels.push(await owner.channel(`board ${at}`, []));
    const editors = keys.map(({ user_id, api_key }: Json, at: number) => {
      const who = new Person(owner.url, users[at]?.email ?? "", api_key, user_id, owner.host);
      return new Editor(who, channels[at % CHANNELS] ?? 0, `p${at}`);
    });
    const sum = (of: (one: Editor) => number): number => editors.reduce((all: number, one: Editor) => all + of(one), 0);
    let isOver = false;
    const acting = Promise.all(editors.map((one: Editor) => one.act())).finally(() => {
      isOver = true;
    });
    const random = new Random(seed);
    let kills = 0;
    for (const which of KILLS) {
      const before = sum(({ acknowledged }) => acknowledged);
      const most = 60 + random.below(120);
      await until("some were answered", () => isOver || sum(({ acknowledged }) => acknowledged) >= before + most);
      if (isOver) break;
      await server.crash(which);
      kills += 1;
    }
    await acting;

    for (const [at, channel] of channels.entries()) {
      const { pins, page } = await owner.ok(owner.get(`/streams/${channel}/board`));
      const { versions } = await owner.ok(owner.get(`/streams/${channel}/page/history`));
      const theirs: Editor[] = editors.filter((_: Editor, index: number) => index % CHANNELS === at);
      const numbers = versions.map(({ version }: Json) => version);
      expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => page.version - index));
      // No version lacks a line of an earlier one.
      for (const [index, { content }] of versions.entries())
        if (index > 0) expect(versions[index - 1].content.startsWith(content)).toBe(true);
      for (const { lines } of theirs)
        for (const [line, fate] of lines)
          expect(times(page.content, line), line).toBeOneOf({ there: [1], gone: [0], unknown: [0, 1] }[fate]);
      const shown = pins.map(({ url }: Json) => url);
      expect(new Set(shown).size).toBe(shown.length);
      const known = new Map(theirs.flatMap((one) => [...one.pins]));
      for (const [url, { fate }] of known)
        if (fate !== "unknown") expect(shown.includes(url), url).toBe(fate === "there");
      for (const url of shown) expect(known.has(url), url).toBe(true);
      const positions = pins.map(({ position }: Json) => position);
      expect(new Set(positions).size).toBe(positions.length);
    }
    server.check();
    console.log(
      `boards: ${kills} kills, ${sum(({ acknowledged }) => acknowledged)} replies, ${sum(({ lost }) => lost)} lost replies,`,
      `${sum(({ conflicts }) => conflicts)} conflicts, ${sum(({ lines }) => lines.size)} lines, ${sum(({ pins }) => pins.size)} pins`,
    );
    expect(kills).toBeGreaterThan(1);
  } finally {
    await server.end();
  }
});
