import { useState } from "preact/hooks";
import { LONGEST_FULL_NAME } from "../../../../protocol/text-lengths.ts";
import { type Client, useClient } from "../../../client/client.ts";
import type { UserId } from "../../../model/ids.ts";
import { Choice } from "../../../parts/fields/choice.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { Dialog } from "../../../parts/overlays/dialog.tsx";
import { botsWords } from "../../../words/settings/integrations/bots.ts";
import { openDialog } from "../../dialogs/open-dialog.tsx";
import { GENERIC, kindOf, kindsFor, OUTGOING } from "./bot-kinds.ts";
import { openKeyOfBot } from "./key-dialog.tsx";
import { OutgoingFields } from "./outgoing-fields.tsx";
import { PictureField } from "./picture-field.tsx";

export const openNewBot = (client: Client): void => openDialog(client, <NewBotDialog />);

/** The short name for a bot's address, made from its name: "night-porter" from "Night Porter". */
const shortNameOf = (name: string) =>
  name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$|-?bot$/g, "");

interface Made extends Record<string, unknown> {
  readonly user_id: UserId;
  readonly api_key: string;
}

/** Makes a bot, and shows its key. */
function NewBotDialog() {
  const client = useClient();
  const state = client.watch("realm", "groups", "account");
  const kinds = kindsFor(state);
  const [name, setName] = useState("");
  const [typed, setTyped] = useState<string>();
  const [chosen, setType] = useState(GENERIC);
  // The kinds that the user can make can change while the dialog is open.
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
    const reply =
      file === undefined
        ? await client.api.post<Made>("/bots", fields)
        : ((await client.upload(file, { path: "/bots", fields })) as Made);
    await told(client, reply.user_id);
    openKeyOfBot(client, reply.user_id, reply.api_key);
  };
  return (
    <Dialog
      title={w.newBot}
      submit={w.create}
      disabled={name.trim() === "" || short.trim() === "" || kinds.length === 0}
      onSubmit={create}
    >
      <PictureField name={name} id={0} file={file} onChange={setFile} />
      <Field label={w.name} value={name} onInput={setName} required autofocus maxLength={LONGEST_FULL_NAME} />
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
          label: w.kinds[kindOf(value)],
          hint: w.abilities[kindOf(value)],
        }))}
        onChange={setType}
      />
      {type === OUTGOING && <OutgoingFields {...service} onChange={setService} />}
    </Dialog>
  );
}

/** Waits until the event about the bot has come, for at most five seconds: the reply can come before it. */
async function told(client: Client, id: UserId): Promise<void> {
  const isKnown = () => client.watch().realm_bots.some((bot) => bot.user_id === id);
  for (let tries = 0; tries < 50 && !isKnown(); tries++) await new Promise((resolve) => setTimeout(resolve, 100));
}
