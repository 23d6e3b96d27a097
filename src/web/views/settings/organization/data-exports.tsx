import "./organization.css";
import { useState } from "preact/hooks";
import { type Client, useClient } from "../../../client/client.ts";
import type { EventNamed, FieldsOf } from "../../../model/event.ts";
import { Button, ToolButton } from "../../../parts/button.tsx";
import { errorText } from "../../../parts/error-text.ts";
import { Choice } from "../../../parts/fields/choice.tsx";
import { FieldError } from "../../../parts/fields/field.tsx";
import { Time } from "../../../parts/indicators/time.tsx";
import { confirm } from "../../../parts/overlays/dialog.tsx";
import { Spinner } from "../../../parts/progress.tsx";
import { appWords } from "../../../words/app.ts";
import { dataExportsWords } from "../../../words/settings/organization/data.ts";
import { attempt } from "../../attempt.ts";
import { nameOfUser } from "../../people/names.ts";
import { withFreshLogin } from "../../reauthentication/with-fresh-login.tsx";
import { CopyField } from "../copy-field.tsx";
import { Entry, EntryList } from "../entry.tsx";
import { SettingGroup } from "../rows/setting-row.tsx";
import { useLoaded, WhenLoaded } from "../use-loaded.tsx";
import { ComplianceExports } from "./compliance-exports.tsx";

type Export = EventNamed<"realm_export">["exports"][number];
type Consent = FieldsOf<"realm_export_consent">;

const PUBLIC = "public";
const STANDARD = "full_with_consent";
const PATH = "/export/realm";

/** The organization's exports, and a form for new ones. The server writes exports in the background. */
export function DataExports() {
  const client = useClient();
  const isOwner = client.watch("account").is_owner;
  const hasCompliance = client.watch("realm").server_holds === true;
  const exports = useLoaded(async () => (await client.api.get<{ exports: readonly Export[] }>(PATH)).exports, {
    type: "realm_export",
    follow: (_, event) => event.exports,
  });
  return (
    <>
      <NewExport />
      <WhenLoaded of={exports}>{(all) => <ExportList exports={[...all].reverse()} />}</WhenLoaded>
      {isOwner && <WholeExport />}
      {isOwner && hasCompliance && <ComplianceExports />}
    </>
  );
}

/** Explains the complete export, which only a command on the server can create. */
function WholeExport() {
  const w = dataExportsWords();
  return (
    <SettingGroup title={w.whole} hint={w.wholeText}>
      <CopyField label={w.command} value="parley export whole.tar" hint={w.wholeHint} />
    </SettingGroup>
  );
}

const withConsent = (consents: readonly Consent[], { user_id, consented }: Consent) => [
  ...consents.filter((one) => one.user_id !== user_id),
  { user_id, consented },
];

function NewExport() {
  const client = useClient();
  const [type, setType] = useState<typeof PUBLIC | typeof STANDARD>(PUBLIC);
  const [error, setError] = useState<string>();
  const consents = useLoaded(
    async () => (await client.api.get<{ export_consents: readonly Consent[] }>(`${PATH}/consents`)).export_consents,
    { type: "realm_export_consent", follow: withConsent },
  );
  const w = dataExportsWords();
  const start = async () => {
    setError(undefined);
    try {
      const begun = await withFreshLogin(client, () => client.api.post(PATH, { export_type: type }));
      if (begun !== undefined) client.toast({ text: w.started });
    } catch (reason) {
      setError(errorText(reason));
    }
  };
  const all = consents.value ?? [];
  return (
    <SettingGroup title={w.rows.begin} hint={w.lead}>
      <Choice
        label={w.what}
        value={type}
        options={[
          { value: PUBLIC, label: w.kinds.public, hint: w.publicHint },
          {
            value: STANDARD,
            label: w.kinds.standard,
            hint: w.standardHint(all.filter(({ consented }) => consented).length, all.length),
          },
        ]}
        onChange={setType}
      />
      <FieldError text={error} />
      <div>
        <Button kind="primary" icon="archive" run={start}>
          {w.start}
        </Button>
      </div>
    </SettingGroup>
  );
}

function ExportList({ exports }: { readonly exports: readonly Export[] }) {
  const client = useClient();
  const state = client.watch("users");
  const w = dataExportsWords();
  return (
    <SettingGroup title={w.list}>
      {exports.length === 0 ? (
        <p class="settings-note">{w.none}</p>
      ) : (
        <EntryList items={exports}>
          {(one) => (
            <Entry
              title={one.export_type === STANDARD ? w.kinds.standard : w.kinds.public}
              facts={
                <>
                  <Time at={one.export_time} as="day" /> · {nameOfUser(state, one.acting_user_id)}
                </>
              }
            >
              <ExportState client={client} of={one} />
            </Entry>
          )}
        </EntryList>
      )}
    </SettingGroup>
  );
}

function ExportState({ client, of: one }: { readonly client: Client; readonly of: Export }) {
  const w = dataExportsWords();
  if (one.pending)
    return (
      <span class="exports-state" role="status">
        <Spinner /> {w.pending}
      </span>
    );
  if (one.failed_timestamp !== null) return <span class="exports-state exports-failed">{w.failed}</span>;
  if (one.export_url === null) return <span class="exports-state">{w.deleted}</span>;
  return (
    <>
      <a class="button" href={new URL(one.export_url).pathname} download>
        {appWords().download}
      </a>
      <ToolButton icon="trash-2" label={w.remove} onClick={() => void remove(client, one)} />
    </>
  );
}

async function remove(client: Client, { id }: Export): Promise<void> {
  const w = dataExportsWords();
  if (await confirm({ title: w.removeAsk, text: w.removeText, action: appWords().delete, danger: true }))
    await attempt(client, () => client.api.delete(`${PATH}/${id}`));
}
