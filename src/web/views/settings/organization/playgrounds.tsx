import { useState } from "preact/hooks";
import { LONGEST_PLAYGROUND_NAME } from "../../../../protocol/text-lengths.ts";
import { type Client, useClient } from "../../../client/client.ts";
import { playgroundUrl } from "../../../model/organization/playground.ts";
import type { Playground } from "../../../model/state.ts";
import { Field } from "../../../parts/fields/field.tsx";
import { Dialog } from "../../../parts/overlays/dialog.tsx";
import { ToolButton } from "../../../parts/tool-button.tsx";
import { appWords } from "../../../words/app.ts";
import { playgroundsWords } from "../../../words/settings/organization/playgrounds.ts";
import { attempt } from "../../attempt.ts";
import { openDialog } from "../../dialogs/open-dialog.tsx";
import { Entry, EntryGroup, useAdministratorsLock } from "../entry.tsx";

/** The playgrounds that open and run code of messages, by programming language. */
export function Playgrounds() {
  const client = useClient();
  const { realm_playgrounds: playgrounds } = client.watch("realm");
  const locked = useAdministratorsLock();
  const isLocked = locked !== undefined;
  const w = playgroundsWords();
  return (
    <EntryGroup
      title={w.title}
      quiet
      hint={w.hint}
      locked={locked}
      add={w.add}
      onAdd={() => openDialog(client, <PlaygroundDialog />)}
      none={playgrounds.length === 0 ? w.none : undefined}
    >
      <ul class="entries" aria-label={w.title}>
        {playgrounds.map((playground) => (
          <li key={playground.id}>
            <Entry
              title={playground.name}
              facts={`${w.opens(playground.pygments_language)} · ${playground.url_template}`}
            >
              <ToolButton
                icon="trash-2"
                label={w.remove(playground.name)}
                disabled={isLocked}
                onClick={() => void remove(client, playground)}
              />
            </Entry>
          </li>
        ))}
      </ul>
    </EntryGroup>
  );
}

async function remove(client: Client, { id, ...fields }: Playground): Promise<void> {
  if (!(await attempt(client, () => client.api.delete(`/realm/playgrounds/${id}`)))) return;
  const undo = () => void attempt(client, () => client.api.post("/realm/playgrounds", fields));
  client.toast({ text: playgroundsWords().removed(fields.name), action: { label: appWords().undo, run: undo } });
}

/** Text for trying an address. It has characters that addresses have to encode. */
const SAMPLE = 'print("a & b")';

function PlaygroundDialog() {
  const client = useClient();
  const [name, setName] = useState("");
  const [language, setLanguage] = useState("");
  const [template, setTemplate] = useState("");
  const w = playgroundsWords();
  const fields = { name: name.trim(), pygments_language: language.trim(), url_template: template.trim() };
  const isWeb = /^https?:\/\/\S+\{[+#./;?&]?code\}/.test(fields.url_template);
  return (
    <Dialog
      title={w.add}
      submit={w.create}
      disabled={Object.values(fields).includes("")}
      onSubmit={() => client.api.post("/realm/playgrounds", fields)}
    >
      <div class="entry-fields">
        <Field label={w.language} hint={w.languageHint} value={language} onInput={setLanguage} autofocus required />
        <Field
          label={w.name}
          hint={w.nameHint}
          value={name}
          onInput={setName}
          maxLength={LONGEST_PLAYGROUND_NAME}
          required
        />
        <Field
          label={w.template}
          hint={w.templateHint}
          value={template}
          onInput={setTemplate}
          spellcheck={false}
          required
        />
        {isWeb && (
          <p>
            <a href={playgroundUrl(fields.url_template, SAMPLE)} target="_blank" rel="noreferrer noopener">
              {w.preview}
            </a>
          </p>
        )}
      </div>
    </Dialog>
  );
}
