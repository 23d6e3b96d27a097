import { useEffect, useId, useMemo, useState } from "preact/hooks";
import { type Client, useClient } from "../../../client/client.ts";
import { payloadFields } from "../../../model/integrations/payload-fields.ts";
import { parsedJson } from "../../../model/parsed-json.ts";
import type { Bot } from "../../../model/people/bots.ts";
import { showError } from "../../../parts/error-text.ts";
import { Select } from "../../../parts/fields/choice.tsx";
import { Field, SearchField } from "../../../parts/fields/field.tsx";
import { now } from "../../../parts/indicators/time.tsx";
import { webhooksWords } from "../../../words/settings/integrations/webhooks.ts";
import { relativeTime } from "../../../words/time.ts";
import { inLines, payloadOf } from "./deliveries.ts";
import type { KnownForEditor } from "./template-data.ts";

export interface Example {
  readonly text: string;
  readonly payload: { readonly value: unknown } | undefined;
}

interface ExampleChooserProps {
  readonly bot: Bot;
  readonly known: KnownForEditor;
  /** The id of the delivery shown first; the latest delivery if it isn't in the list. */
  readonly delivery: number;
  /** The chosen preset. Its sample is shown, because the preset's templates were written for the sample. */
  readonly preset: string;
  readonly onChange: (example: Example | undefined) => void;
}

/** Name of the server's sample for the template webhook itself. */
const ANY = "template";

/** A field for choosing an example to try templates with: a delivery, a sample, or pasted JSON. */
export function ExampleChooser({
  bot,
  known: { deliveries, presets },
  delivery,
  preset,
  onChange,
}: ExampleChooserProps) {
  const client = useClient();
  const begun = deliveries.find(({ id }) => id === delivery) ?? deliveries[0];
  const [source, setSource] = useState(begun === undefined ? `sample ${ANY}` : `delivery ${begun.id}`);
  const [text, setText] = useState("");
  const w = webhooksWords();
  const payload = parsedJson(text);
  useEffect(() => {
    if (preset !== "" && !source.startsWith("delivery")) setSource(`sample ${preset}`);
  }, [preset]);
  useEffect(() => {
    if (source === "pasted") return;
    let isWanted = true;
    exampleOf(client, bot.user_id, source).then(
      (loaded) => isWanted && setText(inLines(loaded)),
      (error) => isWanted && showError(client, error),
    );
    return () => {
      isWanted = false;
    };
  }, [source]);
  useEffect(() => onChange(payload === undefined ? undefined : { text, payload }), [text]);
  const sampleTitle = presets.find(({ name }) => name === preset)?.title;
  return (
    <section class="template-example field-code" aria-label={w.example}>
      <Select
        label={w.example}
        hint={w.exampleHint}
        value={source}
        options={[
          ...deliveries.map(({ id, integration, event, received_at }) => ({
            value: `delivery ${id}`,
            label: [integration, event, relativeTime(received_at, now.value)].filter(Boolean).join(" · "),
          })),
          ...(sampleTitle === undefined ? [] : [{ value: `sample ${preset}`, label: w.sampleOf(sampleTitle) }]),
          { value: `sample ${ANY}`, label: w.example },
          { value: "pasted", label: w.pasted },
        ]}
        onChange={setSource}
      />
      {source === "pasted" && (
        <Field
          label={w.pastedLabel}
          lines={6}
          value={text}
          spellcheck={false}
          error={payload === undefined && text.trim() !== "" ? w.pastedWrong : undefined}
          onInput={setText}
        />
      )}
    </section>
  );
}

async function exampleOf(client: Client, bot: number, source: string): Promise<string> {
  const [kind, name = ""] = source.split(" ");
  if (kind === "delivery") return (await payloadOf(client, bot, Number(name))) ?? "{}";
  return (await client.api.get<{ body: string }>(`/integrations/${name}/sample`)).body;
}

const SEARCH_SHOWN_ABOVE = 12;

interface PayloadFieldsProps {
  readonly payload: unknown;
  readonly onInsert: (text: string) => void;
}

/** The example's fields. Clicking one inserts it into the template. */
export function PayloadFields({ payload, onInsert }: PayloadFieldsProps) {
  const id = useId();
  const [search, setSearch] = useState("");
  const fields = useMemo(() => payloadFields(payload), [payload]);
  const wanted = search.trim().toLowerCase();
  const shown = fields.filter(({ path, sample }) => `${path} ${sample}`.toLowerCase().includes(wanted));
  const w = webhooksWords();
  return (
    <section class="payload-fields" aria-labelledby={id}>
      <div>
        <h3 id={id}>{w.fields}</h3>
        <p class="settings-note">{fields.length === 0 ? w.noFields : w.fieldsHint}</p>
      </div>
      {fields.length > SEARCH_SHOWN_ABOVE && <SearchField label={w.searchFields} value={search} onInput={setSearch} />}
      {shown.length > 0 && (
        <ul class="payload-field-list">
          {shown.map(({ path, kind, sample, insert }) => (
            <li key={path}>
              <button
                type="button"
                class="payload-field"
                // The template keeps the focus and its caret, because the field is inserted at the caret.
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
