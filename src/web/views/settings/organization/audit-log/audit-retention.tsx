import { useState } from "preact/hooks";
import { useClient } from "../../../../client/client.ts";
import { isShorter } from "../../../../model/channels/channel-administration.ts";
import { Select } from "../../../../parts/fields/choice.tsx";
import { confirm } from "../../../../parts/overlays/dialog.tsx";
import { auditLogWords } from "../../../../words/settings/organization/audit-log.ts";
import { lockable, type Setting, SettingGroup, SettingRow, useSaving } from "../../rows/setting-row.tsx";
import { realmSettings } from "../../rows/setting-sources.ts";

const FOR_EVER = -1;
const ENTRY_DAYS = [90, 180, 400, 730, 1095, 1825, 3650];
const ADDRESS_DAYS = [30, 60, 90, 180, 400];

/** Sets how long the audit log keeps entries, and how long it keeps IP addresses. */
export function AuditRetention() {
  const { setting } = realmSettings(useClient());
  const w = auditLogWords();
  return (
    <SettingGroup title={w.retention}>
      <DaysRow
        label={w.rows.audit_retention_days}
        hint={w.retentionHint}
        days={[...ENTRY_DAYS, FOR_EVER]}
        setting={setting("audit_retention_days")}
        question={w.shorterEntries}
        action={w.deleteEntries}
      />
      <DaysRow
        label={w.rows.audit_address_days}
        hint={w.addressHint}
        days={ADDRESS_DAYS}
        setting={setting("audit_address_days")}
        question={w.shorterAddresses}
        action={w.removeAddresses}
      />
    </SettingGroup>
  );
}

interface DaysProps {
  readonly label: string;
  readonly hint: string;
  readonly days: readonly number[];
  readonly setting: Setting<number>;
  /** Title and button of the confirmation before a shorter period deletes entries or addresses. */
  readonly question: (days: number) => string;
  readonly action: string;
}

function DaysRow({ label, hint, days, setting, question, action }: DaysProps) {
  const { shown, change, error, isSaved } = useSaving(setting);
  const [asked, setAsked] = useState(0);
  const w = auditLogWords();
  const choose = async (value: number) => {
    const isSure =
      !isShorter(value, shown) ||
      (await confirm({ title: question(value), text: w.shorterText, action, danger: true }));
    if (isSure) await change(value);
    // Rerenders the list, which would otherwise still show a period that wasn't saved.
    setAsked((now) => now + 1);
  };
  const offered = days.includes(shown) ? days : [shown, ...days];
  return (
    <SettingRow isSaved={isSaved} isChoice>
      <Select
        key={asked}
        label={label}
        {...lockable(setting, hint)}
        error={error}
        value={shown}
        options={offered.map((value) => ({ value, label: value === FOR_EVER ? w.forEver : w.forDays(value) }))}
        onChange={(value) => void choose(value)}
      />
    </SettingRow>
  );
}
