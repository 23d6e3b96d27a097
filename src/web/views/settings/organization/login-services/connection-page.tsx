import { useState } from "preact/hooks";
import { type Client, useClient } from "../../../../client/client.ts";
import { settingsAddress } from "../../../../model/addresses/address.ts";
import { Button } from "../../../../parts/button.tsx";
import { errorText, refusedField } from "../../../../parts/error-text.ts";
import { Switch } from "../../../../parts/fields/choice.tsx";
import { confirm } from "../../../../parts/overlays/dialog.tsx";
import { Empty } from "../../../../parts/progress.tsx";
import { appWords } from "../../../../words/app.ts";
import { loginServicesWords } from "../../../../words/settings/organization/login-services.ts";
import { attemptWithLogin, withFreshLogin } from "../../../reauthentication/with-fresh-login.tsx";
import { CopyField } from "../../copy-field.tsx";
import { BackLink, LockNote } from "../../entry.tsx";
import { SettingSwitch } from "../../rows/setting-choice.tsx";
import { SettingText } from "../../rows/setting-field.tsx";
import { lockable, type Setting, SettingGroup, SettingRow, useSaving } from "../../rows/setting-row.tsx";
import { CheckState } from "./check-state.tsx";
import { ClaimRules } from "./claim-rules.tsx";
import {
  asksService,
  type Check,
  changeConnection,
  checkedNow,
  hostOf,
  type ListedConnection,
  type LoginConnection,
  PATH,
  SECTION,
  useConnectionSettings,
} from "./connection.ts";
import { ReplaceSecret } from "./connection-dialogs.tsx";

interface PageProps {
  /** The connection with the id in the URL. Undefined if there is none. */
  readonly connection: ListedConnection | undefined;
  readonly check: Check | undefined;
  readonly onCheck: (outcome: Check) => void;
  readonly onChange: (changed: Partial<LoginConnection>) => void;
  readonly onGone: () => Promise<void>;
}

/**
 * A login service's settings. Each is saved separately. Before that, the server may check that the service responds.
 */
export function ConnectionPage({ connection, ...rest }: PageProps) {
  const w = loginServicesWords();
  return (
    <>
      <BackLink href={settingsAddress(SECTION)} label={w.back} />
      {connection === undefined ? (
        <Empty icon="log-in" title={w.gone} />
      ) : (
        <ConnectionSettings connection={connection} {...rest} />
      )}
    </>
  );
}

type Props = PageProps & { readonly connection: ListedConnection };

function ConnectionSettings({ connection, check, onCheck, onChange, onGone }: Props) {
  const client = useClient();
  const onSaved = (changed: Partial<LoginConnection>) => {
    onChange(changed);
    if (asksService(changed)) onCheck(checkedNow());
  };
  const setting = useConnectionSettings(connection, onSaved);
  const saveIssuer = async (issuer: string) => {
    try {
      await setting("issuer").save(issuer);
    } catch (error) {
      if (refusedField(error) !== "client_secret") throw error;
      await new Promise<void>((resolve, reject) => {
        const save = async (client_secret: string) => {
          await changeConnection(client, connection.id, { issuer, client_secret });
          onSaved({ issuer });
          resolve();
        };
        client.show(<ReplaceSecret onSave={save} onClose={() => reject(error)} />);
      });
    }
  };
  const w = loginServicesWords();
  const domains = setting("domains");
  // While the service is the only way to log in, it can't be disabled or removed, and the settings of its connection
  // can't be changed, because an owner has tested the login with them.
  const tried = connection.only ? { locked: w.onlyLocked } : {};
  const hasDomains = connection.domains.length > 0;
  return (
    <>
      <header class="settings-title">
        <h2>
          <img class="login-service-mark" src={connection.icon} alt="" width={24} height={24} />
          <span>{connection.name}</span>
        </h2>
        <p class="settings-note">{hostOf(connection)}</p>
      </header>
      <SettingGroup title={w.atService} hint={w.atServiceHint}>
        <CopyField label={w.redirect} value={connection.redirect_uri} hint={w.redirectHint} />
        <CopyField label={w.afterLogout} value={connection.post_logout_redirect_uri} hint={w.afterLogoutHint} />
        <CopyField label={w.backchannel} value={connection.backchannel_logout_uri} hint={w.backchannelHint} />
      </SettingGroup>
      <SettingGroup title={w.connection}>
        <SettingText label={appWords().name} hint={w.nameHint} setting={setting("name")} maxLength={60} />
        <SettingText
          label={w.issuer}
          hint={w.issuerHint}
          setting={{ value: connection.issuer, save: saveIssuer, ...tried }}
          type="url"
        />
        <SettingText label={w.clientId} setting={{ ...setting("client_id"), ...tried }} />
        <Secret connection={connection} onSaved={() => onCheck(checkedNow())} />
        <SettingText label={w.scope} hint={w.scopeHint} setting={{ ...setting("scope"), ...tried }} />
        <Discovery connection={connection} check={check} onCheck={onCheck} />
      </SettingGroup>
      <SettingGroup title={w.accounts}>
        <SettingSwitch label={w.signUp} hint={w.signUpHint} setting={setting("sign_up")} />
        <SettingText
          label={w.domains}
          hint={w.domainsHint}
          setting={{
            value: domains.value.join(", "),
            save: (text) => domains.save(text.split(/[\s,]+/).filter((domain) => domain !== "")),
          }}
        />
        <SettingSwitch
          label={w.trust}
          hint={w.trustHint}
          setting={{ ...setting("trust_email"), ...(!hasDomains && { locked: w.trustLocked }) }}
        />
      </SettingGroup>
      <SettingGroup title={w.logins}>
        <SettingSwitch label={w.enabled} hint={w.enabledHint} setting={{ ...setting("enabled"), ...tried }} />
        <OnlySwitch
          connection={connection}
          setting={{ ...setting("only"), ...(!connection.enabled && { locked: w.enabledLocked }) }}
        />
        <SettingSwitch label={w.secondFactor} hint={w.secondFactorHint} setting={setting("second_factor")} />
        <SettingSwitch label={w.serviceLogout} hint={w.serviceLogoutHint} setting={setting("service_logout")} />
      </SettingGroup>
      <ClaimRules connection={connection} setting={setting} />
      <SettingGroup title={w.remove} hint={w.removeText}>
        <LockNote why={tried.locked} />
        <div>
          <Button kind="danger" disabled={connection.only} onClick={() => void disconnect(client, connection, onGone)}>
            {w.remove}
          </Button>
        </div>
      </SettingGroup>
    </>
  );
}

