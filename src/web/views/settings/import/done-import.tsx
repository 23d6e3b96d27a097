import { useClient } from "../../../client/client.ts";
import type { MovingIn } from "../../../client/moving/moving-in.ts";
import { noteOf } from "../../../client/moving/upload-note.ts";
import type { Import } from "../../../model/organization/imports.ts";
import { Button } from "../../../parts/button.tsx";
import { Time } from "../../../parts/signs/time.tsx";
import { importWords } from "../../../words/settings/organization/import.ts";
import { settingsWords } from "../../../words/settings/settings.ts";
import { attempt } from "../../attempt.ts";
import { CopyField } from "../copy-field.tsx";
import { Card } from "./card.tsx";
import { DownloadReport } from "./download-report.tsx";
import { Counts, LeftOut } from "./report-view.tsx";

/** The tables that only an archive with secrets has. */
const SECRETS = ["passkeys", "second_factors", "recovery_codes", "external_logins"];

/** The result of an import, and what to do next. */
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
