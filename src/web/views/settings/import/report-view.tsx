import { useClient } from "../../../client/client.ts";
import type { MovingIn } from "../../../client/import/moving-in.ts";
import { noteOf } from "../../../client/import/upload-note.ts";
import type { ConvertedArchive } from "../../../import-worker/converter-messages.ts";
import { countsByName, type Import, type Report } from "../../../model/organization/imports.ts";
import { Button } from "../../../parts/button.tsx";
import { Time } from "../../../parts/indicators/time.tsx";
import { fileSize } from "../../../words/file-size.ts";
import { number, withCommas } from "../../../words/format.ts";
import { importWords } from "../../../words/settings/organization/import.ts";
import { settingsWords } from "../../../words/settings/settings.ts";
import { attempt } from "../../attempt.ts";
import { CopyField } from "../copy-field.tsx";
import { download } from "../download.ts";
import { Card } from "./card.tsx";
import { kindName } from "./kind-names.ts";

/** An archive's contents, with the number of rows in the file if some were skipped. */
export function Holdings({ made: { tables, files, secrets, report } }: { readonly made: ConvertedArchive }) {
  const w = importWords();
  const counts = Object.fromEntries(
    tables.map(({ name, rows }) => [name, { in: report?.counts[name]?.in ?? rows, out: rows }]),
  );
  return (
    <div>
      <h4 class="import-title">{w.holds}</h4>
      <dl class="import-facts">
        {Object.entries(countsByName(counts, kindName)).map(([name, { in: read, out }]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{read > out ? w.phaseOf(out, read) : number(out)}</dd>
          </div>
        ))}
      </dl>
      <p class="settings-note">
        {w.files(files.count, fileSize(files.bytes))} · {secrets ? w.secrets : w.noSecrets}
      </p>
    </div>
  );
}

/** How many rows of each kind the file has, and how many of them are or will be imported, as counted by the server. */
export function Counts({ of: { counts }, isDone }: { readonly of: Report; readonly isDone: boolean }) {
  const w = importWords();
  const rows = Object.entries(countsByName(counts, kindName));
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
            <th scope="row">{name}</th>
            <td>{number(read)}</td>
            <td>{number(out)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * Rows that were skipped or changed: for each reason, their number and where they are. The reasons are always in
 * English.
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
            <p class="import-places">{withCommas(count > places.length ? [...places, "…"] : places)}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A button that downloads the whole report, in the import command's format. */
export const DownloadReport = ({ of: one }: { readonly of: Import }) => (
  <div>
    <Button icon="download" onClick={() => download(`import-${one.id}.json`, reportOf(one))}>
      {importWords().download}
    </Button>
  </div>
);

function reportOf(one: Import): string {
  const note = noteOf(one.id);
  const archive = { kind: note?.kind ?? null, bytes: one.size, report: note?.report ?? null };
  return `${JSON.stringify({ archive, import: one }, null, 2)}\n`;
}

/** Tables that only an archive with secrets has. */
const SECRETS = ["passkeys", "second_factors", "recovery_codes", "external_logins"];

/** An import's result, and what to do next. */
export function DoneImport({ moving, of: one }: { readonly moving: MovingIn; readonly of: Import }) {
  const client = useClient();
  const { realm_url } = client.watch("realm");
  const w = importWords();
  const note = noteOf(one.id);
  const hasSecrets = SECRETS.some((table) => one.report?.counts[table] !== undefined) || note?.secrets === true;
  return (
    <Card title={w.done} icon="circle-check" tone="good">
      {one.ended_at !== null && (
        <p class="settings-note">
          <Time at={one.ended_at} as="day" />
        </p>
      )}
      <div>
        <h4 class="import-title">{w.next}</h4>
        <ul class="import-list">
          <li>{hasSecrets ? w.nextSecrets : w.nextPeople}</li>
          <li>
            {w.nextLook} <a href="#organization/channels">{w.toChannels}</a> ·{" "}
            <a href="#organization/users">{w.toPeople}</a> ·{" "}
            <a href="#organization/auth-methods">{settingsWords().sections["auth-methods"]}</a>
          </li>
          <li>{w.nextTell}</li>
        </ul>
      </div>
      <CopyField label={w.address} value={realm_url} />
      {one.report !== null && (
        <div class="import-report">
          <h4 class="import-title">{w.report}</h4>
          <Counts of={one.report} isDone />
          {note?.report !== undefined && note.report !== null && note.report.left_out.length > 0 && (
            <div>
              <p>{w.fromFile}</p>
              <LeftOut of={note.report} />
            </div>
          )}
          <div>
            <p>{w.onServer}</p>
            <LeftOut of={one.report} />
          </div>
        </div>
      )}
      <div class="settings-actions">
        <DownloadReport of={one} />
        <Button kind="quiet" onClick={() => void attempt(client, () => moving.forget(one.id))}>
          {w.forget}
        </Button>
      </div>
    </Card>
  );
}
