import "./setting-row.css";
import type { ComponentChildren } from "preact";
import type { UserSettings } from "../../../../protocol/user-settings.ts";
import { useClient } from "../../../client/client.ts";
import { tellError } from "../../../parts/error-text.ts";
import { notificationSettingsWords } from "../../../words/settings/own/notifications.ts";
import { preferencesWords } from "../../../words/settings/own/preferences.ts";
import { SettingSelect, SettingSwitch } from "./setting-choice.tsx";
import { type Setting, SettingGroup } from "./setting-row.tsx";
import type { UserSettingOf } from "./setting-sources.ts";
import {
  type ChoiceName,
  NOTIFICATION_ROWS,
  NOTIFICATION_WAYS,
  USER_SETTING_ROWS,
  type UserSettingRow,
} from "./user-setting-rows.ts";

type Texts = Readonly<Record<string, string>>;

interface Props {
  readonly rows: readonly UserSettingRow[];
  /** The settings of the user's own account, or those of new accounts. */
  readonly of: UserSettingOf;
  readonly words: { readonly rows: Texts; readonly hints: Texts; readonly options: Readonly<Record<string, Texts>> };
}

export const UserSettingList = ({ rows, of, words: { rows: labels, hints, options } }: Props) => (
  <>
    {rows.map((row) => {
      const { name } = row;
      const shown = { label: labels[name] ?? name, hint: hints[name] };
      if (row.kind === "flag") return <SettingSwitch key={name} {...shown} setting={of(row.name)} />;
      return (
        <SettingSelect
          key={name}
          {...shown}
          options={row.values.map((value) => ({ value, label: options[name]?.[value] ?? String(value) }))}
          // The table contains only values that the setting can have.
          setting={of(row.name) as unknown as Setting<UserSettings[ChoiceName]>}
        />
      );
    })}
  </>
);

const GROUPS = ["reading", "writing", "sidebar"] as const;

/** The preferences of an account, or those that new accounts begin with: reading, writing and the sidebar. */
export function PreferenceGroups({ of }: { readonly of: UserSettingOf }) {
  const w = preferencesWords();
  return (
    <>
      {GROUPS.map((group) => (
        <SettingGroup key={group} title={w[group]}>
          <UserSettingList rows={USER_SETTING_ROWS[group]} of={of} words={w} />
        </SettingGroup>
      ))}
    </>
  );
}

interface GridProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

/** A table with a column for each way of notifying people. */
export function NotificationGrid({ label, children }: GridProps) {
  const w = notificationSettingsWords();
  return (
    <table class="notification-table" aria-label={label}>
      <thead>
        <tr>
          <td />
          {NOTIFICATION_WAYS.map((way) => (
            <th key={way} scope="col" class="notification-way">
              {w.ways[way]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

interface CheckProps {
  /** The label for screen readers: the names of the row and the column. */
  readonly label: string;
  readonly setting: Setting<boolean>;
  /** Whether the value is inherited from a wider setting. */
  readonly isInherited?: boolean;
}

export function NotificationCheck({ label, setting, isInherited = false }: CheckProps) {
  const client = useClient();
  return (
    <td>
      <label class={isInherited ? "notification-check notification-inherited" : "notification-check"}>
        <input
          type="checkbox"
          aria-label={label}
          checked={setting.value}
          disabled={setting.locked !== undefined}
          onChange={(event) => {
            const box = event.currentTarget;
            setting.save(box.checked).catch((error: unknown) => {
              box.checked = setting.value;
              tellError(client, error);
            });
          }}
        />
      </label>
    </td>
  );
}

/** The notifications of an account or of new accounts, with the ways of each. */
export function NotificationTable({ of }: { readonly of: UserSettingOf }) {
  const w = notificationSettingsWords();
  return (
    <NotificationGrid label={w.what}>
      {NOTIFICATION_ROWS.map(({ name, settings }) => (
        <tr key={name}>
          <th scope="row" class="notification-what">
            {w.rows[name]}
          </th>
          {NOTIFICATION_WAYS.map((way) => {
            const setting = settings[way];
            if (setting === undefined) return <td key={way} />;
            return <NotificationCheck key={way} label={`${w.rows[name]}: ${w.ways[way]}`} setting={of(setting)} />;
          })}
        </tr>
      ))}
    </NotificationGrid>
  );
}
