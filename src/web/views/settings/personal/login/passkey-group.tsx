import { appWords } from "../../../../words/app.ts";
import "../own.css";
import { useState } from "preact/hooks";
import { type Client, useClient } from "../../../../client/client.ts";
import { addPasskey, beginPasskey, isGivenUp, knowsPasskeys } from "../../../../client/session/passkeys.ts";
import { Button } from "../../../../parts/button.tsx";
import { showError } from "../../../../parts/error-text.ts";
import { Field } from "../../../../parts/fields/field.tsx";
import { Time } from "../../../../parts/indicators/time.tsx";
import { confirm, Dialog } from "../../../../parts/overlays/dialog.tsx";
import { loginSecurityWords } from "../../../../words/settings/own/login-security.ts";
import { attemptWithLogin, withFreshLogin } from "../../../reauthentication/with-fresh-login.tsx";
import { Entry, EntryList, LastUse } from "../../entry.tsx";
import { SettingGroup } from "../../rows/setting-row.tsx";
import { useLoaded, WhenLoaded } from "../../use-loaded.tsx";

interface Passkey {
  readonly id: number;
  readonly name: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
}

/** The account's passkeys, which can be renamed and removed, and a button that adds more. */
export function PasskeyGroup() {
  const client = useClient();
  const loaded = useLoaded(() => client.api.get<{ passkeys: readonly Passkey[] }>("/users/me/passkeys"));
  const w = loginSecurityWords();
  const { load } = loaded;
  return (
    <SettingGroup title={w.rows.passkeys} hint={w.passkeysHint}>
      <WhenLoaded of={loaded}>
        {({ passkeys }) =>
          passkeys.length === 0 ? (
            <p class="settings-note">{w.noPasskeys}</p>
          ) : (
            <EntryList items={passkeys}>
              {(passkey) => (
                <Entry
                  isPlain
                  title={passkey.name}
                  facts={
                    <>
                      {w.made} <Time at={passkey.created_at} as="day within" /> ·{" "}
                      <LastUse at={passkey.last_used_at} used={w.used} unused={w.notUsed} />
                    </>
                  }
                >
                  <Button onClick={() => client.show(<NameDialog passkey={passkey} onSaved={load} />)}>
                    {w.rename}
                  </Button>
                  <Button onClick={() => void remove(client, passkey).then(load)}>{appWords().remove}</Button>
                </Entry>
              )}
            </EntryList>
          )
        }
      </WhenLoaded>
      {knowsPasskeys() ? (
        <div>
          <Button kind={loaded.value?.passkeys.length === 0 ? "primary" : "plain"} run={() => add(client).then(load)}>
            {w.addPasskey}
          </Button>
        </div>
      ) : (
        <p class="settings-note">{w.notHere}</p>
      )}
    </SettingGroup>
  );
}

/** Creates a passkey. It is named after the system it was created on until the user renames it. */
async function add(client: Client): Promise<void> {
  const w = loginSecurityWords();
  try {
    const creation = await withFreshLogin(client, () => beginPasskey(client.api));
    if (creation === undefined) return;
    await addPasskey(client.api, systemName() ?? "Passkey", creation);
    client.toast({ text: w.added });
  } catch (error) {
    if (!isGivenUp(error)) showError(client, error);
  }
}

const SYSTEMS = ["iPhone", "iPad", "Android", "Windows", "Mac", "CrOS", "Linux"];
const systemName = () => SYSTEMS.find((name) => navigator.userAgent.includes(name));

async function remove(client: Client, { id, name }: Passkey): Promise<void> {
  const w = loginSecurityWords();
  const isWanted = await confirm({
    title: w.removeQuestion(name),
    text: w.removeText,
    action: appWords().remove,
    danger: true,
  });
  if (!isWanted) return;
  const done = await attemptWithLogin(client, () => client.api.delete(`/users/me/passkeys/${id}`));
  if (done !== undefined) client.toast({ text: w.removed });
}

function NameDialog({ passkey, onSaved }: { readonly passkey: Passkey; readonly onSaved: () => Promise<void> }) {
  const client = useClient();
  const [name, setName] = useState(passkey.name);
  const w = loginSecurityWords();
  const app = appWords();
  return (
    <Dialog
      size="s"
      title={w.rename}
      submit={app.save}
      disabled={name.trim() === ""}
      onSubmit={async () => {
        await client.api.patch(`/users/me/passkeys/${passkey.id}`, { name });
        await onSaved();
      }}
    >
      <Field
        label={app.name}
        hint={w.passkeyNameHint}
        value={name}
        onInput={setName}
        maxLength={100}
        required
        autofocus
      />
    </Dialog>
  );
}
