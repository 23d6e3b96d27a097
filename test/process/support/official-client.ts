import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { root } from "./launch.ts";
import type { Json } from "./person.ts";

/** The Node that the program ships, because the clients need a newer version than the tests. */
const node = join(root, "node_modules/.bin/node");
const program = "test/process/support/official-client-program.mjs";

/** The version of the official client's package. `2-auto` negotiates the protocol's version. */
type Kind = "1" | "2" | "2-auto";

interface Way {
  readonly kind: Kind;
  readonly url: string;
  /** A bot's API key. Without a key, the client asks a user for authorization. */
  readonly key?: string;
  /** Acts for the user: opens the authorization URL, and returns the URL to which the user is redirected. */
  readonly allow?: (address: string) => Promise<string>;
}

const REDIRECT = "http://127.0.0.1:33418/callback";

/** An official client in a separate process. */
export class OfficialClient {
  /** Questions that the client asked the user. */
  readonly asked: string[] = [];
  /** Resources that were reported to the client as changed. */
  readonly updated: string[] = [];
  /** How the client's change stream ended. */
  readonly closed: string[] = [];
  /** URLs to which the client redirected the user. */
  readonly led: URL[] = [];
  version: string | null = null;
  readonly #child: ChildProcessWithoutNullStreams;
  #waiting = Promise.withResolvers<Json>();

  private constructor({ kind, url, key = "", allow }: Way) {
    this.#child = spawn(node, [program, kind, url, key, REDIRECT], { cwd: root });
    let complaints = "";
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => (complaints += text));
    this.#child.once("close", (status) => this.#waiting.reject(new Error(`ended with ${status}: ${complaints}`)));
    createInterface({ input: this.#child.stdout }).on("line", (line) => void this.#take(JSON.parse(line), allow));
    onTestFinished(() => void this.#child.kill());
  }

  static async connected(way: Way): Promise<OfficialClient> {
    const client = new OfficialClient(way);
    client.version = (await client.#waiting.promise).version;
    return client;
  }

  look = () => this.#order({ do: "look" });
  tokens = () => this.#order({ do: "tokens" });
  listen = (uris: readonly string[]) => this.#order({ do: "listen", uris });

  /** Calls a tool. If the user is asked for a decision, it is `decides`. */
  call = (name: string, args: object = {}, decides: "send" | "decline" = "decline") =>
    this.#order({ do: "call", name, arguments: args, decides });

  async #order(order: object): Promise<Json> {
    this.#waiting = Promise.withResolvers();
    this.#child.stdin.write(`${JSON.stringify(order)}\n`);
    const { done, failed } = await this.#waiting.promise;
    if (failed !== undefined) throw new Error(failed);
    return done;
  }

  async #take(said: Json, allow: Way["allow"]): Promise<void> {
    if (said.authorize !== undefined) {
      this.led.push(new URL(said.authorize));
      this.#child.stdin.write(`${JSON.stringify({ back: await allow?.(said.authorize) })}\n`);
    } else if (said.asked !== undefined) this.asked.push(said.asked);
    else if (said.updated !== undefined) this.updated.push(said.updated);
    else if (said.closed !== undefined) this.closed.push(said.closed);
    else this.#waiting.resolve(said);
  }
}
