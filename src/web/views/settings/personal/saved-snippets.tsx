import { useClient } from "../../../client/client.ts";
import type { SavedSnippet } from "../../../model/state.ts";
import { Button, ToolButton } from "../../../parts/button.tsx";
import { Empty } from "../../../parts/progress.tsx";
import { appWords, labelled } from "../../../words/app.ts";
import { compareNames } from "../../../words/format.ts";
import { snippetsWords } from "../../../words/screens.ts";
import { attempt } from "../../attempt.ts";
import { SnippetDialog } from "../../compose/dialogs/snippets-dialog.tsx";
import { Entry, EntryList } from "../entry.tsx";

export function SavedSnippets() {
  const client = useClient();
  const { saved_snippets } = client.watch("later");
  const app = appWords();
  const w = snippetsWords();
  const remove = ({ id, title, content }: SavedSnippet) =>
    attempt(client, () => client.api.delete(`/saved_snippets/${id}`), {
      done: w.removed(title),
      undo: () => client.api.post("/saved_snippets", { title, content }),
    });
  return (
    <section class="setting-group">
      <p class="settings-note">{w.hint}</p>
      <div>
        <Button icon="plus" onClick={() => client.show(<SnippetDialog content="" />)}>
          {w.rows.add}
        </Button>
      </div>
      {saved_snippets.length === 0 && <Empty icon="bookmark" title={w.none} text={w.noneHint} />}
      <EntryList items={[...saved_snippets].sort((one, other) => compareNames(one.title, other.title))} height={62}>
        {(snippet) => (
          <Entry isPlain title={snippet.title} more={<p class="settings-note one-line">{snippet.content}</p>}>
            <ToolButton
              icon="pencil"
              label={labelled(app.edit, snippet.title)}
              onClick={() => client.show(<SnippetDialog snippet={snippet} content="" />)}
            />
            <ToolButton
              icon="trash-2"
              danger
              label={labelled(app.delete, snippet.title)}
              onClick={() => void remove(snippet)}
            />
          </Entry>
        )}
      </EntryList>
    </section>
  );
}
