import { appWords } from "../../../words/app.ts";
import { keysWords } from "../../../words/help.ts";
import "./template-editor.css";
import { useId, useRef, useState } from "preact/hooks";
import { MAX_TEMPLATE_LENGTH } from "../../../../protocol/text-lengths.ts";
import { useClient } from "../../../client/client.ts";
import { settingsAddress } from "../../../model/addresses/address.ts";
import { unbroken } from "../../../model/formatting/field.ts";
import type { Bot } from "../../../model/people/bots.ts";
import { Button } from "../../../parts/button.tsx";
import { Select } from "../../../parts/fields/choice.tsx";
import { FieldFrame, framed } from "../../../parts/fields/field.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { webhooksWords } from "../../../words/settings/integrations/webhooks.ts";
import { attempt, showDone } from "../../attempt.ts";
import { useKeptForm } from "../../kept-form.ts";
import { useLoaded, WhenLoaded } from "../use-loaded.tsx";
import { DeliveredMessage } from "./delivered-message.tsx";
import { type Example, ExampleChooser, PayloadFields } from "./example-chooser.tsx";
import { type KnownForEditor, loadForEditor, type Templates, type Trial, useTrial } from "./template-data.ts";

interface TemplateEditorProps {
  readonly bot: Bot;
  /** The id of the example delivery, or 0 for the latest. */
  readonly delivery: number;
}

/** Edits a bot's message templates, and shows the message they produce from an example. */
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

type TemplatePart = keyof Templates;
const isSameTemplate = (one: Templates, other: Templates) => one.topic === other.topic && one.content === other.content;

function Editor({ bot, delivery, known, onSaved }: EditorProps) {
  const client = useClient();
  const { saved, presets } = known;
  const differs = (one: Templates) => !isSameTemplate(one, saved);
  const [templates, change] = useKeptForm(client, ["template", bot.user_id], saved, differs);
  const [example, setExample] = useState<Example>();
  const fields = useRef<Partial<Record<TemplatePart, HTMLTextAreaElement | HTMLInputElement | null>>>({});
  const last = useRef<TemplatePart>("content");
  const trial = useTrial(client, { bot: bot.user_id, templates, payload: example?.text });
  const [preset, setPreset] = useState("");
  const w = webhooksWords();
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
    showDone(client, w.presetTaken(chosen.title), () => change(before));
  };
  const save = async () => {
    const { topic: topic_template, content: content_template } = templates;
    const path = `/bots/${bot.user_id}/webhook`;
    if (!(await attempt(client, () => client.api.patch(path, { topic_template, content_template })))) return;
    onSaved(templates);
    client.toast({ text: w.templatesSaved });
  };
  const wrong = (part: TemplatePart) => (trial.problem?.in === `${part}_template` ? trial.problem : undefined);
  const field = (part: TemplatePart, label: string, lines: number) => (
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
  const isChanged = differs(templates);
  return (
    <div class="template">
      <p class="settings-note template-lead">
        {w.templateLead} {w.addressHint}{" "}
        <a href={settingsAddress("integrations/template")}>{keysWords().actions.integrations}</a>
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
          <Button kind="primary" disabled={!isChanged || trial.problem !== undefined} run={save}>
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

type Writable = HTMLTextAreaElement | HTMLInputElement;

/** Inserts text at the caret as if typed, so that it can be undone. */
function insertAt(element: Writable, text: string): void {
  element.focus();
  const isLine = element instanceof HTMLInputElement;
  const typed = isLine ? unbroken(text) : text;
  if (document.execCommand("insertText", false, typed)) return;
  const { selectionStart, selectionEnd } = element;
  element.setRangeText(typed, selectionStart ?? 0, selectionEnd ?? 0, "end");
  element.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Returns the start and end offsets of a line in a text. Lines are numbered from 1. */
function lineOf(text: string, line: number): [start: number, end: number] {
  const lines = text.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  return [start, start + (lines[line - 1]?.length ?? 0)];
}

function TemplateHelp() {
  const w = webhooksWords();
  return (
    <details class="template-help">
      <summary>
        <Icon name="chevron-down" size={14} />
        {w.help}
      </summary>
      <dl>
        {w.helpRows.map(([code, text]) => (
          <div key={code}>
            <dt>
              <code>{code}</code>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p class="settings-note">{w.helpMore}</p>
    </details>
  );
}

interface TemplatePreviewProps {
  readonly bot: Bot;
  /** True if the template for the message text isn't empty. */
  readonly hasText: boolean;
  readonly trial: Trial;
}

function TemplatePreview({ bot, hasText, trial: { shown, problem, error } }: TemplatePreviewProps) {
  const id = useId();
  const w = webhooksWords();
  const note =
    error ??
    (problem !== undefined ? w.wrongTemplate : !hasText ? w.noTemplate : shown?.html === "" ? w.noMessage : undefined);
  return (
    <section class="template-preview" aria-labelledby={id}>
      <h3 id={id}>{appWords().preview}</h3>
      <div aria-live="polite">
        {note !== undefined && <p class="settings-note">{note}</p>}
        {note === undefined && shown !== undefined && (
          <DeliveredMessage
            sender={{ id: bot.user_id, name: bot.full_name, picture: bot.avatar_url }}
            topic={shown.topic === "" ? w.noTopic : shown.topic}
            html={shown.html}
          />
        )}
      </div>
    </section>
  );
}

interface TemplateFieldProps {
  readonly label: string;
  readonly value: string;
  readonly lines: number;
  readonly problem: string | undefined;
  readonly line: number | undefined;
  readonly onInput: (text: string) => void;
  readonly onFocus: () => void;
  readonly onShowLine: (line: number) => void;
  readonly elementRef: (element: HTMLTextAreaElement | HTMLInputElement | null) => void;
}

/** A template's field. If the template has a problem, shows the problem and a button that jumps to its line. */
function TemplateField({ label, value, lines, problem, line, ...rest }: TemplateFieldProps) {
  const id = useId();
  const shared = {
    ...framed(id, { hint: undefined, error: problem }),
    ref: rest.elementRef,
    value,
    spellcheck: false,
    maxLength: MAX_TEMPLATE_LENGTH,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) => rest.onInput(event.currentTarget.value),
    onFocus: rest.onFocus,
  };
  return (
    <div>
      <FieldFrame id={id} label={label} hint={undefined} error={problem}>
        {lines === 1 ? (
          <input {...shared} type="text" class="field-input template-code" />
        ) : (
          <textarea
            {...shared}
            class="field-input field-area template-code"
            rows={lines}
            style={{ "--lines": lines }}
          />
        )}
      </FieldFrame>
      {problem !== undefined && line !== undefined && lines > 1 && (
        <button type="button" class="template-line" onClick={() => rest.onShowLine(line)}>
          {webhooksWords().showLine(String(line))}
        </button>
      )}
    </div>
  );
}
