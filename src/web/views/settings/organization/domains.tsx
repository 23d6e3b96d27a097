import { useState } from "preact/hooks";
import { type Client, useClient } from "../../../client/client.ts";
import { Button } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { tellError } from "../../../parts/error-text.ts";
import { Field } from "../../../parts/field.tsx";
import { Switch } from "../../../parts/switch.tsx";
import { ToolButton } from "../../../parts/tool-button.tsx";
import { organizationPermissionsWords } from "../../../words/settings-organization-permissions-words.ts";

/** The domains whose addresses may join, where only those of some may. */
export function Domains() {
  const client = useClient();
  const state = client.watch("realm", "account");
  const w = organizationPermissionsWords();
  const remove = (domain: string) =>
    client.api
      .delete(`/realm/domains/${encodeURIComponent(domain)}`)
      .catch((error: unknown) => tellError(client, error));
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
                <ToolButton icon="trash" label={w.removeDomain(one.domain)} onClick={() => void remove(one.domain)} />
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
