import "./settings.css";
import type { ComponentChildren } from "preact";
import { useClient } from "../../client/client.ts";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Time } from "../../parts/indicators/time.tsx";
import { VirtualRows } from "../../parts/lists/virtual-rows.tsx";
import { settingsWords } from "../../words/settings/settings.ts";
import { rowHint, SettingGroup } from "./rows/setting-row.tsx";

interface EntryProps {
  readonly before?: ComponentChildren;
  readonly title: ComponentChildren;
  /** True if the title isn't emphasized. */
  readonly isPlain?: boolean;
  readonly facts?: ComponentChildren;
  /** Paragraphs below the facts. */
  readonly more?: ComponentChildren;
  /** The entry's controls. */
  readonly children?: ComponentChildren;
}

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

interface DatedProps {
  readonly text: string;
  readonly at: number;
  readonly as: "date" | "day within" | "short within";
}

/** A text that ends with a time, such as "since yesterday". */
export const Dated = ({ text, at, as }: DatedProps) => (
  <>
    {text} <Time at={at} as={as} />
  </>
);

interface LastUseProps {
  /** Null if it was never used. */
  readonly at: number | null;
  readonly used: string;
  readonly unused: string;
  readonly as?: "date" | "day within";
}

/** When something was last used, or that it never was. */
export const LastUse = ({ at, used, unused, as = "day within" }: LastUseProps) =>
  at === null ? unused : <Dated text={used} at={at} as={as} />;

interface EntryListProps<Item> {
  readonly label?: string;
  readonly items: readonly Item[];
  /** Approximate height of an entry in pixels, for lists that can be long. Without it, all entries are rendered. */
  readonly height?: number;
  readonly children: (item: Item) => ComponentChildren;
}

export function EntryList<Item extends { readonly id: number | string }>({
  label,
  items,
  height,
  children,
}: EntryListProps<Item>) {
  const row = (item: Item) => <li key={item.id}>{children(item)}</li>;
  if (height !== undefined) return <VirtualRows class="entries" items={items} height={height} row={row} />;
  return (
    <ul class="entries" aria-label={label}>
      {items.map(row)}
    </ul>
  );
}

/** A link from an entry's page back to the list. */
export const BackLink = ({ href, label }: { readonly href: string; readonly label: string }) => (
  <a class="settings-back" href={href}>
    <Icon name="arrow-left" size={14} />
    {label}
  </a>
);

/** Explains why the user can't change anything in a section. */
export const LockNote = ({ why }: { readonly why: string | undefined }) =>
  why === undefined ? null : <p class="settings-note">{rowHint(undefined, why)}</p>;

interface EntryGroupProps {
  readonly title: string;
  /** True if the title is hidden because it equals the section's. Screen readers still read it. */
  readonly quiet?: boolean;
  readonly hint: string;
  /** Why the user can't change the entries. */
  readonly locked?: string | undefined;
  /** True if the user can't change the entries, and another group of the section gives the reason. */
  readonly disabled?: boolean;
  /** Label of the button that adds an entry. */
  readonly add: string;
  readonly onAdd: () => void;
  /** Shown if there are no entries. */
  readonly none?: string | undefined;
  readonly children: ComponentChildren;
}

/** A list of entries in a section, with a button to add more. */
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

/** Returns why the user can't change administrator-only settings, or undefined for administrators. */
export function useAdministratorsLock(): string | undefined {
  const state = useClient().watch("account");
  return state.is_admin ? undefined : settingsWords().onlyAdministrators;
}
