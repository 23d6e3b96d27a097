import "./entry.css";
import type { ComponentChildren } from "preact";
import { type Client, useClient } from "../../client/client.ts";
import { tellError } from "../../parts/error-text.ts";
import { settingsWords } from "../../words/settings-words.ts";
import { rowHint } from "./rows/setting-row.tsx";

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
