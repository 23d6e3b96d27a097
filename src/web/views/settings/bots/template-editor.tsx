import type { Bot } from "../../../model/state.ts";
import { webhooksWords } from "../../../words/settings/integrations/webhooks.ts";
import { tellDone } from "../../attempt.ts";
import "./template-editor.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import { addressOf } from "../../../model/places/address.ts";
import { Button } from "../../../parts/button.tsx";
import { Select } from "../../../parts/fields/select.tsx";
import { useLoaded, WhenLoaded } from "../use-loaded.tsx";
import { type Example, ExampleChooser } from "./example-chooser.tsx";
import { insertAt, lineOf } from "./insert-at.ts";
import { PayloadFields } from "./payload-fields.tsx";
import { type KnownForEditor, loadForEditor, type Templates, unsaved } from "./template-data.ts";
import { TemplateField } from "./template-field.tsx";
import { TemplateHelp } from "./template-help.tsx";
import { TemplatePreview } from "./template-preview.tsx";
import { useTrial } from "./use-trial.ts";

interface TemplateEditorProps {
  readonly bot: Bot;
  /** The id of the delivery that is the example; 0 for the last one. */
  readonly delivery: number;
}

/** Edits the templates of a bot's messages, and shows the message that they make of an example. */
export function TemplateEditor({ bot, delivery }: TemplateEditorProps) {
  const client = useClient();
  const loaded = useLoaded(() => loadForEditor(client, bot.user_id));
  return (
    <WhenLoaded of={loaded}>
      {(known) => (
        <Editor
          {...{ bot, delivery, known }}
          onSaved={(templates) => loaded.change((now) => ({ ...now, saved: templates }))}
        />
      )}
    </WhenLoaded>
  );
}

interface EditorProps extends TemplateEditorProps {
  readonly known: KnownForEditor;
  readonly onSaved: (templates: Templates) => void;
}

type Part = keyof Templates;
const isSame = (one: Templates, other: Templates) => one.topic === other.topic && one.content === other.content;

function Editor({ bot, delivery, known, onSaved }: EditorProps) {
  const client = useClient();
  const state = client.watch("account");
  const { saved, presets } = known;
  const [templates, setTemplates] = useState(unsaved.get(bot.user_id) ?? saved);
  const [example, setExample] = useState<Example>();
  const fields = useRef<Partial<Record<Part, HTMLTextAreaElement | HTMLInputElement | null>>>({});
  const last = useRef<Part>("content");
  const trial = useTrial(client, { bot: bot.user_id, templates, payload: example?.text });
  const [preset, setPreset] = useState("");
  const w = webhooksWords();
  const change = (next: Templates) => setTemplates(next);
  useEffect(() => {
    if (isSame(templates, saved)) unsaved.delete(bot.user_id);
    else unsaved.set(bot.user_id, templates);
  }, [templates, saved]);
  const insert = (text: string) => {
    const element = fields.current[last.current];
    if (element) insertAt(element, text);
  };
  const take = (name: string) => {
    const chosen = presets.find((one) => one.name === name);
    setPreset(name);
    if (chosen === undefined) return;
    const before = templates;
    change({ topic: chosen.topic, content: chosen.content });
    tellDone(client, w.presetTaken(chosen.title), () => change(before));
  };
  const save = async () => {
    const { topic: topic_template, content: content_template } = templates;
    const path = `/bots/${bot.user_id}/webhook`;
    if (!(await attempt(client, () => client.api.patch(path, { topic_template, content_template })))) return;
    onSaved(templates);
    client.toast({ text: w.templatesSaved });
  };
  const wrong = (part: Part) => (trial.problem?.in === `${part}_template` ? trial.problem : undefined);
  const field = (part: Part, label: string, lines: number) => (
    <TemplateField
      {...{ label, lines }}
      value={templates[part]}
      problem={wrong(part)?.text}
      line={wrong(part)?.line}
      onInput={(text) => change({ ...templates, [part]: text })}
      onFocus={() => {
        last.current = part;
      }}
      elementRef={(element) => {
        fields.current[part] = element;
      }}
      onShowLine={(line) => {
        const element = fields.current[part];
        if (!element) return;
        element.focus();
        element.setSelectionRange(...lineOf(element.value, line));
      }}
    />
  );
  const isChanged = !isSame(templates, saved);
  return (
    <div class="template">
      <p class="settings-note template-lead">
        {w.templateLead} {w.addressHint}{" "}
        <a href={addressOf({ view: "settings", section: "integrations/template" }, state)}>{w.setUp}</a>
      </p>
      <div class="template-write">
        <Select
          label={w.preset}
          value={preset}
          options={[
            { value: "", label: w.noPreset },
            ...presets.map(({ name, title }) => ({ value: name, label: title })),
          ]}
          onChange={take}
        />
        {field("topic", w.topicTemplate, 1)}
        {field("content", w.contentTemplate, 8)}
        <div class="settings-actions">
          <Button kind="primary" disabled={!isChanged || trial.problem !== undefined} onClick={() => void save()}>
            {w.saveTemplates}
          </Button>
          {isChanged && <Button onClick={() => change(saved)}>{w.undo}</Button>}
        </div>
        <TemplateHelp />
      </div>
      <div class="template-see">
        <TemplatePreview bot={bot} hasText={templates.content.trim() !== ""} trial={trial} />
        <ExampleChooser {...{ bot, known, delivery, preset }} onChange={setExample} />
        {example?.payload !== undefined && <PayloadFields payload={example.payload.value} onInsert={insert} />}
      </div>
    </div>
  );
}
