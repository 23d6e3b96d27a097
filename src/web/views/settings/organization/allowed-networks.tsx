import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import { roleOf } from "../../../model/people/profile.ts";
import type { User } from "../../../model/state.ts";
import { ToolButton } from "../../../parts/button.tsx";
import { Select } from "../../../parts/fields/choice.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { Dialog } from "../../../parts/overlays/dialog.tsx";
import { appWords } from "../../../words/app.ts";
import { listed } from "../../../words/format.ts";
import { peopleWords } from "../../../words/people.ts";
import { loginLimitsWords } from "../../../words/settings/organization/users.ts";
import { settingsWords } from "../../../words/settings/settings.ts";
import { attempt } from "../../attempt.ts";
import { withFreshLogin } from "../../reauthentication/with-fresh-login.tsx";
import { useFields } from "../../use-fields.ts";
import { Entry, EntryGroup } from "../entry.tsx";
import { SettingGroup } from "../rows/setting-row.tsx";
import { useLoaded, WhenLoaded } from "../use-loaded.tsx";
import { useWhole } from "../use-whole.ts";

type RoleNumber = User["role"];

interface AllowedNetwork {
  readonly network: string;
  readonly label: string;
  /** The roles that the network applies to. Null for all roles. */
  readonly roles: readonly RoleNumber[] | null;
}

interface Networks {
  readonly networks: readonly AllowedNetwork[];
  readonly own_address: string | null;
}

const PATH = "/realm/allowed_networks";

/** The networks that users can log in from. Only owners see them. */
export function AllowedNetworks() {
  const client = useClient();
  const { is_owner } = client.watch("account");
  const w = loginLimitsWords();
  if (is_owner) return <Networks />;
  return (
    <SettingGroup title={w.rows.allowed_networks} hint={w.networksHint}>
      <p class="settings-note">{settingsWords().onlyOwners}</p>
    </SettingGroup>
  );
}

function Networks() {
  const client = useClient();
  const load = () => client.api.get<Networks>(PATH);
  const loaded = useLoaded(load);
  const w = loginLimitsWords();
  const change = useWhole(
    async () => (await load()).networks,
    async (wanted) => {
      const changed = await withFreshLogin(client, () => client.api.patch<Networks>(PATH, { networks: wanted }));
      if (changed === undefined) return false;
      loaded.change((now) => ({ ...now, networks: changed.networks }));
      return true;
    },
  );
  const remove = (one: AllowedNetwork) =>
    attempt(client, async () => {
      const isRemoved = await change((present) => present.filter((other) => keyOf(other) !== keyOf(one)));
      if (isRemoved) client.toast({ text: w.removed(one.network) });
    });
  return (
    <WhenLoaded of={loaded}>
      {({ networks, own_address }) => (
        <EntryGroup
          title={w.rows.allowed_networks}
          hint={w.networksHint}
          disabled={own_address === null}
          add={w.add}
          onAdd={() => client.show(<AddNetwork add={(network) => change((present) => [...present, network])} />)}
          none={networks.length === 0 ? w.noNetworks : undefined}
        >
          <p class="settings-note">{own_address === null ? w.unknown : w.own(own_address)}</p>
          <ul class="entries" aria-label={w.rows.allowed_networks}>
            {networks.map((one) => (
              <li key={keyOf(one)}>
                <Entry title={one.network} facts={[one.label, forWhom(one)].filter((text) => text !== "").join(" · ")}>
                  <ToolButton icon="trash-2" label={w.remove(one.network)} onClick={() => void remove(one)} />
                </Entry>
              </li>
            ))}
          </ul>
        </EntryGroup>
      )}
    </WhenLoaded>
  );
}

const keyOf = ({ network, roles }: AllowedNetwork): string => `${network} ${roles}`;

const roleName = (role: RoleNumber) => peopleWords().roles[roleOf({ role })];

const forWhom = ({ roles }: Pick<AllowedNetwork, "roles">): string =>
  roles === null ? loginLimitsWords().everyone : listed(roles.map(roleName));

/** Roles that a new network can apply to. */
const CHOICES: readonly (readonly RoleNumber[] | null)[] = [null, [100, 200], [300], [400], [600]];

interface NewNetworkProps {
  readonly add: (network: Omit<AllowedNetwork, "roles">) => Promise<unknown>;
  readonly children?: ComponentChildren;
}

/** Adds a network, described by these fields and its children. */
export function NewNetwork({ add, children }: NewNetworkProps) {
  const { field, texts } = useFields({ network: "", label: "" });
  const w = loginLimitsWords();
  return (
    <Dialog title={w.add} submit={w.add} disabled={texts.network === ""} onSubmit={() => add(texts)}>
      <Field label={w.network} hint={w.networkHint} {...field("network")} spellcheck={false} autofocus required />
      <Field label={appWords().description} hint={w.labelHint} {...field("label")} />
      {children}
    </Dialog>
  );
}

function AddNetwork({ add }: { readonly add: (network: AllowedNetwork) => Promise<boolean> }) {
  const [choice, setChoice] = useState(0);
  return (
    <NewNetwork add={(network) => add({ ...network, roles: CHOICES[choice] ?? null })}>
      <Select
        label={loginLimitsWords().forWhom}
        value={choice}
        options={CHOICES.map((roles, value) => ({ value, label: forWhom({ roles }) }))}
        onChange={setChoice}
      />
    </NewNetwork>
  );
}