interface OnlyProps {
  readonly connection: ListedConnection;
  readonly setting: Setting<boolean>;
}

/** Makes the service the only way to log in for most people. Asks for confirmation. */
function OnlySwitch({ connection: { name }, setting }: OnlyProps) {
  const { shown, change, ...row } = useSaving(setting);
  const [isAsking, setAsking] = useState(false);
  const w = loginServicesWords();
  const choose = async (on: boolean) => {
    setAsking(on);
    const { others, owners, failure } = w.onlyAskText;
    const text = [others(name), owners, failure(name)].map((line) => <p key={line}>{line}</p>);
    const question = { title: w.onlyAsk(name), text, action: w.onlyDo, danger: true };
    if (!on || (await confirm(question))) void change(on);
    setAsking(false);
  };
  return (
    <SettingRow {...row}>
      <Switch
        label={w.only}
        {...lockable(setting, w.onlyHint)}
        on={isAsking || shown}
        onChange={(on) => void choose(on)}
      />
    </SettingRow>
  );
}

function Secret({ connection, onSaved }: { readonly connection: ListedConnection; readonly onSaved: () => void }) {
  const client = useClient();
  const w = loginServicesWords();
  const save = async (client_secret: string) => {
    await changeConnection(client, connection.id, { client_secret });
    onSaved();
    client.toast({ text: w.replaced });
  };
  return (
    <div class="login-service-secret">
      <div>
        <p class="setting-name">{w.clientSecret}</p>
        <p class="settings-note">{w.secretKept}</p>
      </div>
      <Button icon="key" disabled={connection.only} onClick={() => client.show(<ReplaceSecret onSave={save} />)}>
        {w.replaceOpen}
      </Button>
    </div>
  );
}

type DiscoveryProps = Pick<Props, "connection" | "check" | "onCheck">;

/** Makes the server check whether the service responds, and shows the result. */
function Discovery({ connection: { id }, check, onCheck }: DiscoveryProps) {
  const client = useClient();
  const w = loginServicesWords();
  const look = async () => {
    try {
      // An empty change makes the server contact the service.
      const done = await withFreshLogin(client, () => client.api.patch(`${PATH}/${id}`));
      if (done !== undefined) onCheck(checkedNow());
    } catch (error) {
      onCheck(checkedNow(errorText(error)));
    }
  };
  return (
    <div class="login-service-check">
      <div>
        <Button icon="activity" run={look}>
          {w.check}
        </Button>
      </div>
      <div role="status">
        {check === undefined ? <p class="settings-note">{w.unchecked}</p> : <CheckState check={check} />}
      </div>
    </div>
  );
}

async function disconnect(client: Client, { id, name }: ListedConnection, onGone: () => Promise<void>): Promise<void> {
  const w = loginServicesWords();
  const question = { title: w.removeAsk(name), text: w.removeText, action: w.remove, danger: true };
  if (!(await confirm(question))) return;
  const done = await attemptWithLogin(client, () => client.api.delete(`${PATH}/${id}`));
  if (done === undefined) return;
  client.toast({ text: w.removed(name) });
  client.go({ view: "settings", section: SECTION }, "replace");
  await onGone();
}
