import { type ColumnsOf, type NoParams, type Sql, statement } from "../database/statement.ts";
import { entryOf } from "../util/collections.ts";

/**
 * The statements of one migration step. A plain string may only create tables, indices and optional columns, so that
 * older programs can still use the realm. Any other step declares whether older programs can.
 */
export type SchemaStep = string | { readonly text: string; readonly isAdditive: boolean };
/** Declares a step that does more than create things, but still lets older programs use the realm. */
export const additive = (text: string): SchemaStep => ({ text, isAdditive: true });
/** Declares a step that makes older programs misread the realm, or write data that newer ones misread. */
export const breaking = (text: string): SchemaStep => ({ text, isAdditive: false });
export const stepSql = (step: SchemaStep): string => (typeof step === "string" ? step : step.text);

export interface Schema {
  readonly feature: string;
  readonly steps: readonly SchemaStep[];
}

/** Why this program can't serve a realm that another version has migrated. */
export interface Misfit {
  readonly step: string;
  readonly problem: "newer" | "different";
  /** The program version that ran the step, or "" if unknown. */
  readonly program: string;
}

type RecordedSteps = ReadonlyMap<string, readonly Recorded[]>;

interface Recorded {
  feature: string;
  step: number;
  fingerprint: string;
  additive: number;
  program: string;
}

const recorded = statement<NoParams, Recorded>(
  "SELECT feature, step, fingerprint, additive, program FROM schema_steps ORDER BY feature, step",
);
const record = statement<ColumnsOf<Recorded>>(
  `INSERT INTO schema_steps (feature, step, fingerprint, additive, program)
   VALUES (:feature, :step, :fingerprint, :additive, :program)`,
);
const tableNamed = statement<{ name: string }, { name: string }>(
  "SELECT name FROM sqlite_master WHERE type = 'table' AND name = :name",
);
/** True if the table is in its first form, without the columns `additive` and `program`. */
const isPlain = statement<NoParams, { plain: number }>(
  "SELECT NOT EXISTS (SELECT 1 FROM pragma_table_info('schema_steps') WHERE name = 'additive') AS plain",
);

/**
 * Pseudo-steps recorded while older programs would misread the realm's rows. "elsewhere": the rows aren't in the first
 * database, so that programs that only know this one would consider them lost. "recipients by difference": the
 * recipients of events are stored in a form that these programs can't read.
 */
const COMPATIBILITY_MARKS = ["elsewhere", "recipients by difference"] as const;
const unmark = statement<{ mark: string }>("DELETE FROM schema_steps WHERE feature = :mark");
const markOf = statement<{ mark: string }, Pick<Recorded, "step">>(
  "SELECT step FROM schema_steps WHERE feature = :mark",
);

/**
 * Records whether a compatibility mark applies. While it does, programs that don't support it must not open the realm.
 */
export function refuseOlderPrograms(
  sql: Sql,
  mark: (typeof COMPATIBILITY_MARKS)[number],
  holds: boolean,
  program: string,
): void {
  if ((markOf.first(sql, { mark }) !== undefined) === holds) return;
  if (holds) record.run(sql, { feature: mark, step: 0, fingerprint: mark, additive: 0, program });
  else unmark.run(sql, { mark });
}

/** True if this realm's tables exist. Writes nothing, so that a mistyped host name leaves nothing behind. */
export const hasSchema = (sql: Sql) => tableNamed.first(sql, { name: "schema_steps" }) !== undefined;

/**
 * Runs the steps the realm lacks. Changes nothing if another version has run an unknown breaking step, or a different
 * step in place of a known one, and returns the reason.
 */
export function migrate(sql: Sql, schemas: readonly Schema[], program: string): Misfit | undefined {
  prepareSteps(sql);
  const done = Map.groupBy(recorded.all(sql, {}), ({ feature }) => feature);
  const known = new Map(schemas.map(({ feature, steps }) => [feature, steps.map(printOf)]));
  for (const one of [...done.values()].flat()) {
    if (COMPATIBILITY_MARKS.some((mark) => mark === one.feature)) continue;
    const misfit = misfitOf(one, known.get(one.feature)?.[one.step]);
    if (misfit !== undefined) return misfit;
  }
  if (done.size === 0) createSchema(sql, schemas, program);
  else runSteps(sql, schemas, done, program);
  return undefined;
}

/**
 * Scripts that create what all steps would create in an empty database. The key consists of the program version and the
 * steps' fingerprints.
 */
