import type { ConvertedArchive } from "../../../converter/converter-messages.ts";
import type { Report } from "../../../model/organization/imports.ts";
import { fileSize, number } from "../../../words/format.ts";
import { importWords } from "../../../words/settings/organization/import.ts";

/** The name that is shown for a kind of rows. */
export function kindName(kind: string): string {
  const names: Readonly<Record<string, string>> = importWords().tables;
  return names[kind] ?? kind;
}

/** The contents of an archive, with the number of rows in the file where some were left out. */
export function Holdings({ made: { tables, files, secrets, report } }: { readonly made: ConvertedArchive }) {
  const w = importWords();
  const rows = tables.map(({ name, rows }) => ({ name, rows, of: report?.counts[name]?.in ?? rows }));
  return (
    <div>
      <h4 class="import-title">{w.holds}</h4>
      <dl class="import-facts">
        {rows.map(({ name, rows, of }) => (
          <div key={name}>
            <dt>{kindName(name)}</dt>
            <dd>{of > rows ? w.phaseOf(rows, of) : number(rows)}</dd>
          </div>
        ))}
      </dl>
      <p class="settings-note">
        {w.files(files.count, fileSize(files.bytes))} · {secrets ? w.secrets : w.noSecrets}
      </p>
    </div>
  );
}

/** The number of rows of each kind in the file, and of those that are or will be imported, as the server counts them. */
export function Counts({ of: { counts }, isDone }: { readonly of: Report; readonly isDone: boolean }) {
  const w = importWords();
  const rows = Object.entries(counts);
  return (
    <table class="import-table">
      <thead>
        <tr class="import-columns">
          <th scope="col">{w.kind}</th>
          <th scope="col">{w.inFile}</th>
          <th scope="col">{isDone ? w.arrived : w.arrives}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, { in: read, out }]) => (
          <tr key={name} class={out < read ? "import-fewer" : undefined}>
            <th scope="row">{kindName(name)}</th>
            <td>{number(read)}</td>
            <td>{number(out)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * The rows that were left out or changed, by reason, with how often and where. The programs give the reasons in English.
 */
export function LeftOut({ of: { left_out } }: { readonly of: Report }) {
  const w = importWords();
  if (left_out.length === 0) return <p class="settings-note">{w.nothingLeftOut}</p>;
  const count = left_out.reduce((sum, one) => sum + one.count, 0);
  return (
    <details class="import-more">
      <summary>{w.leftOut(count)}</summary>
      <ul class="import-reasons" lang="en">
        {left_out.map(({ reason, count, places }) => (
          <li key={reason}>
            <p>
              <span class="import-times">{w.times(count)}</span> {reason}
            </p>
            <p class="import-places">{places.join(", ") + (count > places.length ? ", …" : "")}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}
