import { useId, useMemo, useState } from "preact/hooks";
import { fieldsOf } from "../../../model/integrations/payload-fields.ts";
import { Field } from "../../../parts/fields/field.tsx";
import { webhooksWords } from "../../../words/settings/integrations/webhooks.ts";

/** The number of fields above which a search field is shown. */
const FEW = 12;

interface PayloadFieldsProps {
  readonly payload: unknown;
  readonly onInsert: (text: string) => void;
}

/** The fields of the example. A press inserts one into the template. */
export function PayloadFields({ payload, onInsert }: PayloadFieldsProps) {
  const id = useId();
  const [search, setSearch] = useState("");
  const fields = useMemo(() => fieldsOf(payload), [payload]);
  const wanted = search.trim().toLowerCase();
  const shown = fields.filter(({ path, sample }) => `${path} ${sample}`.toLowerCase().includes(wanted));
  const w = webhooksWords();
  return (
    <section class="payload-fields" aria-labelledby={id}>
      <div>
        <h3 id={id}>{w.fields}</h3>
        <p class="settings-note">{fields.length === 0 ? w.noFields : w.fieldsHint}</p>
      </div>
      {fields.length > FEW && (
        <Field
          label={w.searchFields}
          quiet
          type="search"
          placeholder={w.searchFields}
          value={search}
          onInput={setSearch}
        />
      )}
      {shown.length > 0 && (
        <ul class="payload-field-list">
          {shown.map(({ path, kind, sample, insert }) => (
            <li key={path}>
              <button
                type="button"
                class="payload-field"
                // The template keeps the focus, and with it the caret at which the field is inserted.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onInsert(insert)}
              >
                <span class="for-readers">{w.insert} </span>
                <code>{path}</code>{" "}
                <span class="payload-field-sample one-line">{kind === "list" ? w.list : sample}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
