import { useState } from "preact/hooks";
import { LONGEST_FULL_NAME } from "../../../../protocol/text-lengths.ts";
import { type Client, useClient } from "../../../client/client.ts";
import { peopleByName } from "../../../model/people/people.ts";
import { userById } from "../../../model/people/users.ts";
import type { Bot } from "../../../model/state.ts";
import { Field } from "../../../parts/fields/field.tsx";
import { Select } from "../../../parts/fields/select.tsx";
import { Dialog } from "../../../parts/overlays/dialog.tsx";
import { botsWords } from "../../../words/settings/integrations/bots.ts";
import { openDialog } from "../../dialogs/open-dialog.tsx";
import { UserPicker } from "../../pickers.tsx";
import { abilityOf, outgoingOf } from "./bot-kinds.ts";
import { OutgoingFields } from "./outgoing-fields.tsx";
import { PictureField } from "./picture-field.tsx";

export const openEditBot = (client: Client, bot: Bot): void => openDialog(client, <EditBotDialog bot={bot} />);

const ROLES = [400, 300, 200, 100] as const;

/** Changes a bot: its name, picture and owner, its role (for administrators), and the service of an outgoing webhook. */
function EditBotDialog({ bot }: { readonly bot: Bot }) {
  const client = useClient();
  const state = client.watch("users", "account");
  const user = userById(state, bot.user_id);
  const outgoing = outgoingOf(bot);
  const [name, setName] = useState(bot.full_name);
  const [file, setFile] = useState<File>();
  const [owner, setOwner] = useState<readonly number[]>(bot.owner_id === null ? [] : [bot.owner_id]);
  const [role, setRole] = useState<number>(user?.role ?? 400);
  const [service, setService] = useState({ url: outgoing?.base_url ?? "", format: outgoing?.interface ?? 1 });
  const w = botsWords();
  const save = async () => {
    const changes = {
      ...(name.trim() !== bot.full_name && { full_name: name.trim() }),
      ...(role !== user?.role && { role }),
      ...(outgoing !== undefined && service.url !== outgoing.base_url && { service_payload_url: service.url.trim() }),
      ...(outgoing !== undefined && service.format !== outgoing.interface && { service_interface: service.format }),
      ...(owner[0] !== undefined && owner[0] !== bot.owner_id && { bot_owner_id: owner[0] }),
    };
    const path = `/bots/${bot.user_id}`;
    if (file !== undefined) await client.upload(file, { path, method: "PATCH", fields: changes });
    else if (Object.keys(changes).length > 0) await client.api.patch(path, changes);
  };
  return (
    <Dialog
      title={w.change(bot.full_name)}
      submit={w.save}
      disabled={name.trim() === "" || owner.length === 0}
      onSubmit={save}
    >
      <PictureField name={name} id={bot.user_id} src={bot.avatar_url} file={file} onChange={setFile} />
      <Field label={w.name} value={name} onInput={setName} required maxLength={LONGEST_FULL_NAME} hint={bot.email} />
      <UserPicker
        label={w.owner}
        hint={w.ownerHint}
        users={peopleByName(state)}
        chosen={owner}
        single
        onChange={setOwner}
      />
      {state.is_admin && (
        <Select
          label={w.role}
          hint={w.roleHint}
          value={role}
          options={ROLES.filter((value) => value !== 100 || state.is_owner).map((value) => ({
            value,
            label: w.roles[value],
          }))}
          onChange={setRole}
        />
      )}
      {outgoing !== undefined && <OutgoingFields {...service} onChange={setService} />}
      <p class="settings-note">{abilityOf(bot)}</p>
    </Dialog>
  );
}
