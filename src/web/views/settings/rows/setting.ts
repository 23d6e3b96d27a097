import { useEffect, useRef, useState } from "preact/hooks";
import { announce } from "../../../parts/announce.ts";
import { errorText } from "../../../parts/error-text.ts";
import { settingsWords } from "../../../words/settings/settings.ts";

/** A setting of an account, of the organization, of new accounts, or of a group. */
export interface Setting<Value> {
  readonly value: Value;
  /** Saves a value; rejects where the server refuses. */
  readonly save: (value: Value) => Promise<unknown>;
  /** The reason why the user cannot change the setting, in words. */
  readonly locked?: string | undefined;
}

type Saving<Value> =
  | { readonly is: "idle" }
  /** The new value is shown while the setting still has the value before; a change by someone else is shown at once. */
  | { readonly is: "saving" | "saved"; readonly value: Value; readonly before: Value }
  | { readonly is: "refused"; readonly error: string };

/** The time that "Saved" is shown beside a row. */
const SAVED_MS = 2000;

/** Saves a setting; returns the value that its row shows, and the outcome. */
export function useSaving<Value>({ value, save }: Setting<Value>) {
  const [saving, setSaving] = useState<Saving<Value>>({ is: "idle" });
  // Changes are saved one after the other in their order, so that the last one wins.
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const changes = useRef(0);
  useEffect(() => {
    if (saving.is !== "saved") return undefined;
    const timer = setTimeout(() => setSaving({ is: "idle" }), SAVED_MS);
    return () => clearTimeout(timer);
  }, [saving]);
  const change = async (next: Value): Promise<boolean> => {
    const mine = ++changes.current;
    const show = (now: Saving<Value>) => mine === changes.current && setSaving(now);
    show({ is: "saving", value: next, before: value });
    const done = line.current.then(() => save(next));
    line.current = done.catch(() => {});
    try {
      await done;
      show({ is: "saved", value: next, before: value });
      announce(settingsWords().saved);
      return true;
    } catch (error) {
      show({ is: "refused", error: errorText(error) });
      return false;
    }
  };
  const isOwn = (saving.is === "saving" || saving.is === "saved") && isSame(saving.before, value);
  return {
    shown: isOwn ? saving.value : value,
    change,
    isSaved: saving.is === "saved",
    error: saving.is === "refused" ? saving.error : undefined,
  };
}

const isSame = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other);
