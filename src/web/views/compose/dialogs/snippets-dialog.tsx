import "./snippets.css";
import { useState } from "preact/hooks";
import { MAX_SNIPPET_TITLE_LENGTH } from "../../../../protocol/text-lengths.ts";
import { type Client, useClient } from "../../../client/client.ts";
import { fold } from "../../../model/match.ts";
import type { SavedSnippet } from "../../../model/state.ts";
import { Button, ToolButton } from "../../../parts/button.tsx";
import { Field, SearchField } from "../../../parts/fields/field.tsx";
import { confirm, Dialog } from "../../../parts/overlays/dialog.tsx";
import { useClose } from "../../../parts/overlays/overlays.tsx";
import { Empty } from "../../../parts/progress.tsx";
import { appWords, labelled } from "../../../words/app.ts";
import { compareNames } from "../../../words/format.ts";
import { labelOf } from "../../../words/help.ts";
import { snippetsWords } from "../../../words/screens.ts";
import { attempt } from "../../attempt.ts";
import { useChanges } from "../../use-fields.ts";

/** Where a snippet is inserted. */
interface Target {
  readonly text: { peek(): string };
  insert(text: string): void;
}

export const showSnippets = (client: Client, target: Target): void => client.show(<SnippetsDialog target={target} />);

function SnippetsDialog({ target }: { readonly target: Target }) {
  const client = useClient();
  const [typed, setTyped] = useState("");
  const w = snippetsWords();
  const all = client.watch("later").saved_snippets;
  const found = all
    .filter(({ title, content }) => fold(`${title} ${content}`).includes(fold(typed)))
    .sort((one, other) => compareNames(one.title, other.title));
  const edit = (snippet?: SavedSnippet) =>
    client.show(<SnippetDialog {...(snippet && { snippet })} content={target.text.peek()} />);
  return (
    <Dialog
      title={labelOf("snippets")}
      footer={
        <Button icon="plus" onClick={() => edit()}>
          {w.rows.add}
        </Button>
      }
    >
      {all.length > 0 && <SearchField label={w.find} value={typed} onInput={setTyped} autofocus />}
      {all.length === 0 ? (
        <Empty icon="bookmark" title={w.none} text={w.noneHint} />
      ) : (
        <ul class="snippets">
          {found.map((snippet) => (
            <SnippetRow key={snippet.id} snippet={snippet} target={target} onEdit={() => edit(snippet)} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

interface SnippetRowProps {
  readonly snippet: SavedSnippet;
  readonly target: Target;
  readonly onEdit: () => void;
}

function SnippetRow({ snippet, target, onEdit }: SnippetRowProps) {
  const client = useClient();
  const close = useClose();
  const app = appWords();
  const w = snippetsWords();
  const remove = async () => {
    if (await confirm({ title: w.deleteTitle(snippet.title), action: app.delete, danger: true }))
      await attempt(client, () => client.api.delete(`/saved_snippets/${snippet.id}`));
  };
  return (
    <li class="snippet">
      <button
        type="button"
        class="snippet-take"
        onClick={() => {
          close();
          // Waits until the dialog is closed and the focus is back in the field.
          setTimeout(() => target.insert(snippet.content));
        }}
      >
        <b class="one-line">{snippet.title}</b>
        <span class="one-line">{snippet.content}</span>
      </button>
      <ToolButton icon="pencil" label={labelled(app.edit, snippet.title)} onClick={onEdit} />
      <ToolButton icon="trash-2" danger label={labelled(app.delete, snippet.title)} onClick={remove} />
    </li>
  );
}

interface SnippetDialogProps {
  /** The snippet to edit, or undefined to create one. */
  readonly snippet?: SavedSnippet;
  /** Initial text of a new snippet. */
  readonly content: string;
}

export function SnippetDialog({ snippet, content: written }: SnippetDialogProps) {
  const { api } = useClient();
  const app = appWords();
  const w = snippetsWords();
  const [title, setTitle] = useState(snippet?.title ?? "");
  const [content, setContent] = useState(snippet?.content ?? written);
  const changes = useChanges({ title, content });
  return (
    <Dialog
      title={snippet === undefined ? w.rows.add : w.edit}
      submit={app.save}
      disabled={title.trim() === "" || content.trim() === ""}
      onSubmit={() =>
        snippet === undefined
          ? api.post("/saved_snippets", { title, content })
          : api.patch(`/saved_snippets/${snippet.id}`, changes)
      }
    >
      <Field label={w.title} value={title} onInput={setTitle} maxLength={MAX_SNIPPET_TITLE_LENGTH} autofocus required />
      <Field label={w.content} value={content} onInput={setContent} lines={8} required />
    </Dialog>
  );
}
