import { type Client, useClient } from "../../../../client/client.ts";
import { ToolButton } from "../../../../parts/button.tsx";
import { Time } from "../../../../parts/indicators/time.tsx";
import { confirm } from "../../../../parts/overlays/dialog.tsx";
import { appWords } from "../../../../words/app.ts";
import { fileSize } from "../../../../words/file-size.ts";
import { listed } from "../../../../words/format.ts";
import { holdsWords } from "../../../../words/settings/organization/holds.ts";
import { showDone } from "../../../attempt.ts";
import { namesOfChannels } from "../../../people/names.ts";
import { attemptWithLogin } from "../../../reauthentication/with-fresh-login.tsx";
import { Entry, EntryGroup, EntryList } from "../../entry.tsx";
import { useLoaded, WhenLoaded } from "../../use-loaded.tsx";
import { type Hold, HoldDialog, peopleFor } from "./hold-dialog.tsx";

/** The organization's holds, with their subjects and how much they keep. */
export function Holds() {
  const client = useClient();
  const loaded = useLoaded(() => client.api.get<{ readonly holds: readonly Hold[] }>("/holds"));
  const w = holdsWords();
  const open = (hold?: Hold) => client.show(<HoldDialog hold={hold} onSaved={loaded.load} />);
  return (
    <WhenLoaded of={loaded}>
      {({ holds }) => (
        <EntryGroup
          title={w.title}
          quiet
          hint={w.hint}
          add={w.rows.add}
          onAdd={() => open()}
          none={holds.length === 0 ? w.none : undefined}
        >
          <EntryList label={w.title} items={holds}>
            {(hold) => <HoldEntry hold={hold} onEdit={() => open(hold)} load={loaded.load} />}
          </EntryList>
        </EntryGroup>
      )}
    </WhenLoaded>
  );
}

interface HoldProps {
  readonly hold: Hold;
  readonly onEdit: () => void;
  readonly load: () => Promise<void>;
}

function HoldEntry({ hold, onEdit, load }: HoldProps) {
  const client = useClient();
  const state = client.watch("users", "channels");
  const { name, matter, custodians, channels, held, released_at, created_at } = hold;
  const w = holdsWords();
  const about = [
    ...peopleFor(state)
      .filter(({ user_id }) => custodians.includes(user_id))
      .map(({ full_name }) => full_name),
    ...namesOfChannels(state, channels),
  ];
  const more = (
    <>
      <p class="settings-note">{listed(about)}</p>
      <p class="settings-note">{w.keeps(held.versions, held.files, fileSize(held.bytes))}</p>
      <p class="settings-note">
        {released_at === null ? w.created : w.released} <Time at={released_at ?? created_at} as="day within" />
      </p>
    </>
  );
  return (
    <Entry title={name} facts={matter} more={more}>
      {released_at === null && (
        <>
          <ToolButton icon="pencil" label={appWords().editNamed(name)} onClick={onEdit} />
          <ToolButton icon="trash-2" label={w.release(name)} onClick={() => void releaseHold(client, hold, load)} />
        </>
      )}
    </Entry>
  );
}

async function releaseHold(client: Client, { id, name }: Hold, load: () => Promise<void>): Promise<void> {
  const w = holdsWords();
  const question = { title: w.releaseAsk(name), text: w.releaseText, action: w.releaseDo, danger: true };
  if (!(await confirm(question))) return;
  const done = await attemptWithLogin(client, () => client.api.delete(`/holds/${id}`));
  if (done !== undefined) showDone(client, w.releaseDone);
  await load();
}
