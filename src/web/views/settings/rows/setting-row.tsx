import { FieldError } from "../../../parts/fields/field.tsx";
import { settingsWords } from "../../../words/settings/settings.ts";
import "./setting-row.css";
import type { ComponentChildren } from "preact";
import { Icon } from "../../../parts/icon.tsx";

interface RowProps {
  readonly isSaved: boolean;
  /** Whether the control can stand beside its label. */
  readonly isChoice?: boolean;
  /** The server's refusal, where the control cannot show it. */
  readonly error?: string | undefined;
  readonly children: ComponentChildren;
}

/** The frame around a control, which shows that the setting was saved, or why it was not. */
export const SettingRow = ({ isSaved, isChoice = false, error, children }: RowProps) => (
  <div class={isChoice ? "setting setting-choice" : "setting"}>
    {children}
    {isSaved && (
      <span class="setting-saved" aria-hidden="true">
        <Icon name="check" size={14} />
        {settingsWords().saved}
      </span>
    )}
    <FieldError text={error} />
  </div>
);

/** The hint of a row, and the reason why it cannot be changed. */
export function rowHint(hint: ComponentChildren, locked: string | undefined): ComponentChildren {
  if (locked === undefined) return hint;
  return (
    <>
      {hint !== undefined && <>{hint} </>}
      <span class="setting-locked">
        <Icon name="lock" size={12} /> {locked}
      </span>
    </>
  );
}

interface GroupProps {
  readonly title: string;
  /** Whether the title is hidden, because it is the same as that of the section; screen readers still read it. */
  readonly quiet?: boolean;
  readonly hint?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A group of rows under a heading. */
export const SettingGroup = ({ title, quiet = false, hint, children }: GroupProps) => (
  <section class="setting-group" aria-label={title}>
    <div>
      <h2 class={quiet ? "for-readers" : undefined}>{title}</h2>
      {hint !== undefined && <p class="settings-note">{hint}</p>}
    </div>
    {children}
  </section>
);
