import { useEffect, useState } from "preact/hooks";
import type { WireExternalLogin } from "../../../../../wire-types.ts";
import { type Client, useClient } from "../../../../client/client.ts";
import { type LoginService, loginServices } from "../../../../client/session/log-in-again.ts";
import { Button } from "../../../../parts/button.tsx";
import { Time } from "../../../../parts/indicators/time.tsx";
import { confirm } from "../../../../parts/overlays/dialog.tsx";
import { loginSecurityWords } from "../../../../words/settings/own/login-security.ts";
import { attemptWithLogin } from "../../../reauthentication/with-fresh-login.tsx";
import { Entry, EntryList } from "../../entry.tsx";
import { SettingGroup } from "../../rows/setting-row.tsx";
import { useLoaded, WhenLoaded } from "../../use-loaded.tsx";
import { PasskeyGroup } from "./passkey-group.tsx";
import { RecentLogins } from "./recent-logins.tsx";
import { SecondFactorGroup } from "./second-factor-group.tsx";

/** Ways to log in (passkeys, a second factor in addition to the password, external services) and recent logins. */
export const LoginSecurity = () => (
  <>
    <PasskeyGroup />
    <SecondFactorGroup />
    <LoginServiceGroup />
    <RecentLogins />
  </>
);

/** Login services: those linked to the account, which can be unlinked, and those that can be linked. */
function LoginServiceGroup() {
  const client = useClient();
  const loaded = useLoaded(
    async () =>
      (await client.api.get<{ external_logins: readonly WireExternalLogin[] }>("/users/me/external_logins"))
        .external_logins,
  );
  const [services, setServices] = useState<readonly LoginService[]>([]);
  const w = loginSecurityWords();
  useEffect(() => void loginServices(client).then(setServices), []);
  const open = (logins: readonly WireExternalLogin[]) =>
    services.filter(({ name }) => !logins.some(({ provider }) => provider === name));
  const { value, error } = loaded;
  // Shows no placeholder while loading, because most organizations have no services.
  if (value === undefined ? error === undefined : value.length + open(value).length === 0) return null;
  return (
    <SettingGroup title={w.rows.services} hint={w.servicesHint}>
      <WhenLoaded of={loaded}>
        {(logins) => (
          <>
            {logins.length > 0 && (
              <EntryList items={logins}>
                {(login) => (
                  <Entry
                    isPlain
                    title={login.name}
                    facts={
                      <>
                        {w.linked} <Time at={login.linked_at} as="day within" /> · {w.used}{" "}
                        <Time at={login.used_at} as="day within" />
                      </>
                    }
                    more={!login.works && <p class="settings-note">{w.serviceOff}</p>}
                  >
                    <Button onClick={() => void unlinkLogin(client, login).then(loaded.load)}>{w.unlink}</Button>
                  </Entry>
                )}
              </EntryList>
            )}
            {open(logins).length > 0 && (
              <div class="settings-actions">
                {open(logins).map((service) => (
                  <Button key={service.name} run={() => linkService(client, service)}>
                    {w.link(service.display_name)}
                  </Button>
                ))}
              </div>
            )}
          </>
        )}
      </WhenLoaded>
    </SettingGroup>
  );
}

/** Opens the service's page. After the login there, the service returns the user to this page. */
async function linkService(client: Client, { name: provider }: LoginService): Promise<void> {
  const begun = await attemptWithLogin(client, () =>
    client.api.post<{ url: string }>("/users/me/external_logins", { provider }),
  );
  if (begun !== undefined) location.assign(begun.url);
}

async function unlinkLogin(client: Client, { id, name }: WireExternalLogin): Promise<void> {
  const w = loginSecurityWords();
  const question = { title: w.unlinkQuestion(name), text: w.unlinkText(name), action: w.unlink, danger: true };
  if (!(await confirm(question))) return;
  const done = await attemptWithLogin(client, () => client.api.delete(`/users/me/external_logins/${id}`));
  if (done !== undefined) client.toast({ text: w.unlinked });
}
