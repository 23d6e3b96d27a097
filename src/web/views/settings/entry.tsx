import "./settings.css";
import type { ComponentChildren } from "preact";
import { useClient } from "../../client/client.ts";
import { Button } from "../../parts/button.tsx";
import { settingsWords } from "../../words/settings/settings.ts";
import { rowHint, SettingGroup } from "./rows/setting-row.tsx";

interface EntryProps {
  readonly before?: ComponentChildren;
  readonly title: ComponentChildren;
  /** Whether the title is not emphasized. */
  readonly isPlain?: boolean;
  readonly facts?: ComponentChildren;
  /** Paragraphs below the facts. */
  readonly more?: ComponentChildren;
  /** The controls of the entry. */
  readonly children?: ComponentChildren;
}

/** An entry in the list of a section. */
export const Entry = ({ before, title, isPlain = false, facts, more, children }: EntryProps) => (
  <div class="entry">
    {before}
    <div class="entry-text">
      <p class={isPlain ? undefined : "entry-title"}>{title}</p>
      {facts !== undefined && facts !== "" && <p class="settings-note">{facts}</p>}
      {more}
    </div>
    {children !== undefined && <div class="entry-tools">{children}</div>}
  </div>
);

/** A note on why the user can change nothing in a section. */
export const LockNote = ({ why }: { readonly why: string | undefined }) =>
  why === undefined ? null : <p class="settings-note">{rowHint(undefined, why)}</p>;

interface EntryGroupProps {
  readonly title: string;
  /** Whether the title is hidden, because it is the same as that of the section; screen readers still read it. */
  readonly quiet?: boolean;
  readonly hint: string;
  /** The reason why the user cannot change the entries. */
  readonly locked?: string | undefined;
  /** Whether the user cannot change the entries, where another group of the section gives the reason. */
  readonly disabled?: boolean;
  /** The label of the button that adds an entry. */
  readonly add: string;
  readonly onAdd: () => void;
  /** The text that is shown where there are no entries. */
  readonly none?: string | undefined;
  readonly children: ComponentChildren;
}

/** A list of entries in a section, with a button that adds others. */
export const EntryGroup = ({
  title,
  quiet = false,
  hint,
  locked,
  disabled = locked !== undefined,
  add,
  onAdd,
  none,
  children,
}: EntryGroupProps) => (
  <SettingGroup title={title} quiet={quiet} hint={hint}>
    <LockNote why={locked} />
    <div>
      <Button icon="plus" disabled={disabled} onClick={onAdd}>
        {add}
      </Button>
    </div>
    {none !== undefined && <p class="settings-note">{none}</p>}
    {children}
  </SettingGroup>
);

/** The reason why the user cannot change settings that only administrators can change; undefined for administrators. */
export function useAdministratorsLock(): string | undefined {
  const state = useClient().watch("account");
  return state.is_admin ? undefined : settingsWords().onlyAdministrators;
}
