import { useState } from "preact/hooks";
import { MAX_FULL_NAME_LENGTH } from "../../../../protocol/text-lengths.ts";
import { useClient } from "../../../client/client.ts";
import type { Bot } from "../../../model/people/bots.ts";
import { peopleByName } from "../../../model/people/people-by-name.ts";
import { userById } from "../../../model/people/users.ts";
import { Choice, Select } from "../../../parts/fields/choice.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { Dialog } from "../../../parts/overlays/dialog.tsx";
import { appWords } from "../../../words/app.ts";
import { peopleWords } from "../../../words/people.ts";
import { botsWords, programsWords } from "../../../words/settings/integrations/bots.ts";
import { UserPicker } from "../../pickers.tsx";
import { OutgoingFields, PictureField } from "./bot-fields.tsx";
import { abilityOf, botKind, EMBEDDED, GENERIC, kindsFor, OUTGOING, outgoingOf } from "./bot-kinds.ts";
import { openKey } from "./key-dialogs.tsx";
import { makeBot } from "./make-bot.ts";

/** Derives the short name for a bot's email address from its name: "night-porter" from "Night Porter". */
const shortNameOf = (name: string) =>
  name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$|-?bot$/g, "");

/** Creates a bot. Afterwards, shows its key, or the page of its program in the section that lists bots (`within`). */
export function NewBotDialog({ within }: { readonly within: string }) {
  const client = useClient();
  const state = client.watch("realm", "groups", "account");
  const kinds = kindsFor(state);
  const [name, setName] = useState("");
  const [typed, setTyped] = useState<string>();
  const [chosen, setType] = useState(GENERIC);
  // The kinds that the user can create may change while the dialog is open.
  const type = kinds.includes(chosen) ? chosen : (kinds[0] ?? GENERIC);
  const [service, setService] = useState({ url: "", format: 1 });
  const [file, setFile] = useState<File>();
  const short = typed ?? shortNameOf(name);
  const w = botsWords();
  const create = async () => {
    const fields = {
      full_name: name.trim(),
      short_name: short.trim(),
      bot_type: type,
      ...(type === OUTGOING && { payload_url: service.url.trim(), interface_type: service.format }),
    };
    const reply = await makeBot(client, fields, file);
    if (type === EMBEDDED) client.go({ view: "settings", section: `${within}/${reply.user_id}/program` });
    else openKey(client, { name: fields.full_name, bot: reply.user_id, apiKey: reply.api_key });
  };
  return (
    <Dialog
      title={w.rows.newBot}
      submit={w.create}
      disabled={name.trim() === "" || short.trim() === "" || kinds.length === 0}
      onSubmit={create}
    >
      <PictureField name={name} id={0} file={file} onChange={setFile} />
      <Field
        label={appWords().name}
        value={name}
        onInput={setName}
        required
        autofocus
        maxLength={MAX_FULL_NAME_LENGTH}
      />
      <Field
        label={w.shortName}
        value={short}
        onInput={setTyped}
        required
        spellcheck={false}
        hint={w.shortNameHint(`${short.trim() === "" ? "…" : short.trim()}-bot@${state.realm_bot_domain}`)}
      />
      <Choice
        label={w.kind}
        value={type}
        options={kinds.map((value) => ({
          value,
          label: w.kinds[botKind(value)],
          hint: w.abilities[botKind(value)],
        }))}
        onChange={setType}
      />
      {type === OUTGOING && <OutgoingFields {...service} onChange={setService} />}
      {state.is_admin && state.server_runs_bots === false && <p class="settings-note">{programsWords().notHere}</p>}
    </Dialog>
  );
}

const ROLES = [400, 300, 200, 100] as const;

export function EditBotDialog({ bot }: { readonly bot: Bot }) {
  const client = useClient();
  const state = client.watch("users", "account");
  // The role when the dialog was opened. Only fields that the user changed are saved, so that others' changes aren't
  // reverted.
  const [before] = useState(userById(state, bot.user_id)?.role ?? 400);
  const outgoing = outgoingOf(bot);
  const [name, setName] = useState(bot.full_name);
  const [file, setFile] = useState<File>();
  const [owner, setOwner] = useState<readonly number[]>(bot.owner_id === null ? [] : [bot.owner_id]);
  const [role, setRole] = useState<number>(before);
  const [service, setService] = useState({ url: outgoing?.base_url ?? "", format: outgoing?.interface ?? 1 });
  const w = botsWords();
  const app = appWords();
  const save = async () => {
    const changes = {
      ...(name.trim() !== bot.full_name && { full_name: name.trim() }),
      ...(role !== before && { role }),
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
      title={app.editNamed(bot.full_name)}
      submit={app.save}
      disabled={name.trim() === "" || owner.length === 0}
      onSubmit={save}
    >
      <PictureField name={name} id={bot.user_id} src={bot.avatar_url} file={file} onChange={setFile} />
      <Field
        label={app.name}
        value={name}
        onInput={setName}
        required
        maxLength={MAX_FULL_NAME_LENGTH}
        hint={bot.email}
      />
      <UserPicker
        label={peopleWords().owner}
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
