import "./login-services.css";
import { useState } from "preact/hooks";
import { useClient } from "../../../../client/client.ts";
import { settingsAddress } from "../../../../model/addresses/address.ts";
import { SortableList } from "../../../../parts/lists/sortable-list.tsx";
import { loginServicesWords } from "../../../../words/settings/organization/login-services.ts";
import { attemptWithLogin } from "../../../reauthentication/with-fresh-login.tsx";
import { Entry, EntryGroup } from "../../entry.tsx";
import type { SectionProps } from "../../section.ts";
import { useLoaded, WhenLoaded } from "../../use-loaded.tsx";
import { useOrder } from "../../use-order.ts";
import { CheckState } from "./check-state.tsx";
import { CompanyDomains } from "./company-domains.tsx";
import {
  type Check,
  checkedNow,
  hostOf,
  type ListedConnection,
  loadConnections,
  MAX_CONNECTIONS,
  PATH,
  SECTION,
} from "./connection.ts";
import { NewConnection } from "./connection-dialogs.tsx";
import { ConnectionPage } from "./connection-page.tsx";

/** The login services that owners have connected (OpenID Connect), or a single service's page if the URL has its id. */
export function LoginServices({ path: [id = ""] }: SectionProps) {
  const client = useClient();
  const loaded = useLoaded(() => loadConnections(client));
  const [checks, setChecks] = useState<ReadonlyMap<number, Check>>(new Map());
  const check = (of: number, outcome: Check) => setChecks((now) => new Map(now).set(of, outcome));
  const onMade = async (made: number) => {
    check(made, checkedNow());
    await loaded.load();
    client.go({ view: "settings", section: `${SECTION}/${made}` });
  };
  return (
    <WhenLoaded of={loaded}>
      {(connections) =>
        /^\d+$/.test(id) ? (
          <ConnectionPage
            key={id}
            connection={connections.find((one) => one.id === Number(id))}
            check={checks.get(Number(id))}
            onCheck={(outcome) => check(Number(id), outcome)}
            onChange={(changed) =>
              loaded.change((now) => now.map((one) => (one.id === Number(id) ? { ...one, ...changed } : one)))
            }
            onGone={loaded.load}
          />
        ) : (
          <>
            <AllConnections connections={connections} checks={checks} onMade={onMade} onOrder={loaded.load} />
            <CompanyDomains connections={connections} />
          </>
        )
      }
    </WhenLoaded>
  );
}

interface AllProps {
  readonly connections: readonly ListedConnection[];
  readonly checks: ReadonlyMap<number, Check>;
  readonly onMade: (id: number) => Promise<void>;
  readonly onOrder: () => Promise<void>;
}

function AllConnections({ connections, checks, onMade, onOrder }: AllProps) {
  const client = useClient();
  const w = loginServicesWords();
  const isFull = connections.length >= MAX_CONNECTIONS;
  const { ordered, reorder } = useOrder(connections, async (order) => {
    const isSaved = (await attemptWithLogin(client, () => client.api.patch(PATH, { order }))) !== undefined;
    if (isSaved) await onOrder();
    return isSaved;
  });
  return (
    <EntryGroup
      title={w.title}
      quiet
      hint={w.hint}
      disabled={isFull}
      add={w.rows.add}
      onAdd={() => client.show(<NewConnection onMade={onMade} />)}
      none={connections.length === 0 ? w.none : undefined}
    >
      {isFull && <p class="settings-note">{w.full(MAX_CONNECTIONS)}</p>}
      <SortableList
        label={w.title}
        items={ordered}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        onOrder={reorder}
        row={(one) => <ConnectionEntry connection={one} check={checks.get(one.id)} />}
      />
    </EntryGroup>
  );
}

interface ConnectionEntryProps {
  readonly connection: ListedConnection;
  readonly check: Check | undefined;
}

function ConnectionEntry({ connection, check }: ConnectionEntryProps) {
  const w = loginServicesWords();
  return (
    <Entry
      before={<img class="login-service-mark" src={connection.icon} alt="" width={20} height={20} />}
      title={
        <a class="entry-link" href={settingsAddress(`${SECTION}/${connection.id}`)}>
          {connection.name}
        </a>
      }
      facts={[hostOf(connection), connection.only && w.onlyMark, !connection.enabled && w.offMark]
        .filter(Boolean)
        .join(" · ")}
      more={check && <CheckState check={check} />}
    />
  );
}
