import { useState } from "preact/hooks";
import { Field } from "../../../parts/fields/field.tsx";
import { settingsWords } from "../../../words/settings/settings.ts";
import { type Setting, useSaving } from "./setting.ts";
import { rowHint, SettingRow } from "./setting-row.tsx";

interface Props {
  readonly label: string;
  readonly hint?: string;
  /** Whether the label is hidden, because a text above says the same; screen readers still read it. */
  readonly quiet?: boolean;
  readonly setting: Setting<number>;
  readonly least: number;
}

/** A row for a whole number, which is saved when the field is left or by Enter; Escape restores the saved number. */
export function SettingNumber({ label, hint, quiet = false, setting, least }: Props) {
  const { shown, change, error, isSaved } = useSaving(setting);
  const [typed, setTyped] = useState<string>();
  const [isWrong, setWrong] = useState(false);
  const stop = () => {
    setTyped(undefined);
    setWrong(false);
  };
  const save = async () => {
    if (typed === undefined || typed === String(shown)) return stop();
    if (!/^\d+$/.test(typed) || Number(typed) < least) return setWrong(true);
    setWrong(false);
    if (await change(Number(typed))) setTyped((now) => (now === typed ? undefined : now));
  };
  return (
    <SettingRow isSaved={isSaved && typed === undefined} isChoice={!quiet}>
      <Field
        label={label}
        quiet={quiet}
        type="number"
        min={String(least)}
        hint={rowHint(hint, setting.locked)}
        error={isWrong ? settingsWords().wholeNumber(least) : error}
        value={typed ?? String(shown)}
        disabled={setting.locked !== undefined}
        onInput={setTyped}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            event.preventDefault();
            void save();
          } else if (event.key === "Escape" && typed !== undefined) {
            // Escape must not leave the screen as well.
            event.stopPropagation();
            stop();
          }
        }}
      />
    </SettingRow>
  );
}
