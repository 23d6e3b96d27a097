import { useState } from "preact/hooks";
import { useClient } from "../../../../client/client.ts";
import { channelsByName } from "../../../../model/channels/channel-list.ts";
import { peopleByName } from "../../../../model/people/people-by-name.ts";
import { Select, Switch } from "../../../../parts/fields/choice.tsx";
import { Dialog } from "../../../../parts/overlays/dialog.tsx";
import { assistantsWords } from "../../../../words/settings/own/assistants.ts";
import { ChannelPicker, UserPicker } from "../../../pickers.tsx";
import { withFreshLogin } from "../../../reauthentication/with-fresh-login.tsx";
import { useChanges } from "../../../use-fields.ts";
import { type Approval, canWrite, type OwnAssistant } from "./assistant.tsx";

const APPROVALS = ["writes", "direct-and-new", "none"] as const satisfies readonly Approval[];

interface Props {
  readonly assistant: OwnAssistant;
  readonly onSaved: () => Promise<void>;
}

/** Changes when an assistant asks for approval, and what is excluded. Allowing more requires logging in again. */
export function EditAssistant({ assistant, onSaved }: Props) {
  const client = useClient();
  const state = client.watch("channels", "users");
  const { id, name, approval, excluded_channels, excluded_users, excludes_direct } = assistant;
  const [rules, setRules] = useState({ approval, excluded_channels, excluded_users, excludes_direct });
  const changes = useChanges(rules);
  const w = assistantsWords();
  const change = (part: Partial<typeof rules>) => setRules({ ...rules, ...part });
  const save = async () => {
    const path = `/users/me/assistants/${id}`;
    if ((await withFreshLogin(client, () => client.api.patch(path, changes))) === undefined) return false;
    await onSaved();
    return true;
  };
  const readsDirects = assistant.scopes.some((scope) => scope.endsWith(":direct"));
  return (
    <Dialog title={w.edit(name)} submit={w.save} onSubmit={save}>
      {canWrite(assistant) && (
        <Select
          label={w.asks}
          hint={w.asksHint}
          value={rules.approval}
          options={APPROVALS.map((value) => ({ value, label: w.approvals[value] }))}
          onChange={(value) => change({ approval: value })}
        />
      )}
      <ChannelPicker
        label={w.channels}
        hint={w.channelsHint}
        channels={channelsByName(state)}
        chosen={rules.excluded_channels}
        onChange={(chosen) => change({ excluded_channels: chosen })}
      />
      {readsDirects && (
        <Switch label={w.noDirect} on={rules.excludes_direct} onChange={(on) => change({ excludes_direct: on })} />
      )}
      {readsDirects && !rules.excludes_direct && (
        <UserPicker
          label={w.people}
          hint={w.peopleHint}
          users={peopleByName(state).filter(({ user_id }) => user_id !== state.user_id)}
          chosen={rules.excluded_users}
          onChange={(chosen) => change({ excluded_users: chosen })}
        />
      )}
    </Dialog>
  );
}
