import { BotClient } from "./bot-client.ts";
import { ownerOf, type Person } from "./person.ts";
import { until } from "./processes.ts";
import { ScriptClient } from "./script-client.ts";
import { type Server, start } from "./server.ts";
import { TerminalClient } from "./terminal-client.ts";

const MINUTE = 60_000;
const args = ["--test-hooks", "--rate-limits", "off"];

type Speaker = "ada" | "ben" | "owner";

/** Clients of three kinds in one channel, and the owner, who moderates the channel. */
export class ThreeClients {
  /** Messages in the channel, each with its sender. */
  readonly said: { id: number; by: Speaker }[] = [];
  calls = 0;
  #minutes = 0;

  private constructor(
    private server: Server,
    readonly owner: Person,
    readonly harbour: number,
    readonly ada: ScriptClient,
    /** Another script of Ada's, which gets its events over a stream. */
    readonly adaByStream: ScriptClient,
    readonly ben: TerminalClient,
    readonly bot: BotClient,
    readonly ids: { ada: number; ben: number },
  ) {}

  static async open(): Promise<ThreeClients> {
    const server = await start({ args });
    const owner = await ownerOf(server);
    await owner.ok(owner.patch("/realm", { message_content_edit_limit_seconds: "unlimited" }));
    const [ada, ben] = [await owner.invite("Ada"), await owner.invite("Ben")];
    const counter = { full_name: "Counter", short_name: "counter", bot_type: 1 };
    const made = await owner.ok(owner.post("/bots", counter));
    const { user } = await owner.ok(owner.get(`/users/${made.user_id}`));
    const members = [owner, ada, ben, { id: made.user_id } as Person];
    const harbour = await owner.channel("harbour", members);
    const script = await ScriptClient.start(ada, "polls");
    const streaming = await ScriptClient.start(ada, "streams");
    const terminal = await TerminalClient.start(ben);
    const bot = await BotClient.start({ url: server.url, email: user.email, key: made.api_key });
    return new ThreeClients(server, owner, harbour, script, streaming, terminal, bot, { ada: ada.id, ben: ben.id });
  }

  async passMinute(): Promise<void> {
    this.#minutes += 1;
    await this.owner.ok(this.owner.post("/testing/clock", { advance_ms: MINUTE }));
  }

  /** Kills the server and restarts it, with the clock as far ahead as before. */
  async crash(): Promise<void> {
    await this.server.killHard("all");
    const port = new URL(this.server.url).port;
    this.server = await start({ data: this.server.data, args: [...args, "--port", port] });
    await this.owner.ok(this.owner.post("/testing/clock", { advance_ms: this.#minutes * MINUTE }));
  }

  /** Waits until all listening clients have received the message. */
  async arrived(id: number): Promise<void> {
    await until("all have heard it", () => {
      return [this.ada, this.adaByStream, this.ben].every(({ messages }) => messages.get(id) !== undefined);
    });
  }

  latest(by: Speaker): number {
    const found = this.said.findLast((one) => one.by === by);
    if (found === undefined) throw new Error(`${by} has said nothing`);
    return found.id;
  }

  /** Makes one of the clients send a message to the channel. */
  async speak(by: Speaker, content: string, topic: string): Promise<void> {
    const id = await this.#send(by, content, topic);
    this.said.push({ id, by });
    await this.arrived(id);
  }

  async #send(by: Speaker, content: string, topic: string): Promise<number> {
    if (by === "ada") return this.ada.send("harbour", content, topic);
    if (by === "ben") return (await this.ben.send("harbour", content, topic)).id;
    const message = { type: "channel", to: "harbour", topic, content };
    return (await this.owner.ok(this.owner.post("/messages", message))).id;
  }
}
