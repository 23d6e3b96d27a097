import { useState } from "preact/hooks";
import type { WireHold } from "../../../../../wire-types.ts";
import { useClient } from "../../../../client/client.ts";
import { channelsByName } from "../../../../model/channels/channel-list.ts";
import { peopleByName } from "../../../../model/people/people-by-name.ts";
import type { State, User } from "../../../../model/state.ts";
import { Switch } from "../../../../parts/fields/choice.tsx";
import { Field } from "../../../../parts/fields/field.tsx";
import { Dialog } from "../../../../parts/overlays/dialog.tsx";
import { appWords } from "../../../../words/app.ts";
import { holdsWords } from "../../../../words/settings/organization/holds.ts";
import { ChannelPicker, UserPicker } from "../../../pickers.tsx";
import { withFreshLogin } from "../../../reauthentication/with-fresh-login.tsx";
import { useChanges } from "../../../use-fields.ts";

export type Hold = WireHold;

/** Returns the people who can be chosen for a hold or an export, including deactivated people. */
export const peopleFor = (state: State): readonly User[] => [...peopleByName(state), ...state.realm_non_active_users];

const MAX_NAME_LENGTH = 60;
const MAX_MATTER_LENGTH = 200;
const MAX_REASON_LENGTH = 2000;

interface DialogProps {
  /** The hold to edit, or undefined to create one. */
  readonly hold: Hold | undefined;
  readonly onSaved: () => Promise<void>;
}

export function HoldDialog({ hold, onSaved }: DialogProps) {
  const client = useClient();
  const state = client.watch("users", "channels");
  const [terms, setTerms] = useState({
    name: hold?.name ?? "",
    matter: hold?.matter ?? "",
    reason: hold?.reason ?? "",
    custodians: hold?.custodians ?? [],
    channels: hold?.channels ?? [],
    from: dayOf(hold?.from),
    until: dayOf(hold?.until),
    direct_only: hold?.direct_only ?? false,
  });
  const w = holdsWords();
  const change = (part: Partial<typeof terms>) => setTerms({ ...terms, ...part });
  const fields = { ...terms, from: toUnixTime(terms.from, "00:00:00"), until: toUnixTime(terms.until, "23:59:59") };
  const changes = useChanges(fields);
  const save = async () => {
    const saved = await withFreshLogin(client, () =>
      hold === undefined ? client.api.post("/holds", fields) : client.api.patch(`/holds/${hold.id}`, changes),
    );
    if (saved === undefined) return false;
    await onSaved();
    return true;
  };
  const isEmpty = terms.name.trim() === "" || terms.custodians.length + terms.channels.length === 0;
  return (
    <Dialog
      title={hold === undefined ? w.rows.add : w.editTitle}
      submit={hold === undefined ? w.rows.add : w.save}
      disabled={isEmpty}
      onSubmit={save}
    >
      <Field
        label={appWords().name}
        value={terms.name}
        onInput={(name) => change({ name })}
        maxLength={MAX_NAME_LENGTH}
        autofocus
        required
      />
      <Field
        label={w.matter}
        value={terms.matter}
        onInput={(matter) => change({ matter })}
        maxLength={MAX_MATTER_LENGTH}
      />
      <UserPicker
        label={w.people}
        hint={w.peopleHint}
        users={peopleFor(state)}
        chosen={terms.custodians}
        onChange={(custodians) => change({ custodians })}
      />
      <Switch
        label={w.directOnly}
        on={terms.direct_only}
        onChange={(direct_only) => change({ direct_only, ...(direct_only && { channels: [] }) })}
      />
      {!terms.direct_only && (
        <ChannelPicker
          label={w.channels}
          hint={w.channelsHint}
          channels={channelsByName(state)}
          chosen={terms.channels}
          onChange={(channels) => change({ channels })}
        />
      )}
      <Field label={w.from} type="date" value={terms.from} onInput={(from) => change({ from })} />
      <Field
        label={w.until}
        hint={w.timesHint}
        type="date"
        value={terms.until}
        onInput={(until) => change({ until })}
      />
      <Field
        label={w.reason}
        value={terms.reason}
        onInput={(reason) => change({ reason })}
        maxLength={MAX_REASON_LENGTH}
        lines={3}
      />
    </Dialog>
  );
}

/** Formats a time in seconds since 1970 as the value of a date field, in the reader's time zone. */
function dayOf(time: number | null | undefined): string {
  if (time === null || time === undefined) return "";
  const date = new Date(time * 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const toUnixTime = (day: string, clock: string): number | null =>
  day === "" ? null : Math.floor(new Date(`${day}T${clock}`).getTime() / 1000);
