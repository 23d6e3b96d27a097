import "./compose-dialogs.css";
import { useState } from "preact/hooks";
import { MAX_SNIPPET_TITLE_LENGTH } from "../../../../protocol/text-lengths.ts";
import { type Client, useClient } from "../../../client/client.ts";
import { fold } from "../../../model/match.ts";
import type { SavedSnippet } from "../../../model/state.ts";
import { Button, ToolButton } from "../../../parts/button.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { confirm, Dialog } from "../../../parts/overlays/dialog.tsx";
import { useClose } from "../../../parts/overlays/overlays.tsx";
import { Empty } from "../../../parts/progress.tsx";
import { appWords } from "../../../words/app.ts";
import { composeWords } from "../../../words/compose.ts";
import { compareNames } from "../../../words/format.ts";
import { attempt } from "../../attempt.ts";
import type { Composition } from "../composition.ts";

export const showSnippets = (client: Client, composition: Composition): void =>
  client.show(<SnippetsDialog composition={composition} />);

function SnippetsDialog({ composition }: { readonly composition: Composition }) {
  const client = useClient();
  const [typed, setTyped] = useState("");
  const compose = composeWords();
  const all = client.watch("later").saved_snippets;
  const found = all
    .filter(({ title, content }) => fold(`${title} ${content}`).includes(fold(typed)))
    .sort((one, other) => compareNames(one.title, other.title));
  const edit = (snippet?: SavedSnippet) =>
    client.show(<SnippetDialog {...(snippet && { snippet })} content={composition.text.peek()} />);
  return (
    <Dialog
      title={compose.snippets}
      footer={
        <Button icon="plus" onClick={() => edit()}>
          {compose.snippetNew}
        </Button>
      }
    >
      {all.length > 0 && (
        <Field
          quiet
          type="search"
          label={compose.snippetFind}
          placeholder={compose.snippetFind}
          value={typed}
          onInput={setTyped}
          autofocus
        />
      )}
      {all.length === 0 ? (
        <Empty icon="bookmark" title={compose.snippetNone} text={compose.snippetNoneHint} />
      ) : (
        <ul class="compose-snippets">
          {found.map((snippet) => (
            <SnippetRow key={snippet.id} snippet={snippet} composition={composition} onEdit={() => edit(snippet)} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

interface SnippetRowProps {
  readonly snippet: SavedSnippet;
  readonly composition: Composition;
  readonly onEdit: () => void;
}

function SnippetRow({ snippet, composition, onEdit }: SnippetRowProps) {
  const client = useClient();
  const close = useClose();
  const app = appWords();
  const compose = composeWords();
  const remove = async () => {
    if (await confirm({ title: compose.snippetDelete(snippet.title), action: app.delete, danger: true }))
      await attempt(client, () => client.api.delete(`/saved_snippets/${snippet.id}`));
  };
  return (
    <li class="compose-snippet">
      <button
        type="button"
        class="compose-snippet-take"
        onClick={() => {
          close();
          // Waits until the dialog is closed and the focus is back in the field.
          setTimeout(() => composition.insert(snippet.content));
        }}
      >
        <b class="one-line">{snippet.title}</b>
        <span class="one-line">{snippet.content}</span>
      </button>
      <ToolButton icon="pencil" label={`${app.edit}: ${snippet.title}`} onClick={onEdit} />
      <ToolButton icon="trash-2" danger label={`${app.delete}: ${snippet.title}`} onClick={remove} />
    </li>
  );
}

interface SnippetDialogProps {
  /** The snippet to edit; if undefined, a new one is created. */
  readonly snippet?: SavedSnippet;
  /** Initial text of a new snippet. */
  readonly content: string;
}

export function SnippetDialog({ snippet, content: written }: SnippetDialogProps) {
  const { api } = useClient();
  const app = appWords();
  const compose = composeWords();
  const [title, setTitle] = useState(snippet?.title ?? "");
  const [content, setContent] = useState(snippet?.content ?? written);
  return (
    <Dialog
      title={snippet === undefined ? compose.snippetNew : compose.snippetEdit}
      submit={app.save}
      disabled={title.trim() === "" || content.trim() === ""}
      onSubmit={() =>
        snippet === undefined
          ? api.post("/saved_snippets", { title, content })
          : api.patch(`/saved_snippets/${snippet.id}`, { title, content })
      }
    >
      <Field
        label={compose.snippetTitle}
        value={title}
        onInput={setTitle}
        maxLength={MAX_SNIPPET_TITLE_LENGTH}
        autofocus
        required
      />
      <Field label={compose.snippetContent} value={content} onInput={setContent} lines={8} required />
    </Dialog>
  );
}
