import { type Client, useClient } from "../../../../client/client.ts";
import { settingsAddress } from "../../../../model/addresses/address.ts";
import { Button } from "../../../../parts/button.tsx";
import { Time } from "../../../../parts/indicators/time.tsx";
import { confirm } from "../../../../parts/overlays/dialog.tsx";
import { Empty } from "../../../../parts/progress.tsx";
import { appWords } from "../../../../words/app.ts";
import { directoryWords } from "../../../../words/settings/organization/login-services.ts";
import { loginLimitsWords } from "../../../../words/settings/organization/users.ts";
import { showDone } from "../../../attempt.ts";
import { attemptWithLogin } from "../../../reauthentication/with-fresh-login.tsx";
import { CopyField } from "../../copy-field.tsx";
import { BackLink, EntryList, LastUse } from "../../entry.tsx";
import { SettingText } from "../../rows/setting-field.tsx";
import { SettingGroup } from "../../rows/setting-row.tsx";
import { useWhole } from "../../use-whole.ts";
import { NewNetwork } from "../allowed-networks.tsx";
import { RuleList } from "../rule-list.tsx";
import {
  changeConnection,
  type DirectoryConnection,
  MAX_NETWORKS,
  MAX_TOKENS,
  PATH,
  productOf,
  reloadConnection,
  SECTION,
} from "./connection.ts";
import { ConnectionRules } from "./connection-rules.tsx";
import { openToken } from "./token-dialogs.tsx";

interface PageProps {
  /** The connection with the id in the URL. Undefined if there is none. */
  readonly connection: DirectoryConnection | undefined;
  readonly address: string;
  readonly load: () => Promise<void>;
}

export function ConnectionPage({ connection, ...rest }: PageProps) {
  const w = directoryWords();
  return (
    <>
      <BackLink href={settingsAddress(SECTION)} label={w.back} />
      {connection === undefined ? (
        <Empty icon="rotate-cw" title={w.gone} />
      ) : (
        <ConnectionSettings connection={connection} {...rest} />
      )}
    </>
  );
}

type Props = PageProps & { readonly connection: DirectoryConnection };

function ConnectionSettings({ connection, address, load }: Props) {
  const client = useClient();
  const { id, name, kind } = connection;
  const w = directoryWords();
  const rename = async (wanted: string) => {
    await changeConnection(client, id, { name: wanted });
    await load();
  };
  return (
    <>
      <header class="settings-title">
        <h2>{name}</h2>
        <p class="settings-note">{productOf(kind)}</p>
      </header>
      <SettingGroup title={w.connection}>
        <SettingText label={appWords().name} hint={w.nameHint} setting={{ value: name, save: rename }} maxLength={60} />
        <CopyField label={w.rows.address} value={address} />
      </SettingGroup>
      <Tokens connection={connection} address={address} load={load} />
      <Networks connection={connection} load={load} />
      <ConnectionRules connection={connection} load={load} />
      <SettingGroup title={w.removeDo} hint={w.removeText}>
        <div>
          <Button kind="danger" onClick={() => void disconnect(client, connection, load)}>
            {w.removeDo}
          </Button>
        </div>
      </SettingGroup>
    </>
  );
}

function Networks({ connection, load }: Pick<Props, "connection" | "load">) {
  const client = useClient();
  const change = useWhole(
    async () => (await reloadConnection(client, connection)).networks,
    async (networks) => {
      await changeConnection(client, connection.id, { networks });
      await load();
    },
  );
  const w = loginLimitsWords();
  return (
    <RuleList
      words={{ ...directoryWords().networks, add: w.add, remove: w.remove }}
      rules={connection.networks}
      most={MAX_NETWORKS}
      nameOf={({ network }) => network}
      factsOf={({ label }) => label}
      dialog={(add) => <NewNetwork add={add} />}
      onChange={change}
    />
  );
}

function Tokens({ connection, address, load }: Props) {
  const client = useClient();
  const { id, name, tokens } = connection;
  const w = directoryWords();
  const makeToken = async () => {
    const made = await attemptWithLogin(client, () => client.api.post<{ token: string }>(`${PATH}/${id}/tokens`));
    if (made === undefined) return;
    openToken(client, { name, token: made.token, address });
    await load();
  };
  return (
    <SettingGroup title={w.tokens} hint={w.tokensHint}>
      <EntryList label={w.tokens} items={tokens}>
        {(token) => (
          <p class="settings-note">
            {w.token} · {w.made} <Time at={token.created_at} as="day within" /> ·{" "}
            <LastUse at={token.last_used_at} used={w.used} unused={w.unused} />
          </p>
        )}
      </EntryList>
      <div class="settings-actions">
        <Button icon="key" disabled={tokens.length >= MAX_TOKENS} run={makeToken}>
          {w.makeToken}
        </Button>
        {tokens.length > 1 && <Button onClick={() => void endToken(client, connection, load)}>{w.endToken}</Button>}
      </div>
    </SettingGroup>
  );
}

/** Revokes the older of two tokens. Used when the newer token has been set up in the directory. */
async function endToken(
  client: Client,
  { id, name, tokens }: DirectoryConnection,
  load: () => Promise<void>,
): Promise<void> {
  const w = directoryWords();
  const [oldest] = tokens;
  const question = { title: w.endTokenAsk(name), text: w.endTokenText, action: w.endTokenDo, danger: true };
  if (oldest === undefined || !(await confirm(question))) return;
  const done = await attemptWithLogin(client, () => client.api.delete(`${PATH}/${id}/tokens/${oldest.id}`));
  if (done !== undefined) showDone(client, w.tokenEnded);
  await load();
}

async function disconnect(client: Client, { id, name }: DirectoryConnection, load: () => Promise<void>): Promise<void> {
  const w = directoryWords();
  const question = { title: w.removeAsk(name), text: w.removeText, action: w.removeDo, danger: true };
  if (!(await confirm(question))) return;
  const done = await attemptWithLogin(client, () => client.api.delete(`${PATH}/${id}`));
  if (done !== undefined) {
    showDone(client, w.removed);
    client.go({ view: "settings", section: SECTION }, "replace");
  }
  await load();
}
