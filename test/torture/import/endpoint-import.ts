import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Json, Person, Reply } from "../../process/support/person.ts";
import type { Random } from "../../process/support/random.ts";
import { Violation } from "../frame/part.ts";

/** Minimum part size, so that there are several parts. */
const PART_BYTES = 1_048_576;
const PAUSE_MS = 5;

/** What an import through the endpoints needs. */
interface Driven {
  readonly owner: Person;
  readonly archive: Buffer;
  readonly random: Random;
  /** Called with each state the server reports. */
  readonly saw: (told: Json) => void;
}

/**
 * Drives an import through the endpoints, like a client that can be interrupted at any point: it repeatedly requests
 * the import's state, and takes the next step. Parts are sent in random order, and some of them twice.
 */
export class EndpointImport {
  readonly #driven: Driven;
  #wantsCancel = false;

  constructor(driven: Driven) {
    this.#driven = driven;
  }

  /** Makes `ended` cancel the import as its next step. */
  cancel(): void {
    this.#wantsCancel = true;
  }

  /** Runs until the import is done or, if `cancel` was called in time, cancelled. Returns the final state. */
  async ended(): Promise<Json> {
    let id: number | undefined;
    for (;;) {
      const told = await this.#look(id);
      if (told === undefined) {
        await this.#ask((by) => by.post("/imports", { size: this.#driven.archive.length, part_bytes: PART_BYTES }));
        continue;
      }
      id = told.id;
      this.#driven.saw(told);
      const isLost = told.state === "failed" && /has ended twice/.test(told.error);
      if (told.state === "failed" && !isLost) throw new Violation(`the import failed: ${told.error}`);
      if (told.state === "done" || told.state === "cancelled") return told;
      if (this.#wantsCancel && told.state !== "undoing") await this.#ask((by) => by.post(`/imports/${id}/cancel`));
      else await this.#goOn(told);
    }
  }

  async #goOn({ id, state, missing_parts, started_at }: Json): Promise<void> {
    const { random } = this.#driven;
    if (state === "uploading" && missing_parts.length > 0) {
      const part = random.pick<number>(missing_parts);
      await this.#put(id, random.below(8) === 0 ? 1 : part);
    } else if (state === "uploading") await this.#ask((by) => by.post(`/imports/${id}/check`));
    // Several kills within one step make the import fail. An owner who knows the reason continues it.
    else if (state === "failed" && started_at === null) await this.#ask((by) => by.post(`/imports/${id}/check`));
    else if (state === "checked" || state === "failed") await this.#ask((by) => by.post(`/imports/${id}/start`));
    else await pause(PAUSE_MS);
  }

  /**
   * Returns the import with this id or, if none is given, the first that isn't cancelled. Undefined if there is none.
   */
  async #look(id: number | undefined): Promise<Json | undefined> {
    for (;;) {
      const found = await this.#ask((by) => by.get("/imports"));
      if (found?.status !== 200) continue;
      const { imports } = found.body;
      return imports.find((one: Json) => (id === undefined ? one.state !== "cancelled" : one.id === id));
    }
  }

  /** Sends a request whose response may be lost. A refusal is ignored, because the effect is checked later. */
  async #ask(call: (by: Person) => Promise<Reply>): Promise<Reply | undefined> {
    const reply = await call(this.#driven.owner).catch(() => undefined);
    if (reply === undefined || reply.status >= 500) await pause(PAUSE_MS * 4);
    if (reply !== undefined && reply.status >= 500 && reply.status !== 503 && reply.status !== 502)
      throw new Violation(`an import is answered with ${reply.status}`, [JSON.stringify(reply.body)]);
    return reply;
  }

  async #put(id: number, part: number): Promise<void> {
    const { owner, archive } = this.#driven;
    const body = archive.subarray((part - 1) * PART_BYTES, part * PART_BYTES);
    const sha256 = createHash("sha256").update(body).digest("hex");
    const headers = { Host: owner.host, Authorization: `Basic ${btoa(`${owner.email}:${owner.key}`)}` };
    await fetch(`${owner.url}/api/v1/imports/${id}/parts/${part}?filename=part&sha256=${sha256}`, {
      method: "PUT",
      headers: { ...headers, "Content-Type": "application/octet-stream" },
      body: new Uint8Array(body),
    })
      .then((answer) => answer.arrayBuffer())
      .catch(() => pause(PAUSE_MS * 4));
  }
}
