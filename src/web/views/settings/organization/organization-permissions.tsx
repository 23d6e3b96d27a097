import { useClient } from "../../../client/client.ts";
import { organizationPermissionsWords } from "../../../words/settings/organization/organization-permissions.ts";
import { GroupPicker } from "../rows/group-picker.tsx";
import { realmSettings } from "../rows/realm-settings.ts";
import { SettingLimit } from "../rows/setting-limit.tsx";
import { SettingNumber } from "../rows/setting-number.tsx";
import { SettingGroup } from "../rows/setting-row.tsx";
import { SettingSelect } from "../rows/setting-select.tsx";
import { SettingSwitch } from "../rows/setting-switch.tsx";
import { Domains } from "./domains.tsx";
import { PERMISSION_ROWS, type PermissionRow } from "./permission-rows.ts";

/** The permissions of the organization, and the time limits of some. */
export function OrganizationPermissions() {
  const state = useClient().watch("realm");
  const { parts } = organizationPermissionsWords();
  // The permission for web-public channels is shown only where the server supports them.
  const isOffered = ({ name }: PermissionRow) =>
    name !== "can_create_web_public_channel_group" || state.server_web_public_streams_enabled;
  return (
    <>
      {(Object.keys(PERMISSION_ROWS) as (keyof typeof PERMISSION_ROWS)[]).map((part) => (
        <SettingGroup key={part} title={parts[part]}>
          {PERMISSION_ROWS[part].filter(isOffered).map((row) => (
            <Row key={row.name} row={row} />
          ))}
        </SettingGroup>
      ))}
    </>
  );
}

const TOPICS = ["allow_empty_topic", "disable_empty_topic"] as const;
const HISTORIES = ["all", "moves", "none"] as const;

function Row({ row }: { readonly row: PermissionRow }) {
  const client = useClient();
  const state = client.watch("realm", "account");
  const { setting, permission } = realmSettings(client);
  const w = organizationPermissionsWords();
  const hints: Readonly<Record<string, string>> = w.hints;
  const label = w.rows[row.name];
  const about = hints[row.name];
  const hint = about === undefined ? {} : { hint: about };
  switch (row.kind) {
    case "who": {
      const rule = state.server_supported_permission_settings.realm[row.name];
      return rule ? <GroupPicker label={label} {...hint} setting={permission(row.name)} rule={rule} /> : null;
    }
    case "switch":
      return (
        <>
          <SettingSwitch label={label} {...hint} setting={setting(row.name)} />
          {row.name === "emails_restricted_to_domains" && <Domains />}
        </>
      );
    case "limit": {
      const limit = setting(row.name);
      const isMoot = row.name === "message_content_edit_limit_seconds" && !state.realm_allow_message_editing;
      // The server has the word "unlimited" for no limit.
      const save = (value: number | null) =>
        value === null ? client.api.patch("/realm", { [row.name]: "unlimited" }) : limit.save(value);
      return isMoot ? null : <SettingLimit label={label} {...hint} setting={{ ...limit, save }} />;
    }
    case "days":
      return <SettingNumber label={label} {...hint} least={0} setting={setting(row.name)} />;
    case "topics":
      return (
        <SettingSelect
          label={label}
          isLong
          {...hint}
          setting={setting(row.name)}
          options={TOPICS.map((value) => ({ value, label: w.topics[value] }))}
        />
      );
    case "history":
      return (
        <SettingSelect
          label={label}
          isLong
          {...hint}
          setting={setting(row.name)}
          options={HISTORIES.map((value) => ({ value, label: w.histories[value] }))}
        />
      );
  }
}
