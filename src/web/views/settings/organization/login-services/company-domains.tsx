import { useState } from "preact/hooks";
import type { WireLoginDomain } from "../../../../../wire-types.ts";
import { type Client, useClient } from "../../../../client/client.ts";
import { Button, ToolButton } from "../../../../parts/button.tsx";
import { Field } from "../../../../parts/fields/field.tsx";
import { Icon } from "../../../../parts/icon.tsx";
import { Time } from "../../../../parts/indicators/time.tsx";
import { confirm, Dialog } from "../../../../parts/overlays/dialog.tsx";
import { loginServicesWords } from "../../../../words/settings/organization/login-services.ts";
import { attemptWithLogin, withFreshLogin } from "../../../reauthentication/with-fresh-login.tsx";
import { CopyField } from "../../copy-field.tsx";
import { Entry, EntryGroup } from "../../entry.tsx";
import { useLoaded, WhenLoaded } from "../../use-loaded.tsx";
import type { LoginConnection } from "./connection.ts";

const PATH = "/realm/login_domains";
const MAX_DOMAINS = 20;

type Change = (next: (domains: readonly WireLoginDomain[]) => readonly WireLoginDomain[]) => void;
type Connections = readonly LoginConnection[];

/** The company's domains, each with the DNS record that verifies it. */
export function CompanyDomains({ connections }: { readonly connections: Connections }) {
  const client = useClient();
  const loaded = useLoaded(
    async (): Promise<readonly WireLoginDomain[]> =>
      (await client.api.get<{ login_domains: WireLoginDomain[] }>(PATH)).login_domains,
  );
  const { rows, company: w } = loginServicesWords();
  return (
    <WhenLoaded of={loaded}>
      {(domains) => (
        <EntryGroup
          title={w.title}
          hint={w.hint}
          disabled={domains.length >= MAX_DOMAINS}
          add={rows.addDomain}
          onAdd={() => client.show(<NewDomain onChange={loaded.change} />)}
          none={domains.length === 0 ? w.none : undefined}
        >
          {domains.length >= MAX_DOMAINS && <p class="settings-note">{w.full(MAX_DOMAINS)}</p>}
          {domains.some(({ verified_at }) => verified_at === null) && <p class="settings-note">{w.recordHint}</p>}
          <ul class="entries" aria-label={w.title}>
            {domains.map((domain) => (
              <DomainEntry key={domain.id} of={domain} connections={connections} onChange={loaded.change} />
            ))}
          </ul>
        </EntryGroup>
      )}
    </WhenLoaded>
  );
}

interface EntryProps {
  readonly of: WireLoginDomain;
  readonly connections: Connections;
  readonly onChange: Change;
}

function DomainEntry({ of, connections, onChange }: EntryProps) {
  const client = useClient();
  const { id, domain, record_name, record_value, verified_at } = of;
  const { company: w } = loginServicesWords();
  const check = async () => {
    const done = await attemptWithLogin(client, () =>
      client.api.post<{ login_domain: WireLoginDomain }>(`${PATH}/${id}/check`),
    );
    if (done !== undefined) onChange((now) => now.map((one) => (one.id === id ? done.login_domain : one)));
  };
  return (
    <li class="company-domain">
      <Entry title={domain} more={<DomainState of={of} connections={connections} />}>
        <Button icon="activity" run={check}>
          {w.check}
          <span class="for-readers"> {domain}</span>
        </Button>
        <ToolButton icon="trash-2" label={w.remove(domain)} onClick={() => void remove(client, of, onChange)} />
      </Entry>
      {verified_at === null && (
        // biome-ignore lint/a11y/useSemanticElements: the fields are not those of a form
        <div class="company-record" role="group" aria-label={w.record(domain)}>
          <CopyField label={w.recordName} value={record_name} />
          <CopyField label={w.recordValue} value={record_value} />
        </div>
      )}
    </li>
  );
}

/** Shows whether a domain is verified and, if so, which login service its users are sent to. */
function DomainState({ of: { domain, verified_at, checked_at }, connections }: Pick<EntryProps, "of" | "connections">) {
  const { company: w } = loginServicesWords();
  const isVerified = verified_at !== null;
  const service = connections.findLast(({ domains }) => domains.includes(domain));
  return (
    <div role="status">
      {checked_at === null ? (
        <p class="settings-note">{w.unchecked}</p>
      ) : (
        <p class={isVerified ? "entry-state" : "entry-state entry-fails"}>
          <Icon name={isVerified ? "circle-check" : "circle-alert"} size={15} />
          <span>
            {isVerified ? w.verified : w.notFound} · <Time at={checked_at} as="relative" />
          </span>
        </p>
      )}
      {isVerified && (
        <p class="settings-note">
          {service === undefined ? w.leadsNowhere : (service.enabled ? w.leadsTo : w.leadsOff)(service.name)}
        </p>
      )}
    </div>
  );
}

function NewDomain({ onChange }: { readonly onChange: Change }) {
  const client = useClient();
  const [domain, setDomain] = useState("");
  const { rows, company: w } = loginServicesWords();
  const add = async () => {
    const done = await withFreshLogin(client, () =>
      client.api.post<{ login_domain: WireLoginDomain }>(PATH, { domain: domain.trim() }),
    );
    if (done === undefined) return false;
    onChange((now) => [...now, done.login_domain]);
    return true;
  };
  return (
    <Dialog size="s" title={rows.addDomain} submit={w.add} disabled={domain.trim() === ""} onSubmit={add}>
      <Field
        label={w.domain}
        hint={w.domainHint}
        value={domain}
        onInput={setDomain}
        spellcheck={false}
        autofocus
        required
      />
    </Dialog>
  );
}

async function remove(client: Client, { id, domain }: WireLoginDomain, onChange: Change): Promise<void> {
  const { company: w } = loginServicesWords();
  if (!(await confirm({ title: w.removeAsk(domain), text: w.removeText, action: w.removeDo, danger: true }))) return;
  const done = await attemptWithLogin(client, () => client.api.delete(`${PATH}/${id}`));
  if (done !== undefined) onChange((now) => now.filter((one) => one.id !== id));
}
