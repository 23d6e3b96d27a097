import type { Json, Person } from "./person.ts";
import type { Talker } from "./talker.ts";

/** Somebody who reads again and again, and compares with what was acknowledged before each question. */
export class Reader {
  answers = 0;
  /** How often the server said that it cannot tell at the moment. */
  refusals = 0;
  failure: unknown;
  readonly #over: Promise<void>;
  #stopping = false;

  constructor(
    private readonly person: Person,
    private readonly talkers: readonly Talker[],
  ) {
    this.#over = this.#read().catch((error: unknown) => {
      this.failure = error;
    });
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#over;
    if (this.failure !== undefined) throw this.failure;
  }

  async #read(): Promise<void> {
    const range = { anchor: "newest", num_before: 5000, num_after: 0 };
    const narrow = [{ operator: "channel", operand: "general" }];
    while (!this.#stopping) {
      const before = this.talkers.flatMap(({ said }) => said.map(({ id, acknowledged }) => ({ id, acknowledged })));
      const { status, body } = await this.person.get("/messages", { ...range, narrow, apply_markdown: false });
      if (status === 503 && typeof body.code === "string") {
        this.refusals += 1;
        continue;
      }
      if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
      const texts = new Map<number, string>(body.messages.map(({ id, content }: Json) => [id, content]));
      for (const { id, acknowledged } of before) {
        if (texts.get(id)?.startsWith(acknowledged)) continue;
        throw new Error(`message ${id} said "${acknowledged}" before it was read, and then ${texts.get(id)}`);
      }
      this.answers += 1;
    }
  }
}
