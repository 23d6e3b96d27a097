import { settingsWords } from "../../words/settings/settings.ts";
import "./entry.css";
import type { ComponentChildren } from "preact";
import { type Client, useClient } from "../../client/client.ts";
import { Button } from "../../parts/button.tsx";
import { tellError } from "../../parts/error-text.ts";
import { rowHint, SettingGroup } from "./rows/setting-row.tsx";

interface EntryProps {
  readonly before?: ComponentChildren;
  readonly title: ComponentChildren;
  readonly facts?: ComponentChildren;
  /** What can be done with it. */
  readonly children?: ComponentChildren;
}

/** One of several things that a section lists. */
export const Entry = ({ before, title, facts, children }: EntryProps) => (
  <div class="entry">
    {before}
    <div class="entry-text">
      <p class="entry-title">{title}</p>
      {facts !== undefined && facts !== "" && <p class="entry-facts">{facts}</p>}
    </div>
    {children !== undefined && <div class="entry-tools">{children}</div>}
  </div>
);

/** Why nothing in a section can be changed by whoever looks at it. */
export const LockNote = ({ why }: { readonly why: string | undefined }) =>
  why === undefined ? null : <p class="settings-note">{rowHint(undefined, why)}</p>;

interface EntryGroupProps {
  readonly title: string;
  /** The title is only heard: the section is called so too. */
  readonly quiet?: boolean;
  readonly hint: string;
  /** Why one may not change it. */
  readonly locked?: string | undefined;
  /** Whether one may not, where another group of the section says why. */
  readonly disabled?: boolean;
  /** The button by which something is added. */
  readonly add: string;
  readonly onAdd: () => void;
  /** What is said where there is nothing. */
  readonly none?: string | undefined;
  readonly children: ComponentChildren;
}

/** Things that a section lists, to which others can be added. */
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

/** Why one may not change what only administrators may. */
export function useAdministratorsLock(): string | undefined {
  const state = useClient().watch("account");
  return state.is_admin ? undefined : settingsWords().onlyAdministrators;
}

/** Does something, and tells what the server has against it. Says whether it is done. */
export async function attempt(client: Client, run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    tellError(client, error);
    return false;
  }
}
