import type { Made } from "../../../converter/said.ts";
import type { Report } from "../../../model/organization/imports.ts";
import { fileSize, number } from "../../../words/format.ts";
import { importWords } from "../../../words/settings/organization/import.ts";

/** What a kind of rows is called. */
export function kindName(kind: string): string {
  const names: Readonly<Record<string, string>> = importWords().tables;
  return names[kind] ?? kind;
}

/** What an archive holds, and how much of the file that is. */
export function Holdings({ made: { tables, files, secrets, report } }: { readonly made: Made }) {
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

/** How much of each kind comes along, or has arrived, as the server counts it. */
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

/** What was left out or changed, each with how often and where. The reasons are those of the programs, in English. */
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
