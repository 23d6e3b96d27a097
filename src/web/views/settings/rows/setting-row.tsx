import "./setting-row.css";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { announce } from "../../../parts/announce.ts";
import { errorText } from "../../../parts/error-text.ts";
import { FieldError } from "../../../parts/fields/field.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { settingsWords } from "../../../words/settings/settings.ts";

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

/** A setting of an account, of the organization, of new accounts, or of a group. */
export interface Setting<Value> {
  readonly value: Value;
  /** Saves a value; rejects where the server refuses. */
  readonly save: (value: Value) => Promise<unknown>;
  /** The reason why the user cannot change the setting, in words. */
  readonly locked?: string | undefined;
}

type Saving<Value> =
  | { readonly kind: "idle" }
  /** The new value is shown while the setting still has the value before; a change by someone else is shown at once. */
  | { readonly kind: "saving" | "saved"; readonly value: Value; readonly before: Value }
  | { readonly kind: "refused"; readonly error: string };

/** The time that "Saved" is shown beside a row. */
const SAVED_MS = 2000;

/** Saves a setting; returns the value that its row shows, and the outcome. */
export function useSaving<Value>({ value, save }: Setting<Value>) {
  const [saving, setSaving] = useState<Saving<Value>>({ kind: "idle" });
  // Changes are saved one after the other in their order, so that the last one wins.
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const changes = useRef(0);
  useEffect(() => {
    if (saving.kind !== "saved") return undefined;
    const timer = setTimeout(() => setSaving({ kind: "idle" }), SAVED_MS);
    return () => clearTimeout(timer);
  }, [saving]);
  const change = async (next: Value): Promise<boolean> => {
    const mine = ++changes.current;
    const show = (now: Saving<Value>) => mine === changes.current && setSaving(now);
    show({ kind: "saving", value: next, before: value });
    const done = line.current.then(() => save(next));
    line.current = done.catch(() => {});
    try {
      await done;
      show({ kind: "saved", value: next, before: value });
      announce(settingsWords().saved);
      return true;
    } catch (error) {
      show({ kind: "refused", error: errorText(error) });
      return false;
    }
  };
  const isOwn = (saving.kind === "saving" || saving.kind === "saved") && isSame(saving.before, value);
  return {
    shown: isOwn ? saving.value : value,
    change,
    isSaved: saving.kind === "saved",
    error: saving.kind === "refused" ? saving.error : undefined,
  };
}

const isSame = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other);
