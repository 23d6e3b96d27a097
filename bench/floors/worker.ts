import { DurableObject } from "cloudflare:workers";
import { parseMarkup } from "../../src/markup/index.ts";
import { staticPage } from "./static-page.ts";

/**
 * The floors: a Worker and an object that answer the same requests with as little work as possible. Their cost is the
 * minimum for the server's work on this machine, with the same runtime and load.
 */
interface Env {
  readonly FLOOR: DurableObjectNamespace<Floor>;
  readonly DB: D1Database;
}

const JSON_HEADERS = { "content-type": "application/json" };

/** SQL statements by the name the bench gives them. */
const statements = new Map<string, { readonly sql: string; readonly values: readonly unknown[] }>();

export default {
  async fetch(request, env): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const object = env.FLOOR.get(env.FLOOR.idFromName("floor"));
    switch (pathname) {
      case "/plain":
        return answer("{}");
      case "/insert":
        return answer(`{"id":${await object.insert(await request.text())}}`);
      case "/insert-shared":
        return answer(`{"id":${await object.insertShared(await request.text())}}`);
      case "/import":
        return answer(`{"written":${await object.import(await request.json())}}`);
      case "/wait":
        return answer(await object.wait());
      case "/wake":
        return answer(`{"woken":${await object.wake(await request.text())}}`);
      case "/stream":
        return object.fetch(request);
      case "/broadcast":
        return answer(`{"sent":${await object.broadcast(await request.text())}}`);
      case "/statement":
        statements.set(searchParams.get("name") ?? "", await request.json());
        return answer("{}");
      case "/query": {
        const { sql, values } = statements.get(searchParams.get("name") ?? "") ?? { sql: "", values: [] };
        const { results } = await env.DB.prepare(sql)
          .bind(...values)
          .all();
        return answer(JSON.stringify(results));
      }
      default:
        return staticPage(pathname, searchParams) ?? new Response("Not found", { status: 404 });
    }
  },
} satisfies ExportedHandler<Env>;

const answer = (body: string) => new Response(body, { headers: JSON_HEADERS });

export class Floor extends DurableObject<Env> {
  readonly #sql: SqlStorage;
  #waiting: ((body: string) => void)[] = [];
  #woken: (() => void)[] = [];
  #together: { readonly text: string; readonly done: (id: number) => void }[] = [];

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    this.#sql = state.storage.sql;
    this.#sql.exec(
      `CREATE TABLE IF NOT EXISTS texts (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL) STRICT;
       CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, text TEXT NOT NULL, markup TEXT NOT NULL) STRICT`,
    );
  }

  /** Inserts a row in its own commit. The answer is sent once the row is on disk. */
  insert(text: string): number {
    return this.#insert(text);
  }

  /** Inserts rows that arrive at the same time in one transaction, and so in one commit. */
  insertShared(text: string): Promise<number> {
    if (this.#together.length === 0) setTimeout(() => this.#flush(), 0);
    return new Promise((done) => this.#together.push({ text, done }));
  }

  /** Parses texts and inserts them with their markup, in one commit. */
  async import(texts: readonly string[]): Promise<number> {
    const rows: [text: string, markup: string][] = [];
    for (const text of texts) rows.push([text, JSON.stringify(await parseMarkup(text))]);
    this.#sql.exec(
      "INSERT INTO messages (text, markup) SELECT value ->> 0, value ->> 1 FROM json_each(?)",
      JSON.stringify(rows),
    );
    return rows.length;
  }

  /** Opens a hibernating WebSocket. */
  override fetch(): Response {
    const [client, server] = Object.values(new WebSocketPair()) as [WebSocket, WebSocket];
    this.ctx.acceptWebSocket(server);
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Inserts a row, responds, and then sends the frame over all WebSockets. */
  broadcast(frame: string): number {
    this.#insert(frame);
    const sockets = this.ctx.getWebSockets();
    setTimeout(() => {
      for (const socket of sockets) socket.send(frame);
    }, 0);
    return sockets.length;
  }

  /** Waits for a call of `wake`, and returns its `body`. */
  wait(): Promise<string> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Responds, and then answers all waiting requests. */
  wake(body: string): number {
    if (this.#waiting.length === 0) return 0;
    if (this.#woken.length === 0) setTimeout(() => this.#release(), 0);
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#woken.push(() => {
      for (const resolve of waiting) resolve(body);
    });
    return waiting.length;
  }

  #release(): void {
    const woken = this.#woken;
    this.#woken = [];
    for (const release of woken) release();
  }

  #flush(): void {
    const together = this.#together;
    this.#together = [];
    const ids = this.ctx.storage.transactionSync(() => together.map(({ text }) => this.#insert(text)));
    for (const [index, { done }] of together.entries()) done(ids[index] ?? 0);
  }

  #insert(text: string): number {
    return Number(this.#sql.exec("INSERT INTO texts (text) VALUES (?) RETURNING id", text).one()["id"]);
  }
}
