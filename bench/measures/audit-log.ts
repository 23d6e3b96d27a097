import { compare } from "../comparison.ts";
import { quantile } from "../load/closed-loop.ts";
import { Connection } from "../load/connection.ts";
import { apiRequest, type Fields, request } from "../load/requests.ts";
import type { Measure } from "../measure.ts";

const ENTRIES = 100_000;
const REQUESTS = 10;
/** The number of entries that the audit log's screen shows first, and the number of days it covers. */
const PAGE = 50;
const DAYS = 30;
const BUDGET = { atMost: 300 };

/**
 * The first page of a long audit log, as the screen requests it, compared with a bare Worker that reads as many rows.
 */
export const measure: Measure = {
  name: "audit-log",
  about: "the first page of an audit log of 100,000 entries",
  async run(bench) {
    const { server } = await bench.stage({ of: "standard" });
    const [ours, floors] = [new Connection(server.port), new Connection(server.floors)];
    const ask = async (connection: Connection, text: string) => {
      const { status, body } = await connection.send(text);
      if (status !== 200) throw new Error(`${status}: ${body.toString().slice(0, 300)}`);
      return JSON.parse(body.toString());
    };
    const onFloor = (name: string, sql: string) =>
      ask(floors, request("POST", `/statement?name=${name}`, "", JSON.stringify({ sql, values: [] })));
    bench.progress("writing entries");
    await onFloor("fill", FILL);
    await ask(floors, request("GET", "/query?name=fill"));
    await onFloor("page", ROWS);
    const since = Math.floor(Date.now() / 1000) - DAYS * 86_400;
    for (const [name, filter] of Object.entries(FILTERS)) {
      const page = apiRequest("GET", "/audit_log", server.owner, { limit: PAGE, since, ...filter });
      const { entries } = await ask(ours, page);
      if (entries.length !== PAGE || entries[0].id <= BELOW) throw new Error(`${name}: ${entries.length} entries`);
      const side = (connection: Connection, text: string) => async () => {
        const times: number[] = [];
        for (let count = 0; count < REQUESTS; count++) {
          const start = performance.now();
          await ask(connection, text);
          times.push(performance.now() - start);
        }
        times.sort((one, other) => one - other);
        return { p50: quantile(times, 0.5), longest: quantile(times, 1) };
      };
      const found = await compare(
        bench.settings.rounds,
        { ours: side(ours, page), floor: side(floors, request("GET", "/query?name=page")) },
        (what) => bench.progress(`${name}, ${what}`),
      );
      bench.report({ name, value: found.ours.p50, floor: found.floor.p50, unit: "ms" }, found.ratio.p50);
      bench.report({ name: `${name}, the longest`, value: found.ours.longest, unit: "ms", budget: BUDGET });
    }
    ours.close();
    floors.close();
  },
};

/** The filters of the screen. */
const FILTERS: Readonly<Record<string, Fields>> = {
  everything: {},
  "an area": { action: ["login.*"] },
  "what failed": { result: "failed" },
};

/**
 * The realm of the bench's organization, and a number that its existing entries' ids don't reach. The added entries'
 * ids start above it.
 */
const REALM = "(SELECT min(realm) FROM audit_entries)";
const BELOW = 1_000_000;

/** A page of rows in the order of their keys, which is the cheapest possible page. */
const ROWS = `SELECT * FROM audit_entries WHERE key <= (SELECT max(key) FROM audit_entries) ORDER BY key DESC LIMIT ${PAGE + 1}`;

/** Inserts entries of the last 35 days. */
const FILL = `WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < ${ENTRIES})
  INSERT OR IGNORE INTO audit_entries
  SELECT ${REALM} * 4294967296 + ${BELOW} + id, ${REALM}, ${BELOW} + id,
    unixepoch() * 1000 - (${ENTRIES} - id) * 30000,
    CASE id % 3 WHEN 0 THEN 'channel.renamed' ELSE 'login.succeeded' END,
    CASE WHEN id % 100 = 0 THEN 'failed' ELSE 'success' END, 'user', id % 500, 'user', CAST(id % 700 AS TEXT),
    '{"salt":"${"p".repeat(43)}","fields":{"actor":{"name":"Ann Example"}}}',
    '{"salt":"${"c".repeat(43)}","fields":{"ip_address":"203.0.113.7"}}',
    '{"salt":"${"d".repeat(43)}","fields":{"before":"member","after":"moderator"}}' FROM n`;
