import "./own.css";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { type Client, useClient } from "../../../client/client.ts";
import { Button } from "../../../parts/button.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { Icon, type IconName } from "../../../parts/icon.tsx";
import { now } from "../../../parts/indicators/time.tsx";
import { confirm, Dialog } from "../../../parts/overlays/dialog.tsx";
import { botsWords } from "../../../words/settings/integrations/bots.ts";
import { devicesWords } from "../../../words/settings/own/login-security.ts";
import { dayAndTimeWithin } from "../../../words/time.ts";
import { attempt } from "../../attempt.ts";
import { askToLogOut } from "../../drafts/ask-to-log-out.ts";
import { openKey } from "../bots/key-dialogs.tsx";
import { Entry, EntryList } from "../entry.tsx";
import { SettingGroup } from "../rows/setting-row.tsx";
import { useLoaded, WhenLoaded } from "../use-loaded.tsx";
import { openDeviceLink } from "./device-link.tsx";

/** A login: a browser's session, or an app's key. */
interface Login {
  readonly id: number;
  /** The browser and its system, or the name the app gives itself. */
  readonly client: string;
  readonly created_at: number;
  readonly last_used_at: number;
  readonly current: boolean;
}

type CredentialKind = "sessions" | "api_keys";

/** The server's name for a client that didn't send one. */
const NAMELESS = "Unspecified";
const loginLabel = (kind: CredentialKind, { client }: Login): string =>
  client === NAMELESS ? devicesWords().nameless[kind] : client;

/** Sorts the current login first, then by last use, most recent first. */
const byUse = (one: Login, other: Login) =>
  Number(other.current) - Number(one.current) ||
  other.last_used_at - one.last_used_at ||
  other.created_at - one.created_at;

/** The account's logins in browsers and with API keys. Each can be ended, or all others at once. */
export function Devices() {
  const client = useClient();
  const w = devicesWords();
  return (
    <>
      <Logins
        kind="sessions"
        icon="globe"
        title={w.browsers}
        hint={w.browsersHint}
        none={w.noBrowsers}
        endOne={w.endSession}
        endAll={w.rows.endSessions}
        question={{ title: w.endSessionsAsk, text: w.endSessionsText }}
      >
        {(reload) => (
          <Button icon="smartphone" run={() => openDeviceLink(client, reload)}>
            {w.rows.link}
          </Button>
        )}
      </Logins>
      <Logins
        kind="api_keys"
        icon="key"
        title={w.keys}
        hint={w.keysHint}
        none={w.noKeys}
        endOne={w.endKey}
        endAll={w.rows.endKeys}
        question={{ title: w.endKeysAsk, text: w.endKeysText }}
      >
        {(reload) => (
          <Button icon="plus" onClick={() => client.show(<NewKeyDialog onMade={reload} />)}>
            {w.rows.newKey}
          </Button>
        )}
      </Logins>
    </>
  );
}

interface LoginsProps {
  readonly kind: CredentialKind;
  readonly icon: IconName;
  readonly title: string;
  readonly hint: string;
  readonly none: string;
  readonly endOne: string;
  readonly endAll: string;
  readonly question: { readonly title: string; readonly text: string };
  readonly children?: (reload: () => void) => ComponentChildren;
}

function Logins({ kind, icon, title, hint, none, endOne, endAll, question, children }: LoginsProps) {
  const client = useClient();
  const path = `/users/me/${kind}`;
  const loaded = useLoaded(async () => (await client.api.get<Record<CredentialKind, Login[]>>(path))[kind].sort(byUse));
  const w = devicesWords();
  const end = async (login?: Login) => {
    const done = login === undefined ? w.endedAll : w.ended(loginLabel(kind, login));
    if (await attempt(client, () => client.api.delete(login === undefined ? path : `${path}/${login.id}`), { done }))
      loaded.change((logins) => logins.filter((one) => (login === undefined ? one.current : one.id !== login.id)));
    else await loaded.load();
  };
  const endAllOthers = async () => {
    if (await confirm({ ...question, action: endAll, danger: true })) await end();
  };
  return (
    <SettingGroup title={title} hint={hint}>
      <WhenLoaded of={loaded}>
        {(logins) => (
          <>
            {logins.length === 0 && <p class="settings-note">{none}</p>}
            <EntryList items={logins} height={66}>
              {(login) => (
                <LoginRow {...{ client, login, icon, name: loginLabel(kind, login), label: endOne, onEnd: end }} />
              )}
            </EntryList>
            <div class="settings-actions">
              {children?.(() => void loaded.load())}
              {logins.some(({ current }) => !current) && (
                <Button icon="log-out" onClick={() => void endAllOthers()}>
                  {endAll}
                </Button>
              )}
            </div>
          </>
        )}
      </WhenLoaded>
    </SettingGroup>
  );
}

interface LoginRowProps {
  readonly client: Client;
  readonly login: Login;
  readonly icon: IconName;
  readonly name: string;
  readonly label: string;
  readonly onEnd: (login: Login) => Promise<void>;
}

function LoginRow({ client, login, icon, name, label, onEnd }: LoginRowProps) {
  const w = devicesWords();
  return (
    <Entry
      before={<Icon name={icon} size={18} />}
      title={
        <>
          {name}
          {login.current && <span class="entry-mark entry-mark-here">{w.thisOne}</span>}
        </>
      }
      facts={
        <span class="devices-times">
          <span>{w.used(dayAndTimeWithin(login.last_used_at, now.value))}</span>
          <span>{w.since(dayAndTimeWithin(login.created_at, now.value))}</span>
        </span>
      }
    >
      <Button run={() => (login.current ? askToLogOut(client) : onEnd(login))}>
        {login.current ? w.logOut : label}
      </Button>
    </Entry>
  );
}

/** Creates an API key, which requires entering the password again. */
function NewKeyDialog({ onMade }: { readonly onMade: () => void }) {
  const client = useClient();
  const { delivery_email: email } = client.watch("account");
  const [password, setPassword] = useState("");
  const w = devicesWords();
  const make = async () => {
    const { api_key } = await client.api.post<{ api_key: string }>("/fetch_api_key", { username: email, password });
    openKey(client, { name: w.you, email, apiKey: api_key });
    onMade();
  };
  return (
    <Dialog title={w.newKey} size="s" submit={w.makeKey} disabled={password === ""} onSubmit={make}>
      <p>{w.newKeyText}</p>
      <Field
        label={w.password}
        type="password"
        value={password}
        onInput={setPassword}
        required
        autofocus
        autocomplete="current-password"
      />
      <p class="settings-note">{botsWords().zuliprcHint}</p>
    </Dialog>
  );
}