const scripts = new Map<string, string>();

/**
 * Runs all steps for the process's first organization. For later ones, runs a script that creates the same result in
 * half the time.
 */
function createSchema(sql: Sql, schemas: readonly Schema[], program: string): void {
  const key = [program, ...schemas.flatMap(({ feature, steps }) => [feature, ...steps.map(printOf)])].join("\n");
  const script = scripts.get(key);
  if (script !== undefined) {
    sql.exec(`DROP TABLE schema_steps; ${script}`);
    return;
  }
  runSteps(sql, schemas, new Map(), program);
  scripts.set(key, scriptOf(sql));
}

function runSteps(sql: Sql, schemas: readonly Schema[], done: RecordedSteps, program: string): void {
  for (const { feature, step, each } of missingSteps(schemas, done)) {
    sql.exec(stepSql(each));
    const isAdditive = typeof each === "string" || each.isAdditive;
    record.run(sql, { feature, step, fingerprint: printOf(each), additive: Number(isAdditive), program });
  }
}

const definitions = statement<NoParams, { type: string; name: string; sql: string }>(
  `SELECT type, name, sql FROM sqlite_master
   WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' ORDER BY rowid`,
);

/** Returns the statements that recreate this database: the tables with their rows, then everything defined on them. */
function scriptOf(sql: Sql): string {
  const all = definitions.all(sql, {});
  const tables = all.filter(({ type }) => type === "table");
  const rows = tables.flatMap(({ name }) => {
    const columns = [...sql.exec(`SELECT name FROM pragma_table_info('${name}')`).raw()].map(
      ([column]) => `quote("${column}")`,
    );
    return [...sql.exec(`SELECT ${columns.join(" || ',' || ")} FROM "${name}"`).raw()].map(
      ([values]) => `INSERT INTO "${name}" VALUES (${values})`,
    );
  });
  const others = all.filter(({ type }) => type !== "table");
  return [...tables.map((each) => each.sql), ...rows, ...others.map((each) => each.sql)].join(";\n");
}

/**
 * Returns the missing steps. Those after a feature's last table change come last, because SQLite rereads all existing
 * tables at each table change, which takes most of the time of creating a realm.
 */
function missingSteps(schemas: readonly Schema[], done: RecordedSteps) {
  const lacking = schemas.flatMap(({ feature, steps }) => {
    const lastChange = steps.findLastIndex((each) => /\b(?:ALTER|DROP)\b/.test(stepSql(each)));
    return steps
      .map((each, step) => ({ feature, step, each, isLater: step > lastChange }))
      .slice(done.get(feature)?.length ?? 0);
  });
  return [...lacking.filter(({ isLater }) => !isLater), ...lacking.filter(({ isLater }) => isLater)];
}

function prepareSteps(sql: Sql): void {
  sql.exec(
    `CREATE TABLE IF NOT EXISTS schema_steps (
       feature TEXT NOT NULL, step INTEGER NOT NULL, fingerprint TEXT NOT NULL, PRIMARY KEY (feature, step)
     ) STRICT, WITHOUT ROWID`,
  );
  if (isPlain.one(sql, {}).plain === 0) return;
  sql.exec(
    `ALTER TABLE schema_steps ADD COLUMN additive INTEGER NOT NULL DEFAULT 0;
     ALTER TABLE schema_steps ADD COLUMN program TEXT NOT NULL DEFAULT ''`,
  );
}

function misfitOf({ feature, step, fingerprint, additive, program }: Recorded, expected: string | undefined) {
  if (expected === fingerprint || (expected === undefined && additive === 1)) return undefined;
  const problem = expected === undefined ? "newer" : "different";
  return { step: `${feature} ${step}`, problem, program } as const satisfies Misfit;
}

const prints = new Map<SchemaStep, string>();

/** Returns a step's fingerprint. Fingerprints are cached, because each start of an object needs those of all steps. */
const printOf = (step: SchemaStep): string => entryOf(prints, step, () => fingerprint(stepSql(step)));

/** Hashes (FNV-1a) a step's text without comments and layout, which are free to change. */
export function fingerprint(text: string): string {
  const words = text
    .replace(/--[^\n]*/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  let hash = 0x811c9dc5;
  for (let i = 0; i < words.length; i++) hash = Math.imul(hash ^ words.charCodeAt(i), 0x01000193) >>> 0;
  return `${words.length}-${hash.toString(16)}`;
}
