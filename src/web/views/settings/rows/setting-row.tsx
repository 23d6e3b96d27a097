import "./setting-row.css";
import { type Signal, useSignal } from "@preact/signals";
import { type ComponentChildren, createContext } from "preact";
import { useContext, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { announce } from "../../../parts/announce.ts";
import { errorText } from "../../../parts/error-text.ts";
import { FieldError } from "../../../parts/fields/field.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { settingsWords } from "../../../words/settings/settings.ts";
import { useInOrder } from "../use-in-order.ts";

interface RowProps {
  readonly isSaved: boolean;
  /** True if the control fits next to its label. */
  readonly isChoice?: boolean;
  /** The server's error message, if the control can't show it. */
  readonly error?: string | undefined;
  readonly children: ComponentChildren;
}

/** The frame around a control, which shows that the setting was saved, or why it wasn't. */
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

/** Combines a row's hint with the reason why it can't be changed. */
export function rowHint(hint: ComponentChildren, locked: string | undefined): ComponentChildren {
  if (locked === undefined) return hint;
  return (
    <>
      {hint !== undefined && <>{hint} </>}
      <Locked reason={locked} />
    </>
  );
}

/** The hint of a setting's control and whether it is disabled, which both depend on what locks the setting. */
export const lockable = ({ locked }: Pick<Setting<unknown>, "locked">, hint?: ComponentChildren) => ({
  hint: rowHint(hint, locked),
  disabled: locked !== undefined,
});

/** How many rows of a group are locked, by reason. */
type LockedRows = Signal<Readonly<Record<string, number>>>;

const LockedRows = createContext<LockedRows | undefined>(undefined);

/**
 * The reason why a row is locked. If several rows of a group have the same reason, it is shown once, below the group's
 * title. Screen readers read it at each row.
 */
function Locked({ reason }: { readonly reason: string }) {
  const rows = useContext(LockedRows);
  useLayoutEffect(() => {
    if (rows === undefined) return undefined;
    const count = (by: 1 | -1) => {
      rows.value = { ...rows.peek(), [reason]: (rows.peek()[reason] ?? 0) + by };
    };
    count(1);
    return () => count(-1);
  }, [rows, reason]);
  const isShared = (rows?.value[reason] ?? 0) > 1;
  return (
    <span class="setting-locked">
      <Icon name="lock" size={12} /> <span class={isShared ? "for-readers" : undefined}>{reason}</span>
    </span>
  );
}

interface GroupProps {
  readonly title: string;
  /** True if the title is hidden because it equals the section's. Screen readers still read it. */
  readonly quiet?: boolean;
  readonly hint?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function SettingGroup({ title, quiet = false, hint, children }: GroupProps) {
  const locked = useSignal<Readonly<Record<string, number>>>({});
  const shared = Object.entries(locked.value).filter(([, count]) => count > 1);
  return (
    <section class="setting-group" aria-label={title}>
      <div>
        <h2 class={quiet ? "for-readers" : undefined}>{title}</h2>
        {hint !== undefined && <p class="settings-note">{hint}</p>}
        {shared.map(([reason]) => (
          <p key={reason} class="settings-note" aria-hidden="true">
            <Icon name="lock" size={12} /> {reason}
          </p>
        ))}
      </div>
      <LockedRows.Provider value={locked}>{children}</LockedRows.Provider>
    </section>
  );
}

/** A setting of an account, the organization, new accounts, or a group. */
export interface Setting<Value> {
  readonly value: Value;
  /** Saves a value. Rejects if the server refuses it. */
  readonly save: (value: Value) => Promise<unknown>;
  /** Why the user can't change the setting. */
  readonly locked?: string | undefined;
}

/**
 * A setting that is saved together with the value it replaces. The server refuses the change if someone else has
 * changed the setting since.
 */
export interface GuardedSetting<Value> extends Omit<Setting<Value>, "save"> {
  readonly save: (value: Value, old: Value) => Promise<unknown>;
}

type Saving<Value> =
  | { readonly kind: "idle" }
  /** An "awaited" value is saved, but its event may not have arrived. */
  | { readonly kind: "saving" | "saved" | "awaited"; readonly value: Value }
  | { readonly kind: "refused"; readonly error: string };

/** Time that "Saved" is shown next to a row. */
const SAVED_MS = 2000;

/**
 * Returns the value that a setting's row shows, a function that changes the setting, and the outcome of the last
 * change.
 */
export function useSaving<Value>({ value, save }: GuardedSetting<Value>) {
  const [saving, setSaving] = useState<Saving<Value>>({ kind: "idle" });
  // Changes are saved one at a time, so that the last change wins.
  const inOrder = useInOrder();
  const changes = useRef(0);
  /**
   * The values that the new value replaces: the original value, and those that the user has set since. The new value is
   * shown while the setting still has one of these. Any other value comes from someone else, and is shown immediately.
   */
  const replaced = useRef<readonly Value[]>([]);
  useEffect(() => {
    if (saving.kind !== "saved") return undefined;
    const timer = setTimeout(() => setSaving({ ...saving, kind: "awaited" }), SAVED_MS);
    return () => clearTimeout(timer);
  }, [saving]);
  const isReplaced = replaced.current.some((one) => isSameValue(one, value));
  const isShown = "value" in saving && isReplaced;
  // The event has arrived.
  if ("value" in saving && !isReplaced && isSameValue(saving.value, value)) replaced.current = [];
  const shown = isShown ? saving.value : value;
  const change = async (next: Value): Promise<boolean> => {
    const mine = ++changes.current;
    const show = (now: Saving<Value>) => mine === changes.current && setSaving(now);
    replaced.current = isShown ? [...replaced.current, shown] : [value];
    show({ kind: "saving", value: next });
    try {
      await inOrder(() => save(next, shown));
      show({ kind: "saved", value: next });
      announce(settingsWords().saved);
      return true;
    } catch (error) {
      show({ kind: "refused", error: errorText(error) });
      return false;
    }
  };
  return {
    shown,
    change,
    isSaved: saving.kind === "saved",
    error: saving.kind === "refused" ? saving.error : undefined,
  };
}

const isSameValue = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other);
