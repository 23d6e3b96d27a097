import { WebSocket } from "ws";
import { median, quantile } from "../load/closed-loop.ts";
import { type Account, authorizationOf } from "../load/requests.ts";
import type { Measure } from "../measure.ts";

/**
 * The maximum number of members in a call with a media server. The media server gets no request until a member
 * publishes.
 */
const MEMBERS = 32;
const VARS = { CALLS_SFU_APP_ID: "bench", CALLS_SFU_SECRET: "bench", CALLS_SFU_URL: "http://127.0.0.1:9/v1" };
const NEWCOMERS = 10;
const STATE = { atMost: 300 };

/**
 * The last of 32 members joins a call, repeatedly. Measures the time until the newcomer gets the state, and the time
 * until the last other member is notified.
 */
export const measure: Measure = {
  name: "call-newcomer",
  about: "a newcomer in a call of 32: the state of all, and the word to all others",
  async run(bench) {
    const { server, organization } = await bench.stage({ of: "team", vars: VARS });
    const people = organization.people.slice(0, MEMBERS);
    const [first, newcomer] = [people[0], people.at(-1)];
    if (first === undefined || newcomer === undefined || people.length < MEMBERS) throw new Error("too few people");
    const channel = organization.channels[0]?.name ?? "";
    const principals = people.map(({ id }) => id);
    await server.call("POST", "/users/me/subscriptions", { subscriptions: [{ name: channel }], principals });
    const to = organization.channels[0]?.id ?? 0;
    const started = { type: "channel", to, topic: "bench" };
    const { call_id } = await server.call<{ call_id: string }>("POST", "/calls", started, first);
    const url = `ws://localhost:${server.port}/api/v1/calls/${call_id}/room`;
    bench.progress("31 come");
    const others: InCall[] = [];
    for (const person of people.slice(0, -1)) others.push(await InCall.join(url, person));
    bench.progress("one more, again and again");
    const [states, words]: [number[], number[]] = [[], []];
    const count = bench.settings.quick ? 1 : NEWCOMERS * bench.settings.rounds;
    for (let at = 0; at < count; at++) {
      const told = Promise.all(others.map((one) => one.next("join")));
      const start = performance.now();
      const come = await InCall.join(url, newcomer);
      states.push(performance.now() - start);
      await told;
      words.push(performance.now() - start);
      if (come.members !== MEMBERS) throw new Error(`${come.members} are in`);
      const gone = Promise.all(others.map((one) => one.next("gone")));
      come.leave();
      await gone;
    }
    for (const one of others) one.leave();
    const sorted = states.sort((a, b) => a - b);
    bench.report({ name: "to the state of 32", value: median(states), unit: "ms", budget: STATE });
    bench.report({ name: "the same, 95th percentile", value: quantile(sorted, 0.95), unit: "ms" });
    bench.report({ name: "to the last who hears of it", value: median(words), unit: "ms" });
  },
};

/** A member's socket in a call's room. */
class InCall {
  members = 0;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<string, () => void>();

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data) => {
      const frame = JSON.parse(String(data)) as { type?: string; members?: readonly object[] };
      if (frame.type === "state") this.members = frame.members?.length ?? 0;
      this.#waiting.get(frame.type ?? "")?.();
    });
  }

  /** Opens a socket, sends `hello`, and waits for the state. */
  static async join(url: string, person: Account): Promise<InCall> {
    const socket = new WebSocket(url, {
      headers: { authorization: authorizationOf(person) },
      perMessageDeflate: false,
    });
    await new Promise<void>((resolve, reject) => socket.once("open", resolve).once("error", reject));
    const call = new InCall(socket);
    const state = call.next("state");
    socket.send(JSON.stringify({ type: "hello", n: 1, v: 1, device: `bench${person.id}`, can: ["sfu"] }));
    await state;
    return call;
  }

  /** Waits for the next frame of a type. */
  next(type: string): Promise<void> {
    return new Promise((resolve) => this.#waiting.set(type, resolve));
  }

  leave(): void {
    this.#socket.send(JSON.stringify({ type: "leave" }));
    this.#socket.close();
  }
}
