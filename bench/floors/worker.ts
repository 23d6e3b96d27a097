import { DurableObject } from "cloudflare:workers";

/**
 * What the server's work costs at the least on this machine: the same trips through the same runtime, with nothing done
 * on the way that the platform itself does not do. A bench drives it with the same load as the server.
 */
interface Env {
  readonly FLOOR: DurableObjectNamespace<Floor>;
  readonly DB: D1Database;
}

const JSON_HEADERS = { "content-type": "application/json" };

/** Statements that a bench compares with what the server makes of them, by the names that it gives them. */
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
      case "/wait":
        return answer(await object.wait());
      case "/wake":
        return answer(`{"woken":${await object.wake(await request.text())}}`);
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
        return new Response("Not found", { status: 404 });
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
      "CREATE TABLE IF NOT EXISTS texts (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL) STRICT",
    );
  }

  /** One row and one commit: the answer leaves when the row is on disk. */
  insert(text: string): number {
    return this.#insert(text);
  }

  /** What arrives together is written in one transaction, hence in one commit. */
  insertShared(text: string): Promise<number> {
    if (this.#together.length === 0) setTimeout(() => this.#flush(), 0);
    return new Promise((done) => this.#together.push({ text, done }));
  }

  wait(): Promise<string> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Answered first; those that wait, in the next turn. */
  wake(body: string): number {
    if (this.#waiting.length === 0) return 0;
    if (this.#woken.length === 0) setTimeout(() => this.#letGo(), 0);
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#woken.push(() => {
      for (const resolve of waiting) resolve(body);
    });
    return waiting.length;
  }

  #letGo(): void {
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
    return Number(this.#sql.exec("INSERT INTO texts (text) VALUES (?) RETURNING id", text).one().id);
  }
}
