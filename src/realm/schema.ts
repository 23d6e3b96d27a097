import { type Sql, statement } from "../database/statement.ts";

/**
 * The statements of one migration step. A step given as a string only creates tables, indices and optional columns, so
 * that an older program can go on with the realm. Any other step says whether older programs can.
 */
export type SchemaStep = string | { readonly text: string; readonly isAdditive: boolean };
/** A step after which older programs can go on with the realm, though it does more than create things. */
export const additive = (text: string): SchemaStep => ({ text, isAdditive: true });
/** A step after which older programs would misread the realm, or write what newer ones misread. */
export const breaking = (text: string): SchemaStep => ({ text, isAdditive: false });
export const textOf = (step: SchemaStep): string => (typeof step === "string" ? step : step.text);

/** A feature's tables, as migration steps. Steps are only ever appended. */
export interface Schema {
  readonly feature: string;
  readonly steps: readonly SchemaStep[];
}

/** The reason why this program cannot serve a realm that another version has migrated. */
export interface Misfit {
  readonly step: string;
  readonly problem: "newer" | "different";
  /** The version of the program that ran the step; "" where that is not known. */
  readonly program: string;
}

/** The steps that a realm has taken, by feature. */
type Done = ReadonlyMap<string, readonly Recorded[]>;

interface Recorded {
  feature: string;
  step: number;
  fingerprint: string;
  additive: number;
  program: string;
}

const recorded = statement<Record<string, never>, Recorded>(
  "SELECT feature, step, fingerprint, additive, program FROM schema_steps ORDER BY feature, step",
);
const record = statement<{ [Column in keyof Recorded]: Recorded[Column] }>(
  `INSERT INTO schema_steps (feature, step, fingerprint, additive, program)
   VALUES (:feature, :step, :fingerprint, :additive, :program)`,
);
const tableNamed = statement<{ name: string }, { name: string }>(
  "SELECT name FROM sqlite_master WHERE type = 'table' AND name = :name",
);
/** Whether the table is still in its first form, without the columns `additive` and `program`. */
const isPlain = statement<Record<string, never>, { plain: number }>(
  "SELECT NOT EXISTS (SELECT 1 FROM pragma_table_info('schema_steps') WHERE name = 'additive') AS plain",
);

/**
 * Steps that are recorded while the realm's rows are such that older programs would misread them: in another database than the
 * first, which programs that know of one alone would take for lost; or with recipients of events as differences.
 */
const COMPATIBILITY_MARKS = ["elsewhere", "recipients by difference"] as const;
const unmark = statement<{ mark: string }>("DELETE FROM schema_steps WHERE feature = :mark");
const markOf = statement<{ mark: string }, Pick<Recorded, "step">>(
  "SELECT step FROM schema_steps WHERE feature = :mark",
);

/** Records whether programs that do not know of this have to leave the realm alone. */
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

/** Whether this realm has its tables. Asking writes nothing, so that a mistyped host name leaves nothing behind. */
export const hasSchema = (sql: Sql) => tableNamed.first(sql, { name: "schema_steps" }) !== undefined;

/**
 * Runs the steps that the realm lacks. Where another version has run a breaking step that this one does not know, or a
 * different step in the place of a known one, nothing is changed, and the reason is returned.
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
  if (done.size === 0) found(sql, schemas, program);
  else runSteps(sql, schemas, done, program);
  return undefined;
}

/** The result of all steps on an empty database, as a script: by their fingerprints, and the program that records them. */
const scripts = new Map<string, string>();

/** Runs all steps for the first organization of this process; for others their result, which takes half the time. */
function found(sql: Sql, schemas: readonly Schema[], program: string): void {
  const key = [program, ...schemas.flatMap(({ feature, steps }) => [feature, ...steps.map(printOf)])].join("\n");
  const script = scripts.get(key);
  if (script !== undefined) {
    sql.exec(`DROP TABLE schema_steps; ${script}`);
    return;
  }
  runSteps(sql, schemas, new Map(), program);
  scripts.set(key, scriptOf(sql));
}

function runSteps(sql: Sql, schemas: readonly Schema[], done: Done, program: string): void {
  for (const { feature, step, each } of inOrder(schemas, done)) {
    sql.exec(textOf(each));
    const isAdditive = typeof each === "string" || each.isAdditive;
    record.run(sql, { feature, step, fingerprint: printOf(each), additive: Number(isAdditive), program });
  }
}

const definitions = statement<Record<string, never>, { type: string; name: string; sql: string }>(
  `SELECT type, name, sql FROM sqlite_master
   WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' ORDER BY rowid`,
);

/** The statements that make a database what this one is: its tables with their rows, then all that is on them. */
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
 * The steps that are lacking. Those after a feature's last change of a table come after all others: at each change SQLite reads
 * all tables once more that are there, which is most of the time that a new realm takes.
 */
function inOrder(schemas: readonly Schema[], done: Done) {
  const lacking = schemas.flatMap(({ feature, steps }) => {
    const lastChange = steps.findLastIndex((each) => /\b(?:ALTER|DROP)\b/.test(textOf(each)));
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

/** The fingerprint of a step of the program, which is made once: each wake of a realm asks for all of them. */
function printOf(step: SchemaStep): string {
  const known = prints.get(step) ?? fingerprint(textOf(step));
  prints.set(step, known);
  return known;
}

/** A hash (FNV-1a) of the step's text without comments and layout, which may change. */
export function fingerprint(text: string): string {
  const words = text
    .replace(/--[^\n]*/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  let hash = 0x811c9dc5;
  for (let i = 0; i < words.length; i++) hash = Math.imul(hash ^ words.charCodeAt(i), 0x01000193) >>> 0;
  return `${words.length}-${hash.toString(16)}`;
}
