import "./organization.css";
import { useState } from "preact/hooks";
import { type Client, useClient } from "../../../client/client.ts";
import { Button, ToolButton } from "../../../parts/button.tsx";
import { Select } from "../../../parts/fields/choice.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { confirm, Dialog } from "../../../parts/overlays/dialog.tsx";
import { useClose } from "../../../parts/overlays/overlays.tsx";
import { Time } from "../../../parts/signs/time.tsx";
import { appWords } from "../../../words/app.ts";
import { directoryWords } from "../../../words/settings/organization/directory.ts";
import { attempt } from "../../attempt.ts";
import { openDialog } from "../../dialogs/open-dialog.tsx";
import { CopyField } from "../copy-field.tsx";
import { Entry, EntryGroup } from "../entry.tsx";
import { SettingGroup } from "../rows/setting-row.tsx";
import { useLoaded, WhenLoaded } from "../use-loaded.tsx";

interface Token {
  readonly id: number;
  readonly created_at: number;
  readonly last_used_at: number | null;
}
interface Connection {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly tokens: readonly Token[];
}
interface Connections {
  readonly connections: readonly Connection[];
  readonly address: string;
}

const PATH = "/scim/connections";
const MOST_TOKENS = 2;
/** The names of products, by the kinds of connections. */
const PRODUCTS: Readonly<Record<string, string>> = { okta: "Okta", entra: "Microsoft Entra" };

/** The directories that manage accounts and groups (SCIM): their connections, and the tokens by which they call. */
export function Directory() {
  const client = useClient();
  const loaded = useLoaded(() => client.api.get<Connections>(PATH));
  const w = directoryWords();
  const add = () => openDialog(client, <NewConnection onMade={loaded.load} />);
  return (
    <WhenLoaded of={loaded}>
      {({ connections, address }) => (
        <>
          <EntryGroup
            title={w.title}
            quiet
            hint={w.hint}
            add={w.rows.add}
            onAdd={add}
            none={connections.length === 0 ? w.none : undefined}
          >
            <ul class="entries" aria-label={w.title}>
              {connections.map((one) => (
                <li key={one.id}>
                  <ConnectionEntry connection={one} address={address} load={loaded.load} />
                </li>
              ))}
            </ul>
          </EntryGroup>
          <SettingGroup title={w.rows.address} hint={w.addressHint}>
            <CopyField label={w.rows.address} value={address} />
          </SettingGroup>
        </>
      )}
    </WhenLoaded>
  );
}

interface ConnectionProps {
  readonly connection: Connection;
  readonly address: string;
  readonly load: () => Promise<void>;
}

function ConnectionEntry({ connection, address, load }: ConnectionProps) {
  const client = useClient();
  const { id, name, tokens } = connection;
  const w = directoryWords();
  const makeToken = () =>
    attempt(client, async () => {
      const { token } = await client.api.post<{ token: string }>(`${PATH}/${id}/tokens`);
      openToken(client, { name, token, address });
      await load();
    });
  const list = tokens.map((token) => (
    <p class="settings-note" key={token.id}>
      {w.token} · {w.made} <Time at={token.created_at} as="day within" /> ·{" "}
      {token.last_used_at === null ? (
        w.unused
      ) : (
        <>
          {w.used} <Time at={token.last_used_at} as="day within" />
        </>
      )}
    </p>
  ));
  return (
    <Entry title={name} facts={PRODUCTS[connection.kind] ?? w.other} more={list}>
      <ToolButton
        icon="key"
        label={w.makeToken(name)}
        disabled={tokens.length >= MOST_TOKENS}
        onClick={() => void makeToken()}
      />
      {tokens.length > 1 && (
        <ToolButton icon="log-out" label={w.endToken(name)} onClick={() => void endToken(client, connection, load)} />
      )}
      <ToolButton icon="trash-2" label={w.remove(name)} onClick={() => void disconnect(client, connection, load)} />
    </Entry>
  );
}

/** Ends the older of two tokens, once the directory has the newer one. */
async function endToken(client: Client, { id, name, tokens }: Connection, load: () => Promise<void>): Promise<void> {
  const w = directoryWords();
  const [oldest] = tokens;
  const question = { title: w.endTokenAsk(name), text: w.endTokenText, action: w.endTokenDo, danger: true };
  if (oldest === undefined || !(await confirm(question))) return;
  await attempt(client, () => client.api.delete(`${PATH}/${id}/tokens/${oldest.id}`), { done: w.tokenEnded });
  await load();
}

async function disconnect(client: Client, { id, name }: Connection, load: () => Promise<void>): Promise<void> {
  const w = directoryWords();
  const question = { title: w.removeAsk(name), text: w.removeText, action: w.removeDo, danger: true };
  if (!(await confirm(question))) return;
  await attempt(client, () => client.api.delete(`${PATH}/${id}`), { done: w.removed });
  await load();
}

const KINDS = ["okta", "entra", "other"] as const;

function NewConnection({ onMade }: { readonly onMade: () => Promise<void> }) {
  const client = useClient();
  const [name, setName] = useState("");
  const [kind, setKind] = useState<(typeof KINDS)[number]>("okta");
  const w = directoryWords();
  const make = async () => {
    const fields = { name: name.trim(), kind };
    const { token, address } = await client.api.post<{ token: string; address: string }>(PATH, fields);
    openToken(client, { name: name.trim(), token, address });
    await onMade();
  };
  return (
    <Dialog title={w.rows.add} submit={w.connect} disabled={name.trim() === ""} onSubmit={make}>
      <Field label={w.name} hint={w.nameHint} value={name} onInput={setName} autofocus required />
      <Select
        label={w.kind}
        value={kind}
        options={KINDS.map((value) => ({ value, label: PRODUCTS[value] ?? w.other }))}
        onChange={setKind}
      />
    </Dialog>
  );
}

interface Shown {
  readonly name: string;
  readonly token: string;
  readonly address: string;
}

const openToken = (client: Client, shown: Shown): void => openDialog(client, <TokenDialog {...shown} />);

/** Shows a token. It cannot be shown again, because the server stores only a hash of it. */
function TokenDialog({ name, token, address }: Shown) {
  const w = directoryWords();
  return (
    <Dialog alert title={w.tokenOf(name)} footer={<Done />}>
      <p>{w.tokenOnce}</p>
      <CopyField label={w.rows.address} value={address} />
      <CopyField label={w.token} value={token} />
    </Dialog>
  );
}

function Done() {
  const close = useClose();
  return (
    <Button kind="primary" onClick={close}>
      {appWords().done}
    </Button>
  );
}
