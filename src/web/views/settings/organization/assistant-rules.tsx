import { useClient } from "../../../client/client.ts";
import { realmRules } from "../../../model/people/permissions.ts";
import { organizationPermissionsWords } from "../../../words/settings/organization/organization-permissions.ts";
import { assistantRulesWords } from "../../../words/settings/own/assistants.ts";
import { GroupPicker } from "../rows/group-picker.tsx";
import { SettingSelect, SettingSwitch } from "../rows/setting-choice.tsx";
import { SettingText } from "../rows/setting-field.tsx";
import { type Setting, SettingGroup } from "../rows/setting-row.tsx";
import { realmRows, realmSettings } from "../rows/setting-sources.ts";

const PERMISSIONS = ["can_use_assistants_group", "can_write_with_assistants_group"] as const;
const APPROVALS = ["none", "writes", "all"] as const;
const LINES = 3;

export function AssistantRules() {
  const client = useClient();
  const state = client.watch("realm", "account");
  const { setting, permission } = realmSettings(client);
  const w = assistantRulesWords();
  const row = realmRows(client, w.rows);
  const clients = setting("assistant_clients");
  const rules = realmRules(state);
  return (
    <>
      <SettingGroup title={w.people}>
        {PERMISSIONS.map((name) => {
          const rule = rules[name];
          const label = organizationPermissionsWords().rows[name];
          return rule ? <GroupPicker key={name} label={label} setting={permission(name)} rule={rule} /> : null;
        })}
        <SettingSelect
          isLong
          {...row("assistants_min_approval")}
          hint={w.approvalHint}
          options={APPROVALS.map((value) => ({ value, label: w.approvals[value] }))}
        />
      </SettingGroup>
      <SettingGroup title={w.programs}>
        <SettingText
          label={w.rows.assistant_clients}
          hint={w.clientsHint}
          lines={LINES}
          setting={asLines({ ...clients, save: (hosts) => clients.save(hosts.length === 0 ? "any" : hosts) }, hostOf)}
        />
        <SettingText
          label={w.rows.assistant_origins}
          hint={w.originsHint}
          lines={LINES}
          setting={asLines(setting("assistant_origins"), withoutSlash)}
        />
        <SettingSwitch {...row("assistants_may_use_api_keys")} hint={w.keysHint} />
      </SettingGroup>
      <SettingGroup title={w.auditLog}>
        <SettingSwitch {...row("audit_assistant_reads")} hint={w.readsHint} />
      </SettingGroup>
    </>
  );
}

const withoutSlash = (text: string) => text.toLowerCase().replace(/\/+$/, "");
/** Strips the scheme and trailing slashes, because users paste full URLs. */
const hostOf = (text: string) => withoutSlash(text).replace(/^https?:\/\//, "");

interface ListSetting {
  readonly value: "any" | readonly string[];
  readonly save: (entries: string[]) => Promise<unknown>;
  readonly locked?: string | undefined;
}

/** Converts a list setting to a text setting with one entry per line. */
const asLines = ({ value, save, locked }: ListSetting, clean: (text: string) => string): Setting<string> => ({
  value: value === "any" ? "" : value.join("\n"),
  save: (text) =>
    save(
      text
        .split(/[\s,]+/)
        .map(clean)
        .filter((one) => one !== ""),
    ),
  locked,
});
