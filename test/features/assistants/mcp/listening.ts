import { expect, onTestFinished, vi } from "vitest";
import { type Consent, letIn } from "../../../support/assistants.ts";
import type { Json } from "../../../support/json.ts";
import type { Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { Assistant } from "./assistant.ts";

/** A client's view of a stream of changes. */
export class Stream {
  readonly messages: Json[] = [];
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly ended: Promise<void>;

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
    this.ended = this.#read().catch((error) => {
      if (!this.#isClosed) throw error;
    });
  }

  async #read(): Promise<void> {
    const utf8 = new TextDecoder();
    let text = "";
    for (let read = await this.#reader.read(); !read.done; read = await this.#reader.read()) {
      const pieces = (text + utf8.decode(read.value, { stream: true })).split("\n\n");
      text = pieces.pop() ?? "";
      for (const piece of pieces) if (piece.startsWith("event:")) this.messages.push(JSON.parse(piece.slice(21)));
    }
  }

  async acknowledged(): Promise<Json> {
    await until(() => expect(this.messages.length).toBeGreaterThan(0));
    return this.messages[0].params.notifications;
  }

  get updated(): string[] {
    return this.messages
      .filter(({ method }) => method === "notifications/resources/updated")
      .map(({ params }) => params.uri);
  }

  /**
   * Waits until exactly these URIs have been announced since the last call, in any order and each any number of times.
   */
  async tells(...uris: string[]): Promise<void> {
    const before = this.#told;
    await until(() => expect([...new Set(this.updated.slice(before))].sort()).toEqual([...uris].sort()));
    this.#told = this.updated.length;
  }
  #told = 0;

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#reader.cancel();
  }
  #isClosed = false;
}

/** The pause of a stream after each round of events. */
const ROUND_MS = 2000;

/** Lets streams continue without their pauses until the test ends. */
function withoutPauses(): void {
  const plain = globalThis.setTimeout;
  vi.stubGlobal("setTimeout", (run: () => void, ms?: number) => plain(run, ms === ROUND_MS ? 0 : ms));
  onTestFinished(() => void vi.unstubAllGlobals());
}

/** Creates an assistant for a user with the given consent. */
export async function assistantFor(person: Person, allowed: Consent = {}) {
  withoutPauses();
  const given = await letIn(person.host, person.email, { scopes: ["read", "read:direct"], ...allowed });
  const assistant = new Assistant({ ...person, key: "" } as Person);
  const headers = { Authorization: `Bearer ${given.access}` };
  const ask = (resourceSubscriptions: unknown) =>
    assistant.stream("subscriptions/listen", { notifications: { resourceSubscriptions } }, headers);
  const listen = async (...uris: string[]) => {
    const response = await ask(uris);
    const { headers: given, body } = response;
    const isStream = given.get("content-type") === "text/event-stream" && given.get("x-accel-buffering") === "no";
    if (!isStream || body === null) throw new Error(await response.text());
    return new Stream(body);
  };
  const refusal = async (uris: unknown) => (await (await ask(uris)).json<Json>()).error;
  const send = (method: string, params: object = {}) => assistant.send(method, params, headers);
  return { ...given, listen, refusal, send };
}
