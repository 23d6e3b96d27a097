import { setTimeout as pause } from "node:timers/promises";
import { quantile } from "../load/closed-loop.ts";
import { Connection } from "../load/connection.ts";
import { type Account, apiRequest } from "../load/requests.ts";
import type { Server } from "../server/server.ts";

const PASSWORD = "correct horse battery";
const EACH_MS = 40;

/** Another organization on the server, whose owner sends messages at a steady pace. */
export class Neighbour {
  readonly #port: number;
  readonly #account: Account;

  private constructor(port: number, account: Account) {
    this.#port = port;
    this.#account = account;
  }

  static async found(server: Server): Promise<Neighbour> {
    const fields = {
      name: "Other",
      subdomain: "other",
      full_name: "Owner",
      password: PASSWORD,
      email: "o@example.com",
      setup_token: "bench",
    };
    const made = await server.call<{ api_key: string; email: string }>("POST", "/organizations", fields);
    const account = { id: 0, email: made.email, key: made.api_key, host: "other.localhost" };
    const subscriptions = { subscriptions: [{ name: "work" }] };
    await server.call("POST", "/users/me/subscriptions", subscriptions, account);
    return new Neighbour(server.port, account);
  }

  /** Sends messages until the given work ends. Returns quantiles of their latencies, in milliseconds. */
  async during(work: Promise<unknown>): Promise<{ readonly p50: number; readonly p99: number }> {
    const connection = new Connection(this.#port);
    const end = work.then(
      () => true,
      () => true,
    );
    const times: number[] = [];
    for (let isOver = false; !isOver; isOver = await Promise.race([end, pause(EACH_MS, false)])) {
      const fields = { type: "channel", to: "work", topic: "plans", content: `Number **${times.length}**` };
      const began = performance.now();
      const { status, body } = await connection.send(apiRequest("POST", "/messages", this.#account, fields));
      if (status !== 200) throw new Error(`${status}: ${body.toString().slice(0, 300)}`);
      times.push(performance.now() - began);
    }
    connection.close();
    times.sort((a, b) => a - b);
    return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
  }
}
