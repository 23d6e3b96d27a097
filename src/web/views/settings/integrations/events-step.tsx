import { useState } from "preact/hooks";
import type { EventChoice } from "../../../model/integrations/webhook-url.ts";
import { Checkbox, Choice } from "../../../parts/fields/choice.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { integrationsWords } from "../../../words/settings/integrations/integrations.ts";

interface EventsStepProps {
  readonly names: readonly string[];
  readonly chosen: EventChoice;
  readonly onChange: (chosen: EventChoice) => void;
}

/** The number of events above which a search field is shown. */
const FEW = 12;

/** Chooses the events that make messages: all, some, or all but some. */
export function EventsStep({ names, chosen, onChange }: EventsStepProps) {
  const [search, setSearch] = useState("");
  const w = integrationsWords();
  const wanted = search.trim().toLowerCase().replace(/\s+/g, "_");
  const shown = names.filter((name) => name.toLowerCase().replace(/\s+/g, "_").includes(wanted));
  const toggle = (name: string, is: boolean) =>
    onChange({ ...chosen, names: is ? [...chosen.names, name] : chosen.names.filter((one) => one !== name) });
  return (
    <>
      <Choice
        label={w.events}
        quiet
        as="row"
        value={chosen.mode}
        options={[
          { value: "all", label: w.allEvents },
          { value: "only", label: w.onlyEvents },
          { value: "exclude", label: w.withoutEvents },
        ]}
        onChange={(mode) => onChange({ ...chosen, mode })}
      />
      {chosen.mode !== "all" && (
        <fieldset class="guide-events">
          <legend class="field-label">
            {w.chooseEvents} <span class="guide-count">{w.chosenEvents(chosen.names.length)}</span>
          </legend>
          {names.length > FEW && (
            <Field
              label={w.searchEvents}
              quiet
              type="search"
              placeholder={w.searchEvents}
              value={search}
              onInput={setSearch}
            />
          )}
          {chosen.mode === "only" && chosen.names.length === 0 && <p class="settings-note">{w.noEvents}</p>}
          <div class="guide-event-list">
            {shown.map((name) => (
              <Checkbox
                key={name}
                label={name}
                checked={chosen.names.includes(name)}
                onChange={(is) => toggle(name, is)}
              />
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}
