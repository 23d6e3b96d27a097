import { useState } from "preact/hooks";
import { type Client, useClient } from "../../../client/client.ts";
import type { RealmDomain } from "../../../model/state.ts";
import { Button } from "../../../parts/button.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { Switch } from "../../../parts/fields/switch.tsx";
import { confirm } from "../../../parts/overlays/confirm.tsx";
import { Dialog } from "../../../parts/overlays/dialog.tsx";
import { ToolButton } from "../../../parts/tool-button.tsx";
import { organizationPermissionsWords } from "../../../words/settings/organization/organization-permissions.ts";
import { attempt } from "../../attempt.ts";

/** The domains whose email addresses can join, where joining is restricted to domains. */
export function Domains() {
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

/** Removes a domain, which can be undone. Removing the last one ends the restriction, so that is confirmed first. */
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
