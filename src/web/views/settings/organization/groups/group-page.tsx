import type { Group } from "../../../../model/state.ts";
import { groupsWords } from "../../../../words/settings/organization/groups.ts";
import { attempt } from "../../../attempt.ts";
import "../users.css";
import type { GroupSettingValue } from "../../../../../protocol/group-setting-value.ts";
import type { GroupPermissionName } from "../../../../../protocol/permission-settings.ts";
import { LONGEST_GROUP_DESCRIPTION, LONGEST_GROUP_NAME } from "../../../../../protocol/text-lengths.ts";
import { useClient } from "../../../../client/client.ts";
import { canManageGroup } from "../../../../model/organization/permissions.ts";
import { groupUses, isUsed } from "../../../../model/people/group-uses.ts";
import { groupById } from "../../../../model/people/groups.ts";
import { Button } from "../../../../parts/button.tsx";
import { Icon } from "../../../../parts/icon.tsx";
import { Empty } from "../../../../parts/lists/empty.tsx";
import { confirm } from "../../../../parts/overlays/confirm.tsx";
import { GroupPicker, groupTitle } from "../../rows/group-picker.tsx";
import type { Setting } from "../../rows/setting.ts";
import { SettingGroup } from "../../rows/setting-row.tsx";
import { SettingText } from "../../rows/setting-text.tsx";
import { GroupMembers } from "./group-members.tsx";
import { GroupUses } from "./group-uses.tsx";

const PERMISSIONS: readonly GroupPermissionName[] = [
  "can_manage_group",
  "can_add_members_group",
  "can_remove_members_group",
  "can_join_group",
  "can_leave_group",
  "can_mention_group",
];

/** A group, with its members, the permissions to change it, and its uses. */
export function GroupPage({ id }: { readonly id: number }) {
  const client = useClient();
  const state = client.watch("groups", "users", "account", "realm", "channels");
  const group = groupById(state, id);
  const w = groupsWords();
  const back = (
    <a class="settings-back" href="#groups">
      <Icon name="arrow-left" size={14} />
      {w.backToAll}
    </a>
  );
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
  const permission = (name: GroupPermissionName): Setting<GroupSettingValue> => ({
    value: group[name],
    // The old value is sent too: the server refuses the change where someone else has made one meanwhile.
    save: async (value) => {
      await client.api.patch(path, { [name]: { new: value, old: group[name] } });
      // The next change sends this value as the old one, even before the event has come.
      client.assume({ type: "user_group", op: "update", group_id: id, data: { [name]: value } });
    },
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
          <SettingText label={w.name} setting={text("name")} maxLength={LONGEST_GROUP_NAME} />
          <SettingText
            label={w.description}
            setting={text("description")}
            maxLength={LONGEST_GROUP_DESCRIPTION}
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

/** Deactivates a group, or brings it back. */
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
    if (await confirm({ title, text: w.deactivateText, action: w.deactivateAction, danger: true }))
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
