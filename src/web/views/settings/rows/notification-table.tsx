import "./setting-row.css";
import type { ComponentChildren } from "preact";
import { useClient } from "../../../client/client.ts";
import { showError } from "../../../parts/error-text.ts";
import { labelled } from "../../../words/app.ts";
import { notificationSettingsWords } from "../../../words/settings/own/notifications.ts";
import type { Setting } from "./setting-row.tsx";
import type { UserSettingOf } from "./setting-sources.ts";
import { NOTIFICATION_ROWS, NOTIFICATION_WAYS } from "./user-setting-rows.ts";

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
            return <NotificationCheck key={way} label={labelled(w.rows[name], w.ways[way])} setting={of(setting)} />;
          })}
        </tr>
      ))}
    </NotificationGrid>
  );
}

interface GridProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

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
  /** The label for screen readers: the names of the row and column. */
  readonly label: string;
  readonly setting: Setting<boolean>;
  /** True if the value is inherited from a wider setting. */
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
              showError(client, error);
            });
          }}
        />
      </label>
    </td>
  );
}
