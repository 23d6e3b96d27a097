import { useState } from "preact/hooks";
import { type Client, useClient } from "../../../client/client.ts";
import { realmRules } from "../../../model/people/permissions.ts";
import type { RealmDomain } from "../../../model/state.ts";
import { Button, ToolButton } from "../../../parts/button.tsx";
import { Switch } from "../../../parts/fields/choice.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { confirm, Dialog } from "../../../parts/overlays/dialog.tsx";
import { organizationPermissionsWords } from "../../../words/settings/organization/organization-permissions.ts";
import { attempt } from "../../attempt.ts";
import { GroupPicker } from "../rows/group-picker.tsx";
import { SettingSelect, SettingSwitch } from "../rows/setting-choice.tsx";
import { SettingLimit, SettingNumber } from "../rows/setting-field.tsx";
import { SettingGroup } from "../rows/setting-row.tsx";
import { realmSettings } from "../rows/setting-sources.ts";
import { PERMISSION_ROWS, type PermissionRow } from "./permission-rows.ts";

export function OrganizationPermissions() {
  const state = useClient().watch("realm");
  const { parts } = organizationPermissionsWords();
  // Permissions for web-public channels and holds are shown only if the server supports them.
  const isOffered = ({ name }: PermissionRow) => {
    if (name === "can_manage_holds_group") return state.server_holds === true;
    return name !== "can_create_web_public_channel_group" || state.server_web_public_streams_enabled;
  };
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
      const rule = realmRules(state)[row.name];
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
      // The server uses the word "unlimited" for no limit.
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

/** The email domains whose users can join, if joining is restricted to domains. */
function Domains() {
  const client = useClient();
  const state = client.watch("realm", "account");
  const w = organizationPermissionsWords();
  return (
    <section class="settings-list-box" aria-label={w.domains}>
      <h3>{w.domains}</h3>
      {state.realm_domains.length === 0 ? (
        <p class="settings-note">{w.noDomains}</p>
      ) : (
        <ul>
          {state.realm_domains.map((one) => (
            <li key={one.domain} class="settings-item">
              <span class="settings-item-name">{one.allow_subdomains ? w.withSubdomains(one.domain) : one.domain}</span>
              {state.is_owner && (
                <ToolButton icon="trash" label={w.removeDomain(one.domain)} onClick={() => void remove(client, one)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {state.is_owner && (
        <div>
          <Button icon="plus" onClick={() => client.show(<AddDomain client={client} />)}>
            {w.addDomain}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Removes a domain, which can be undone. Removing the last one ends the restriction, so that requires confirmation. */
async function remove(client: Client, one: RealmDomain): Promise<void> {
  const { realm_domains, realm_emails_restricted_to_domains: isRestricted } = client.watch();
  const isEnd = isRestricted && realm_domains.length === 1;
  const w = organizationPermissionsWords();
  const action = w.removeDomain(one.domain);
  if (isEnd && !(await confirm({ title: `${action}?`, text: w.lastDomain, action, danger: true }))) return;
  await attempt(client, () => client.api.delete(`/realm/domains/${encodeURIComponent(one.domain)}`), {
    done: w.domainRemoved(one.domain),
    undo: async () => {
      await client.api.post("/realm/domains", { ...one });
      if (isEnd) await client.api.patch("/realm", { emails_restricted_to_domains: true });
    },
  });
}

function AddDomain({ client }: { readonly client: Client }) {
  const [domain, setDomain] = useState("");
  const [subdomains, setSubdomains] = useState(false);
  const w = organizationPermissionsWords();
  return (
    <Dialog
      size="s"
      title={w.addDomain}
      submit={w.addDomain}
      disabled={domain.trim() === ""}
      onSubmit={() => client.api.post("/realm/domains", { domain: domain.trim(), allow_subdomains: subdomains })}
    >
      <Field label={w.domain} hint={w.domainHint} value={domain} onInput={setDomain} spellcheck={false} autofocus />
      <Switch label={w.subdomains} on={subdomains} onChange={setSubdomains} />
    </Dialog>
  );
}
