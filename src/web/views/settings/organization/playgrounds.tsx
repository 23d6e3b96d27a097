import { MAX_PLAYGROUND_NAME_LENGTH } from "../../../../protocol/text-lengths.ts";
import { type Client, useClient } from "../../../client/client.ts";
import { playgroundUrl } from "../../../model/organization/playground.ts";
import type { Playground } from "../../../model/state.ts";
import { Field } from "../../../parts/fields/field.tsx";
import { Dialog } from "../../../parts/overlays/dialog.tsx";
import { appWords } from "../../../words/app.ts";
import { playgroundsWords } from "../../../words/settings/organization/customization.ts";
import { attempt } from "../../attempt.ts";
import { useFields } from "../../use-fields.ts";
import { EditableList } from "../editable-list.tsx";

export function Playgrounds() {
  const client = useClient();
  const { realm_playgrounds: playgrounds } = client.watch("realm");
  const w = playgroundsWords();
  return (
    <EditableList
      words={{ ...w, add: w.rows.add, edit: undefined }}
      items={playgrounds}
      nameOf={({ name }) => name}
      factsOf={({ pygments_language, url_template }) => `${w.opens(pygments_language)} · ${url_template}`}
      dialog={() => <PlaygroundDialog />}
      onRemove={(playground) => void remove(client, playground)}
    />
  );
}

const remove = (client: Client, { id, ...fields }: Playground) =>
  attempt(client, () => client.api.delete(`/realm/playgrounds/${id}`), {
    done: playgroundsWords().removed(fields.name),
    undo: () => client.api.post("/realm/playgrounds", fields),
  });

/** Text for testing a URL, with characters that URLs have to encode. */
const SAMPLE = 'print("a & b")';

function PlaygroundDialog() {
  const client = useClient();
  const { field, texts } = useFields({ name: "", pygments_language: "", url_template: "" });
  const w = playgroundsWords();
  const isWeb = /^https?:\/\/\S+\{[+#./;?&]?code\}/.test(texts.url_template);
  return (
    <Dialog
      title={w.rows.add}
      submit={w.create}
      disabled={Object.values(texts).includes("")}
      onSubmit={() => client.api.post("/realm/playgrounds", texts)}
    >
      <Field label={w.language} hint={w.languageHint} {...field("pygments_language")} autofocus required />
      <Field
        label={appWords().name}
        hint={w.nameHint}
        {...field("name")}
        maxLength={MAX_PLAYGROUND_NAME_LENGTH}
        required
      />
      <Field label={w.template} hint={w.templateHint} {...field("url_template")} spellcheck={false} required />
      {isWeb && (
        <p>
          <a href={playgroundUrl(texts.url_template, SAMPLE)} target="_blank" rel="noreferrer noopener">
            {w.preview}
          </a>
        </p>
      )}
    </Dialog>
  );
}
