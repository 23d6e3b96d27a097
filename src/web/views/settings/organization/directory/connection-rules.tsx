import { useState } from "preact/hooks";
import { useClient } from "../../../../client/client.ts";
import { channelsByName } from "../../../../model/channels/channel-list.ts";
import { Select } from "../../../../parts/fields/choice.tsx";
import { listed } from "../../../../words/format.ts";
import { peopleWords } from "../../../../words/people.ts";
import { directoryWords } from "../../../../words/settings/organization/login-services.ts";
import { namesOfChannels } from "../../../people/names.ts";
import { ChannelPicker } from "../../../pickers.tsx";
import { useChosen } from "../../../use-chosen.ts";
import { SettingSelect, SettingSwitch } from "../../rows/setting-choice.tsx";
import { type Setting, SettingGroup } from "../../rows/setting-row.tsx";
import { useWhole } from "../../use-whole.ts";
import { NewRule, RuleList } from "../rule-list.tsx";
import {
  ATTRIBUTES,
  type ChannelRule,
  changeConnection,
  type DirectoryConnection,
  MAX_RULES,
  ROLES,
  type RoleRule,
  type Rules,
  reloadConnection,
} from "./connection.ts";

interface Props {
  readonly connection: DirectoryConnection;
  readonly load: () => Promise<void>;
}

/** A directory's rules, each saved separately. */
export function ConnectionRules({ connection, load }: Props) {
  const client = useClient();
  const { id, rules } = connection;
  const state = client.watch("channels");
  const w = directoryWords();
  const { roles } = peopleWords();
  const changeRules = useWhole(
    async () => (await reloadConnection(client, connection)).rules,
    async (wanted) => {
      await changeConnection(client, id, { rules: wanted });
      await load();
    },
  );
  const save = <Name extends keyof Rules>(name: Name, change: (value: Rules[Name]) => Rules[Name]) =>
    changeRules((present) => ({ ...present, [name]: change(present[name]) }));
  const rule = <Name extends keyof Rules>(name: Name): Setting<Rules[Name]> => ({
    value: rules[name],
    save: (value) => save(name, () => value),
  });
  const channelNames = ({ channels }: ChannelRule) => listed(namesOfChannels(state, channels));
  return (
    <>
      <SettingGroup title={w.permissions}>
        <SettingSwitch label={w.maySetOwner} hint={w.maySetOwnerHint} setting={rule("may_set_owner")} />
        <SettingSwitch label={w.mayAdopt} hint={w.mayAdoptHint} setting={rule("may_adopt_groups")} />
      </SettingGroup>
      <RuleList
        words={w.roleRules}
        rules={rules.group_roles}
        most={MAX_RULES}
        nameOf={({ group }) => group}
        factsOf={({ role }) => roles[role]}
        dialog={(add) => <NewRole mayBeOwner={rules.may_set_owner} add={add} />}
        onChange={(change) => save("group_roles", change)}
      />
      <RuleList
        words={w.channelRules}
        rules={rules.group_channels}
        most={MAX_RULES}
        nameOf={({ group }) => group}
        factsOf={channelNames}
        dialog={(add) => <NewChannels add={add} />}
        onChange={(change) => save("group_channels", change)}
      />
      <ShownAttributes shown={rules.attributes} onSave={(change) => save("attributes", change)} />
    </>
  );
}

interface NewRoleProps {
  readonly mayBeOwner: boolean;
  readonly add: (rule: RoleRule) => Promise<unknown>;
}

function NewRole({ mayBeOwner, add }: NewRoleProps) {
  const [role, setRole] = useState<RoleRule["role"]>("administrator");
  const w = directoryWords();
  const { roles } = peopleWords();
  return (
    <NewRule title={w.roleRules.add} label={w.group} hint={w.groupHint} add={(group) => add({ group, role })}>
      <Select
        label={w.role}
        value={role}
        hint={mayBeOwner ? undefined : w.noOwners}
        options={ROLES.filter((one) => mayBeOwner || one !== "owner").map((value) => ({ value, label: roles[value] }))}
        onChange={setRole}
      />
    </NewRule>
  );
}

function NewChannels({ add }: { readonly add: (rule: ChannelRule) => Promise<unknown> }) {
  const state = useClient().watch("channels");
  const offered = channelsByName(state).filter((channel) => !channel.is_archived);
  const [channels, setChannels] = useChosen(offered.map(({ stream_id }) => stream_id));
  const w = directoryWords();
  return (
    <NewRule
      title={w.channelRules.add}
      label={w.group}
      hint={w.groupHint}
      isReady={channels.length > 0}
      add={(group) => add({ group, channels })}
    >
      <ChannelPicker label={w.channels} channels={offered} chosen={channels} onChange={setChannels} />
    </NewRule>
  );
}

/** Types of profile fields that can hold text, and the type that holds people. */
const [TEXTS, PEOPLE] = [[1, 2], [6]];
const NONE = 0;

type Attributes = Rules["attributes"];

interface ShownAttributesProps {
  readonly shown: Attributes;
  readonly onSave: (change: (present: Attributes) => Attributes) => Promise<unknown>;
}

function ShownAttributes({ shown, onSave }: ShownAttributesProps) {
  const state = useClient().watch("realm");
  const w = directoryWords();
  const fields = state.custom_profile_fields.toSorted((a, b) => a.order - b.order);
  return (
    <SettingGroup title={w.profileFields} hint={w.profileFieldsHint}>
      {fields.length === 0 ? (
        <p class="settings-note">
          <a href="#organization/profile-field-settings">{w.noFields}</a>
        </p>
      ) : (
        ATTRIBUTES.map((name) => {
          const chosen = shown[name] ?? NONE;
          const types = name === "manager" ? [...TEXTS, ...PEOPLE] : TEXTS;
          const fitting = fields.filter(({ id, type }) => id === chosen || types.includes(type));
          return (
            <SettingSelect<number>
              key={name}
              label={w.attributes[name]}
              options={[
                { value: NONE, label: w.notShown },
                ...fitting.map((field) => ({ value: field.id, label: field.name })),
              ]}
              setting={{
                value: chosen,
                save: (id) => onSave(({ [name]: _, ...others }) => (id === NONE ? others : { ...others, [name]: id })),
              }}
            />
          );
        })
      )}
    </SettingGroup>
  );
}
