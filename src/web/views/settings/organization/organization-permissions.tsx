import { useClient } from "../../../client/client.ts";
import { organizationPermissionsWords } from "../../../words/settings-organization-permissions-words.ts";
import { GroupPicker } from "../rows/group-picker.tsx";
import { realmSettings } from "../rows/realm-settings.ts";
import { SettingGroup } from "../rows/setting-row.tsx";

const JOINING = ["can_invite_users_group", "create_multiuse_invite_group"] as const;

/** Who may do what in the organization. */
export function OrganizationPermissions() {
  const client = useClient();
  const { permission } = realmSettings(client);
  const { realm: rules } = client.watch("realm").server_supported_permission_settings;
  const w = organizationPermissionsWords();
  return (
    <SettingGroup title={w.joining}>
      {JOINING.map((name) => {
        const rule = rules[name];
        return rule && <GroupPicker key={name} label={w.rows[name]} setting={permission(name)} rule={rule} />;
      })}
    </SettingGroup>
  );
}
