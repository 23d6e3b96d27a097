import { useState } from "preact/hooks";
import { type Client, useClient } from "../../../client/client.ts";
import { askDownload } from "../../../client/session/ask-download.ts";
import { channelsByName } from "../../../model/channels/channel-list.ts";
import type { EventNamed } from "../../../model/event.ts";
import { Button, ToolButton } from "../../../parts/button.tsx";
import { Select } from "../../../parts/fields/choice.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { Time } from "../../../parts/indicators/time.tsx";
import { confirm } from "../../../parts/overlays/dialog.tsx";
import { appWords, labelled } from "../../../words/app.ts";
import { listed } from "../../../words/format.ts";
import { dataExportsWords } from "../../../words/settings/organization/data.ts";
import { nameOfUser, namesOfChannels } from "../../people/names.ts";
import { ChannelPicker, UserPicker } from "../../pickers.tsx";
import { attemptWithLogin } from "../../reauthentication/with-fresh-login.tsx";
import { Entry, EntryList } from "../entry.tsx";
import { SettingGroup } from "../rows/setting-row.tsx";
import { SubmitForm } from "../submit-form.tsx";
import { useLoaded, WhenLoaded } from "../use-loaded.tsx";
import { type Hold, peopleFor } from "./holds/hold-dialog.tsx";

type Export = EventNamed<"compliance_exports">["exports"][number];

const PATH = "/compliance_exports";
const NO_HOLD = 0;
const NOTHING = {
  people: [] as readonly number[],
  channels: [] as readonly number[],
  ...{ hold: NO_HOLD, from: "", until: "", reason: "" },
};

/** Exports for courts and investigations: a form for a new one, and the earlier ones. */
export function ComplianceExports() {
  const client = useClient();
  const exports = useLoaded(async () => (await client.api.get<{ exports: readonly Export[] }>(PATH)).exports, {
    type: "compliance_exports",
    follow: (_, event) => event.exports,
  });
  const holds = useLoaded(async () => (await client.api.get<{ holds: readonly Hold[] }>("/holds")).holds).value ?? [];
  const w = dataExportsWords().compliance;
  return (
    <>
      <NewExport holds={holds.filter(({ released_at }) => released_at === null)} />
      <WhenLoaded of={exports}>
        {(all) =>
          all.length > 0 && (
            <SettingGroup title={w.list}>
              <EntryList items={[...all].reverse()}>
                {(one) => <ExportRow of={one} hold={holds.find(({ id }) => id === one.hold_id)} />}
              </EntryList>
            </SettingGroup>
          )
        }
      </WhenLoaded>
    </>
  );
}

/** Returns the start of a day (0) or of the day after it (1), in seconds since 1970. Undefined if no day is chosen. */
function dayAt(day: string, next: 0 | 1): number | undefined {
  if (day === "") return undefined;
  const start = new Date(`${day}T00:00:00`);
  start.setDate(start.getDate() + next);
  return Math.floor(start.getTime() / 1000);
}

function NewExport({ holds }: { readonly holds: readonly Hold[] }) {
  const client = useClient();
  const state = client.watch("users", "channels");
  const [terms, setTerms] = useState(NOTHING);
  const { people, channels, hold, from, until, reason } = terms;
  const w = dataExportsWords().compliance;
  const change = (changes: Partial<typeof NOTHING>) => setTerms((now) => ({ ...now, ...changes }));
  const start = async () => {
    const ofHold = hold === NO_HOLD ? {} : { hold_id: hold };
    const fields = { people, channels, reason, from: dayAt(from, 0), until: dayAt(until, 1), ...ofHold };
    if (await attemptWithLogin(client, () => client.api.post(PATH, fields)))
      setTerms((now) => (now === terms ? NOTHING : now));
  };
  return (
    <SettingGroup title={w.title} hint={w.hint}>
      <SubmitForm class="settings-form" submit={w.begin} icon="archive" onSubmit={start}>
        {holds.length > 0 && (
          <Select
            label={w.hold}
            hint={w.holdHint}
            value={hold}
            options={[
              { value: NO_HOLD, label: w.noHold },
              ...holds.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(chosen) => change({ hold: chosen })}
          />
        )}
        <UserPicker
          label={w.people}
          users={peopleFor(state)}
          chosen={people}
          onChange={(chosen) => change({ people: chosen })}
        />
        <ChannelPicker
          label={w.channels}
          channels={channelsByName(state)}
          chosen={channels}
          onChange={(chosen) => change({ channels: chosen })}
        />
        <Field label={w.from} type="date" value={from} onInput={(value) => change({ from: value })} />
        <Field label={w.until} type="date" value={until} onInput={(value) => change({ until: value })} />
        <Field label={w.reason} value={reason} onInput={(value) => change({ reason: value })} />
      </SubmitForm>
    </SettingGroup>
  );
}

interface RowProps {
  readonly of: Export;
  /** The hold that the export is for. Undefined if there is none, or if it was deleted. */
  readonly hold: Hold | undefined;
}

function ExportRow({ of: one, hold }: RowProps) {
  const client = useClient();
  const state = client.watch("users", "channels", "account");
  const words = dataExportsWords();
  const { compliance: w } = words;
  const said = { waiting: w.waiting, running: words.pending, failed: words.failed, ended: words.deleted, done: "" };
  const about = [
    ...(hold === undefined ? [] : [labelled(w.hold, hold.name)]),
    ...one.people.map((id) => nameOfUser(state, id)),
    ...namesOfChannels(state, one.channels),
  ];
  const confirmIt = () => attemptWithLogin(client, () => client.api.post(`${PATH}/${one.id}/confirm`));
  return (
    <Entry
      title={one.reason}
      facts={
        <>
          <Time at={one.started_at} as="day" /> · {nameOfUser(state, one.started_by)}
        </>
      }
      more={about.length > 0 && <p class="settings-note">{listed(about)}</p>}
    >
      {said[one.state] !== "" && <span class="exports-state">{said[one.state]}</span>}
      {one.state === "waiting" && one.started_by !== state.user_id && <Button run={confirmIt}>{w.confirm}</Button>}
      {one.export_url !== null && (
        <a
          class="button"
          href={new URL(one.export_url).pathname}
          download
          onClick={(event) => void downloadAfterLogin(client, event)}
        >
          {appWords().download}
        </a>
      )}
      {one.state !== "ended" && (
        <ToolButton icon="trash-2" label={words.remove} onClick={() => void remove(client, one)} />
      )}
    </Entry>
  );
}

async function remove(client: Client, { id }: Export): Promise<void> {
  const w = dataExportsWords();
  if (await confirm({ title: w.removeAsk, text: w.removeText, action: appWords().delete, danger: true }))
    await attemptWithLogin(client, () => client.api.delete(`${PATH}/${id}`));
}

/** If the server requires a recent login, makes the user log in again before a link downloads its file. */
async function downloadAfterLogin(client: Client, event: MouseEvent): Promise<void> {
  const link = event.currentTarget as HTMLAnchorElement;
  if (link.dataset["asked"] === link.href) return;
  event.preventDefault();
  if ((await attemptWithLogin(client, () => askDownload(link.href))) !== true) return;
  link.dataset["asked"] = link.href;
  link.click();
  delete link.dataset["asked"];
}
