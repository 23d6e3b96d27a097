import "../organization.css";
import { useClient } from "../../../../client/client.ts";
import { settingsAddress } from "../../../../model/addresses/address.ts";
import { directoryWords } from "../../../../words/settings/organization/login-services.ts";
import { CopyField } from "../../copy-field.tsx";
import { Entry, EntryGroup, EntryList, LastUse } from "../../entry.tsx";
import { SettingGroup } from "../../rows/setting-row.tsx";
import type { SectionProps } from "../../section.ts";
import { useLoaded, WhenLoaded } from "../../use-loaded.tsx";
import { type DirectoryConnection, loadConnections, productOf, SECTION } from "./connection.ts";
import { ConnectionPage } from "./connection-page.tsx";
import { NewConnection } from "./token-dialogs.tsx";

/** The directories that manage accounts and groups (SCIM), or a single directory's page if the URL has its id. */
export function Directory({ path: [id = ""] }: SectionProps) {
  const client = useClient();
  const loaded = useLoaded(() => loadConnections(client));
  const w = directoryWords();
  return (
    <WhenLoaded of={loaded}>
      {({ connections, address }) =>
        /^\d+$/.test(id) ? (
          <ConnectionPage
            key={id}
            connection={connections.find((one) => one.id === Number(id))}
            address={address}
            load={loaded.load}
          />
        ) : (
          <>
            <EntryGroup
              title={w.title}
              quiet
              hint={w.hint}
              add={w.rows.add}
              onAdd={() => client.show(<NewConnection onMade={loaded.load} />)}
              none={connections.length === 0 ? w.none : undefined}
            >
              <EntryList label={w.title} items={connections}>
                {(one) => <ConnectionEntry connection={one} />}
              </EntryList>
            </EntryGroup>
            <SettingGroup title={w.rows.address} quiet>
              <CopyField label={w.rows.address} value={address} hint={w.addressHint} />
            </SettingGroup>
          </>
        )
      }
    </WhenLoaded>
  );
}

function ConnectionEntry({ connection: { id, name, kind, tokens } }: { readonly connection: DirectoryConnection }) {
  const w = directoryWords();
  const uses = tokens.flatMap(({ last_used_at }) => last_used_at ?? []);
  return (
    <Entry
      title={
        <a class="entry-link" href={settingsAddress(`${SECTION}/${id}`)}>
          {name}
        </a>
      }
      facts={
        <>
          {productOf(kind)} ·{" "}
          <LastUse at={uses.length === 0 ? null : Math.max(...uses)} used={w.used} unused={w.unused} />
        </>
      }
    />
  );
}
