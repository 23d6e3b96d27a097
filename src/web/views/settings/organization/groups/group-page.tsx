import { appWords, labelled } from "../../../../words/app.ts";
import { BackLink } from "../../entry.tsx";
import "../users.css";
import type { GroupSettingValue } from "../../../../../protocol/group-setting-value.ts";
import type { GroupPermissionName } from "../../../../../protocol/permission-settings.ts";
import { MAX_GROUP_DESCRIPTION_LENGTH, MAX_GROUP_NAME_LENGTH } from "../../../../../protocol/text-lengths.ts";
import { useClient } from "../../../../client/client.ts";
import { hashForRoute, settingsAddress } from "../../../../model/addresses/address.ts";
import { groupUses, isUsed } from "../../../../model/organization/permission-values.ts";
import { canManageGroup } from "../../../../model/people/group-members.ts";
import { groupById } from "../../../../model/people/groups.ts";
import type { Group } from "../../../../model/state.ts";
import { Button } from "../../../../parts/button.tsx";
import { Icon } from "../../../../parts/icon.tsx";
import { confirm } from "../../../../parts/overlays/dialog.tsx";
import { Empty } from "../../../../parts/progress.tsx";
import { listed, listedAs } from "../../../../words/format.ts";
import { organizationPermissionsWords } from "../../../../words/settings/organization/organization-permissions.ts";
import { groupsWords } from "../../../../words/settings/organization/users.ts";
import { attempt } from "../../../attempt.ts";
import { GroupPicker, groupTitle } from "../../rows/group-picker.tsx";
import { SettingText } from "../../rows/setting-field.tsx";
import { type GuardedSetting, type Setting, SettingGroup } from "../../rows/setting-row.tsx";
import { GroupMembers } from "./group-members.tsx";

const PERMISSIONS: readonly GroupPermissionName[] = [
  "can_manage_group",
  "can_add_members_group",
  "can_remove_members_group",
  "can_join_group",
  "can_leave_group",
  "can_mention_group",
];

export function GroupPage({ id }: { readonly id: number }) {
  const client = useClient();
  const state = client.watch("groups", "users", "account", "realm", "channels");
  const group = groupById(state, id);
  const w = groupsWords();
  const app = appWords();
  const back = <BackLink href="#groups" label={w.backToAll} />;
  if (group === undefined) {
    return (
      <>
        {back}
        <Empty icon="users" title={w.gone} text={w.goneText} />
      </>
    );
  }
  const locked = canManageGroup(state, group) ? undefined : w.locked;
  const path = `/user_groups/${id}`;
  const text = (name: "name" | "description"): Setting<string> => ({
    value: group[name],
    save: (value) => client.api.patch(path, { [name]: value }),
    locked,
  });
  const permission = (name: GroupPermissionName): GuardedSetting<GroupSettingValue> => ({
    value: group[name],
    save: (value, old) => client.api.patch(path, { [name]: { new: value, old } }),
    locked,
  });
  const rules = state.server_supported_permission_settings.group;
  return (
    <>
      {back}
      <header class="group-head">
        <h2>
          <Icon name="users" />
          <span>{groupTitle(group)}</span>
        </h2>
        {group.deactivated && <p role="status">{w.isDeactivated}</p>}
      </header>
      {!group.is_system_group && (
        <SettingGroup title={w.about}>
          <SettingText label={app.name} setting={text("name")} maxLength={MAX_GROUP_NAME_LENGTH} />
          <SettingText
            label={app.description}
            setting={text("description")}
            maxLength={MAX_GROUP_DESCRIPTION_LENGTH}
            lines={2}
          />
        </SettingGroup>
      )}
      <GroupMembers group={group} />
      {!group.is_system_group && (
        <SettingGroup title={w.permissions}>
          {PERMISSIONS.map((name) => {
            const rule = rules[name];
            return rule && <GroupPicker key={name} label={w.rows[name]} setting={permission(name)} rule={rule} />;
          })}
        </SettingGroup>
      )}
      <SettingGroup title={w.uses}>
        <GroupUses group={group} />
      </SettingGroup>
      {!group.is_system_group && <Ending group={group} locked={locked} />}
    </>
  );
}

/** Deactivates or reactivates a group. */
function Ending({ group, locked }: { readonly group: Group; readonly locked: string | undefined }) {
  const client = useClient();
  const state = client.watch("groups", "channels", "realm");
  const w = groupsWords();
  if (group.deactivated) {
    const reactivate = () =>
      void attempt(client, () => client.api.patch(`/user_groups/${group.id}`, { deactivated: false }));
    return (
      <div>
        <Button disabled={locked !== undefined} onClick={reactivate}>
          {w.reactivate}
        </Button>
      </div>
    );
  }
  const why = locked ?? (isUsed(groupUses(state, group.id)) ? w.inUse : undefined);
  const deactivate = async () => {
    const title = w.deactivateTitle(group.name);
    if (await confirm({ title, text: w.deactivateText, action: w.deactivate, danger: true }))
      await attempt(client, () => client.api.post(`/user_groups/${group.id}/deactivate`));
  };
  return (
    <SettingGroup title={w.deactivate} hint={w.deactivateText}>
      <div>
        <Button kind="danger" disabled={why !== undefined} onClick={() => void deactivate()}>
          {w.deactivate}
        </Button>
      </div>
      {why !== undefined && (
        <p class="settings-note">
          <Icon name="lock" size={12} /> {why}
        </p>
      )}
    </SettingGroup>
  );
}

/** A group's uses: in permissions of the organization, channels and groups, and as a subgroup. */
function GroupUses({ group }: { readonly group: Group }) {
  const state = useClient().watch("groups", "channels", "realm");
  const uses = groupUses(state, group.id);
  const w = groupsWords();
  const permissions = organizationPermissionsWords().rows;
  const linkTo = (one: Group) => <a href={settingsAddress(`groups/${one.id}`)}>{groupTitle(one)}</a>;
  /** Returns the text after a link: a colon as the language writes it, and the names. */
  const after = (names: readonly string[]) => labelled("", listed(names));
  if (!isUsed(uses)) return <p class="settings-note">{w.unused}</p>;
  return (
    <div class="group-uses">
      {uses.realm.length > 0 && (
        <section>
          <h3>
            <a href="#organization/organization-permissions">{w.ofOrganization}</a>
          </h3>
          <ul>
            {uses.realm.map((name) => (
              <li key={name}>{permissions[name]}</li>
            ))}
          </ul>
        </section>
      )}
      <ul>
        {uses.channels.map(({ channel, names }) => (
          <li key={channel.stream_id}>
            <a href={hashForRoute({ view: "channels", channel: channel.stream_id }, state)}>
              {w.ofChannel(channel.name)}
            </a>
            {after(names.map((name) => w.channelPermissions[name]))}
          </li>
        ))}
        {uses.groups.map(({ group: other, names }) => (
          <li key={other.id}>
            {linkTo(other)}
            {after(names.map((name) => w.rows[name]))}
          </li>
        ))}
        {uses.supergroups.length > 0 && (
          <li>
            {w.within} {listedAs(uses.supergroups, linkTo)}
          </li>
        )}
      </ul>
    </div>
  );
}
