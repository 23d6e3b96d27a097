import { useState } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import { Switch } from "../../../parts/fields/choice.tsx";
import { confirm } from "../../../parts/overlays/dialog.tsx";
import { authMethodsWords } from "../../../words/settings/organization/organization-permissions.ts";
import { settingsWords } from "../../../words/settings/settings.ts";
import { LockNote } from "../entry.tsx";
import { SettingSelect } from "../rows/setting-choice.tsx";
import { rowHint, SettingGroup, SettingRow, useSaving } from "../rows/setting-row.tsx";
import { realmSettings } from "../rows/setting-sources.ts";
import { AllowedNetworks } from "./allowed-networks.tsx";
import { LoginLimits } from "./login-limits.tsx";

/** Login methods with an explanation. The others are known by name. */
const EXPLAINED: Readonly<Record<string, "dev" | "email" | "openId">> = {
  Dev: "dev",
  Email: "email",
  "OpenID Connect": "openId",
};

/** Returns a login method's name in the user's language. The names of services are the same in all languages. */
export function nameOfLoginMethod(name: string): string {
  const explained = EXPLAINED[name];
  return explained === undefined ? name : authMethodsWords().methods[explained].label;
}

/** The login methods that the organization allows, out of those the server offers. */
export function AuthMethods() {
  const client = useClient();
  const state = client.watch("realm", "account");
  const methods = Object.entries(state.realm_authentication_methods);
  const usable = methods.filter(([, { enabled, available }]) => enabled && available);
  const w = authMethodsWords();
  const locked = state.is_owner ? undefined : settingsWords().onlyOwners;
  return (
    <>
      <SettingGroup title={w.rows.authentication_methods} quiet hint={w.hint}>
        <LockNote why={locked} />
        {methods.map(([name, { enabled, available }]) => (
          <Method
            key={name}
            {...{ name, enabled, available }}
            isLocked={locked !== undefined}
            isLast={usable.length === 1 && usable[0]?.[0] === name}
          />
        ))}
      </SettingGroup>
      <SecondFactors />
      <LoginLimits />
      <AllowedNetworks />
    </>
  );
}

/**
 * The lowest role that needs a passkey or second factor, or 0 if none does. Each choice has the group whose name it
 * shows.
 */
const ROLES = [
  [0, "role:nobody"],
  [100, "role:owners"],
  [200, "role:administrators"],
  [300, "role:moderators"],
  [400, "role:members"],
  [600, "role:everyone"],
] as const;

type Lowest = (typeof ROLES)[number][0];

/** Sets the lowest role that needs more than a password. */
function SecondFactors() {
  const client = useClient();
  const { value, save, ...rest } = realmSettings(client).setting("second_factor_required_role");
  const w = authMethodsWords();
  return (
    <SettingGroup title={w.moreThanPassword}>
      <SettingSelect<Lowest>
        label={w.rows.second_factor_required_role}
        hint={w.secondFactorHint}
        options={ROLES.map(([role, group]) => ({ value: role, label: settingsWords().groups[group] }))}
        setting={{ ...rest, value: value ?? 0, save: (role) => save(role === 0 ? null : role) }}
      />
    </SettingGroup>
  );
}

interface MethodProps {
  readonly name: string;
  readonly enabled: boolean;
  readonly available: boolean;
  readonly isLocked: boolean;
  /** True if the login method is the only one left. */
  readonly isLast: boolean;
}

function Method({ name, enabled, available, isLocked, isLast }: MethodProps) {
  const client = useClient();
  const [asked, setAsked] = useState(0);
  const { shown, change, ...row } = useSaving({
    value: enabled && available,
    save: (on: boolean) => client.api.patch("/realm", { authentication_methods: { [name]: on } }),
  });
  const w = authMethodsWords();
  const explained = EXPLAINED[name];
  const label = nameOfLoginMethod(name);
  const hint = explained && w.methods[explained].hint;
  const why = available ? (isLast ? w.last : undefined) : w.unavailable;
  const set = async (on: boolean) => {
    const question = { title: w.offTitle(label), text: w.offText, action: w.offAction };
    if (on || (await confirm(question))) await change(on);
    setAsked(asked + 1);
  };
  return (
    <SettingRow {...row}>
      <Switch
        key={asked}
        label={label}
        hint={rowHint(hint, why)}
        on={shown}
        disabled={isLocked || why !== undefined}
        onChange={(on) => void set(on)}
      />
    </SettingRow>
  );
}
