import { useEffect, useState } from "preact/hooks";
import { type Client, useClient } from "../../../client/client.ts";
import { parsedJson } from "../../../model/integrations/payload-fields.ts";
import type { Bot } from "../../../model/state.ts";
import { now } from "../../../parts/clock.ts";
import { tellError } from "../../../parts/error-text.ts";
import { Field } from "../../../parts/fields/field.tsx";
import { Select } from "../../../parts/fields/select.tsx";
import { webhooksWords } from "../../../words/settings/integrations/webhooks.ts";
import { relativeTime } from "../../../words/time.ts";
import { inLines, payloadOf } from "./deliveries.ts";
import type { KnownForEditor } from "./template-data.ts";

/** The example that templates are tried with. */
export interface Example {
  readonly text: string;
  readonly payload: { readonly value: unknown } | undefined;
}

interface ExampleChooserProps {
  readonly bot: Bot;
  readonly known: KnownForEditor;
  /** The id of the delivery that is shown first; the last delivery where it is not in the list. */
  readonly delivery: number;
  /** The preset that was chosen. Its sample is shown, because its templates are made for that. */
  readonly preset: string;
  readonly onChange: (example: Example | undefined) => void;
}

/** The name of the server's sample for the template webhook itself. */
const ANY = "template";

/** Chooses the example that templates are tried with: a delivery, a sample, or pasted JSON. */
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
      (error) => isWanted && tellError(client, error),
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
          { value: `sample ${ANY}`, label: w.aSample },
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
