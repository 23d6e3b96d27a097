import { settingsWords } from "../../../words/settings/settings.ts";
import "./setting-row.css";
import type { ComponentChildren } from "preact";
import { Icon } from "../../../parts/icon.tsx";

interface RowProps {
  readonly isSaved: boolean;
  /** Whether its control may stand beside its name. */
  readonly isChoice?: boolean;
  /** The server's refusal, where the control has no place for it. */
  readonly error?: string | undefined;
  readonly children: ComponentChildren;
}

/** What stands around a control: that it was saved, or why it was not. */
export const SettingRow = ({ isSaved, isChoice = false, error, children }: RowProps) => (
  <div class={isChoice ? "setting setting-choice" : "setting"}>
    {children}
    {isSaved && (
      <span class="setting-saved" aria-hidden="true">
        <Icon name="check" size={14} />
        {settingsWords().saved}
      </span>
    )}
    {error !== undefined && (
      <p class="field-error" role="alert">
        {error}
      </p>
    )}
  </div>
);

/** What helps with a row, and why it cannot be changed. */
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
  /** The title is only heard: the section is called so too. */
  readonly quiet?: boolean;
  readonly hint?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Rows that belong together, under a heading. */
export const SettingGroup = ({ title, quiet = false, hint, children }: GroupProps) => (
  <section class="setting-group" aria-label={title}>
    <div>
      <h2 class={quiet ? "for-readers" : undefined}>{title}</h2>
      {hint !== undefined && <p class="settings-note">{hint}</p>}
    </div>
    {children}
  </section>
);
