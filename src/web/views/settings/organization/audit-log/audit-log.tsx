import "./audit-log.css";
import { useState } from "preact/hooks";
import { useClient } from "../../../../client/client.ts";
import { settingsAddress } from "../../../../model/addresses/address.ts";
import { activeBots, peopleByName } from "../../../../model/people/people-by-name.ts";
import { Button } from "../../../../parts/button.tsx";
import { Select } from "../../../../parts/fields/choice.tsx";
import { VirtualRows } from "../../../../parts/lists/virtual-rows.tsx";
import { Empty } from "../../../../parts/progress.tsx";
import { auditFeedsWords } from "../../../../words/settings/organization/audit-feeds.ts";
import { auditActionsWords, auditLogWords } from "../../../../words/settings/organization/audit-log.ts";
import { settingsWords } from "../../../../words/settings/settings.ts";
import { attempt } from "../../../attempt.ts";
import { UserPicker } from "../../../pickers.tsx";
import { BackLink } from "../../entry.tsx";
import { SettingGroup } from "../../rows/setting-row.tsx";
import type { SectionProps } from "../../section.ts";
import { useLoaded, WhenLoaded } from "../../use-loaded.tsx";
import { AuditDestination } from "./audit-destination.tsx";
import { type AuditFilter, loadEntries, PERIODS, RESULTS } from "./audit-entry.ts";
import { AuditRetention } from "./audit-retention.tsx";
import { AuditRow } from "./audit-row.tsx";
import { AuditTokens } from "./audit-tokens.tsx";

const FIRST: AuditFilter = { person: undefined, area: undefined, period: "month", result: undefined };

/** The audit log: who did what, with filters, and how long it is kept. */
export function AuditLog({ path: [page] }: SectionProps) {
  const state = useClient().watch("account");
  return page === FEEDS && state.is_owner ? <AuditFeeds /> : <WholeLog />;
}

function WholeLog() {
  const state = useClient().watch("account");
  const [filter, setFilter] = useState(FIRST);
  const [asked, setAsked] = useState(0);
  const w = auditLogWords();
  return (
    <>
      <SettingGroup title={w.entries} quiet hint={w.lead}>
        {state.is_owner && (
          <a class="audit-feeds" href={settingsAddress(`${SECTION}/${FEEDS}`)}>
            {auditFeedsWords().title}
          </a>
        )}
        <Filters filter={filter} onChange={setFilter} />
        <Entries
          key={`${JSON.stringify(filter)} ${asked}`}
          filter={filter}
          onRefresh={() => setAsked((now) => now + 1)}
        />
      </SettingGroup>
      <AuditRetention />
    </>
  );
}

interface FiltersProps {
  readonly filter: AuditFilter;
  readonly onChange: (filter: AuditFilter) => void;
}

/** The choice that doesn't limit a filter. */
const ALL = "all";
type Choice<Value extends string> = Value | typeof ALL;

function Filters({ filter, onChange }: FiltersProps) {
  const state = useClient().watch("users");
  const { areas } = auditActionsWords();
  const w = auditLogWords();
  const change = (part: Partial<AuditFilter>) => onChange({ ...filter, ...part });
  const periods = Object.keys(PERIODS) as AuditFilter["period"][];
  const results: readonly Choice<(typeof RESULTS)[number]>[] = [ALL, ...RESULTS];
  return (
    <div class="audit-filters">
      <UserPicker
        label={w.rows.person}
        placeholder={w.anyone}
        single
        users={[...peopleByName(state), ...state.realm_non_active_users, ...activeBots(state)]}
        chosen={filter.person === undefined ? [] : [filter.person]}
        onChange={([person]) => change({ person })}
      />
      <Select
        label={w.rows.area}
        value={filter.area ?? ALL}
        options={[
          { value: ALL, label: w.allAreas },
          ...Object.entries(areas).map(([value, label]) => ({ value, label })),
        ]}
        onChange={(area) => change({ area: area === ALL ? undefined : area })}
      />
      <Select
        label={w.rows.period}
        value={filter.period}
        options={periods.map((value) => ({ value, label: w.periods[value] }))}
        onChange={(period) => change({ period })}
      />
      <Select
        label={w.rows.result}
        value={filter.result ?? ALL}
        options={results.map((value) => ({ value, label: w.results[value === ALL ? "any" : value] }))}
        onChange={(result) => change({ result: result === ALL ? undefined : result })}
      />
    </div>
  );
}

/** Approximate row height in pixels. */
const ROW_HEIGHT = 62;

function Entries({ filter, onRefresh }: { readonly filter: AuditFilter; readonly onRefresh: () => void }) {
  const client = useClient();
  const loaded = useLoaded(() => loadEntries(client, filter));
  const w = auditLogWords();
  const loadOlder = (before: number) =>
    attempt(client, async () => {
      const { entries, isAll } = await loadEntries(client, filter, before);
      loaded.change((known) => ({ entries: [...known.entries, ...entries], isAll }));
    });
  return (
    <WhenLoaded of={loaded}>
      {({ entries, isAll }) => {
        const last = entries.at(-1);
        return (
          <>
            <div class="audit-head">
              <p class="settings-note" role="status">
                {isAll ? w.found(entries.length) : w.foundFirst(entries.length)}
              </p>
              <Button kind="quiet" icon="rotate-cw" onClick={onRefresh}>
                {w.refresh}
              </Button>
            </div>
            {last === undefined && <Empty icon="history" title={w.none} text={w.noneText} />}
            <VirtualRows
              class="audit-entries"
              items={entries}
              height={ROW_HEIGHT}
              row={(entry) => <AuditRow key={entry.id} entry={entry} />}
            />
            {last !== undefined && !isAll && (
              <div>
                <Button run={() => loadOlder(last.id)}>{w.older}</Button>
              </div>
            )}
          </>
        );
      }}
    </WhenLoaded>
  );
}

const SECTION = "organization/audit-log";
/** The last part of the page's URL. */
const FEEDS = "send";

/** Sets up how other systems get the audit log. */
function AuditFeeds() {
  const w = auditFeedsWords();
  return (
    <>
      <BackLink href={settingsAddress(SECTION)} label={settingsWords().sections["audit-log"]} />
      <header class="settings-title">
        <h2>{w.title}</h2>
      </header>
      <AuditDestination />
      <AuditTokens />
    </>
  );
}
