import { useState } from "preact/hooks";
import type { RealmSettingName } from "../../../../protocol/realm-settings.ts";
import { useClient } from "../../../client/client.ts";
import { ROLE_NUMBERS, roleOf } from "../../../model/people/profile.ts";
import { Button } from "../../../parts/button.tsx";
import { Select, Switch } from "../../../parts/fields/choice.tsx";
import { Dialog } from "../../../parts/overlays/dialog.tsx";
import { cachedFormat } from "../../../words/format.ts";
import { peopleWords } from "../../../words/people.ts";
import { loginLimitsWords, usersWords } from "../../../words/settings/organization/users.ts";
import { settingsWords } from "../../../words/settings/settings.ts";
import { withFreshLogin } from "../../reauthentication/with-fresh-login.tsx";
import { LockNote } from "../entry.tsx";
import { SettingSelect, SettingSwitch } from "../rows/setting-choice.tsx";
import { SettingGroup } from "../rows/setting-row.tsx";
import { realmSettings } from "../rows/setting-sources.ts";

const durations = (unit: "minute" | "hour" | "day") =>
  cachedFormat((locale) => new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }));
const [minutes, hours, days] = [durations("minute"), durations("hour"), durations("day")];

const inMinutes = (count: number) => minutes().format(count);
const inDays = (count: number) => days().format(count);
const inHours = (count: number) => (count % 24 === 0 ? inDays(count / 24) : hours().format(count));

const HOURS = [8, 12, 24, 3 * 24, 7 * 24, 14 * 24];
const IDLE_DAYS = [1, 2, 3, 7];
const KEY_DAYS = [7, 30, 90, 180, 365];
const MINUTES = [5, 10, 15, 30, 60];

type LimitName = Extract<
  RealmSettingName,
  `${"" | "admin_"}session_${"max_hours" | "idle_days"}` | `key_${"max" | "idle"}_days`
>;

/** Sets how long sessions and API keys last, and logs people out. */
export function LoginLimits() {
  const client = useClient();
  const { setting } = realmSettings(client);
  const state = client.watch("account");
  const w = loginLimitsWords();
  const locked = state.is_owner ? undefined : settingsWords().onlyOwners;
  /**
   * Returns the attributes of a select for a limit, where 0 means none. If another client has set a value that isn't
   * among the choices, it is shown, too.
   */
  const limit = (name: LimitName, none: string, offered: readonly number[], text: (count: number) => string) => {
    const { value, save } = setting(name);
    const counts = value === null || offered.includes(value) ? offered : [...offered, value].sort((a, b) => a - b);
    return (
      <SettingSelect
        label={w.rows[name]}
        options={[{ value: 0, label: none }, ...counts.map((count) => ({ value: count, label: text(count) }))]}
        setting={{ value: value ?? 0, locked, save: (count) => save(count === 0 ? null : count) }}
      />
    );
  };
  const fresh = setting("fresh_login_minutes");
  return (
    <>
      <SettingGroup title={w.sessions} hint={w.sessionsHint}>
        {limit("session_max_hours", w.serverDefault, HOURS, inHours)}
        {limit("session_idle_days", w.serverDefault, IDLE_DAYS, inDays)}
        {limit("admin_session_max_hours", w.sameForAdmins, HOURS, inHours)}
        {limit("admin_session_idle_days", w.sameForAdmins, IDLE_DAYS, inDays)}
        <SettingSelect
          label={w.rows.fresh_login_minutes}
          hint={w.freshHint}
          options={[...new Set([...MINUTES, fresh.value])]
            .sort((a, b) => a - b)
            .map((value) => ({ value, label: inMinutes(value) }))}
          setting={{ ...fresh, locked }}
        />
      </SettingGroup>
      <SettingGroup title={w.keys} hint={w.keysHint}>
        {limit("key_max_days", w.never, KEY_DAYS, inDays)}
        {limit("key_idle_days", w.never, KEY_DAYS, inDays)}
        <SettingSwitch label={w.rows.key_limits_for_bots} setting={{ ...setting("key_limits_for_bots"), locked }} />
      </SettingGroup>
      <SettingGroup title={w.rows.end_logins} hint={w.logOutHint}>
        <LockNote why={locked} />
        <div>
          <Button icon="log-out" disabled={locked !== undefined} onClick={() => client.show(<LogOutPeople />)}>
            {w.logOut}
          </Button>
        </div>
      </SettingGroup>
    </>
  );
}

function LogOutPeople() {
  const client = useClient();
  const [role, setRole] = useState(0);
  const [keys, setKeys] = useState(false);
  const w = loginLimitsWords();
  const { roles } = peopleWords();
  const options = [
    { value: 0, label: w.everyone },
    ...ROLE_NUMBERS.map((value) => ({ value: value as number, label: roles[roleOf({ role: value })] })),
  ];
  const submit = async () => {
    const fields = { ...(role !== 0 && { role }), api_keys: keys };
    const ended = await withFreshLogin(client, () => client.api.delete<{ people: number }>("/realm/logins", fields));
    if (ended === undefined) return false;
    client.toast({ text: w.loggedOut(usersWords().count(ended.people)) });
    return true;
  };
  return (
    <Dialog alert title={w.askTitle} submit={w.action} danger onSubmit={submit}>
      <p>{w.askText}</p>
      <Select label={w.who} value={role} options={options} onChange={setRole} />
      <Switch label={w.alsoKeys} hint={w.alsoKeysHint} on={keys} onChange={setKeys} />
    </Dialog>
  );
}
