import { appWords } from "../../../words/app.ts";
import "./own.css";
import { useState } from "preact/hooks";
import { MAX_ALERT_WORD_LENGTH } from "../../../../protocol/text-lengths.ts";
import { useClient } from "../../../client/client.ts";
import { Button, ToolButton } from "../../../parts/button.tsx";
import { errorText } from "../../../parts/error-text.ts";
import { Field } from "../../../parts/fields/field.tsx";
import { VirtualRows } from "../../../parts/lists/virtual-rows.tsx";
import { compareNames } from "../../../words/format.ts";
import { alertWordsWords } from "../../../words/settings/own/notifications.ts";
import { attempt } from "../../attempt.ts";

/** Words that have the same effect in a message as a mention of the user. */
export function AlertWords() {
  const client = useClient();
  const { alert_words } = client.watch("account");
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const w = alertWordsWords();
  const add = async (event: SubmitEvent) => {
    event.preventDefault();
    const word = typed.trim();
    if (word === "") return;
    try {
      await client.api.post("/users/me/alert_words", { alert_words: [word] });
      setTyped((now) => (now === typed ? "" : now));
      setError(undefined);
    } catch (refusal) {
      setError(errorText(refusal));
    }
  };
  const remove = (word: string) =>
    attempt(client, () => client.api.delete("/users/me/alert_words", { alert_words: [word] }), {
      done: w.removed(word),
      undo: () => client.api.post("/users/me/alert_words", { alert_words: [word] }),
    });
  return (
    <section class="setting-group">
      <p class="settings-note">{w.hint}</p>
      <form class="field-row" onSubmit={(event) => void add(event)}>
        <Field label={w.rows.add} value={typed} onInput={setTyped} maxLength={MAX_ALERT_WORD_LENGTH} error={error} />
        <Button type="submit" kind="primary" disabled={typed.trim() === ""}>
          {appWords().add}
        </Button>
      </form>
      {alert_words.length === 0 && <p class="settings-note">{w.none}</p>}
      <VirtualRows
        items={[...alert_words].sort(compareNames)}
        height={46}
        row={(word) => (
          <li key={word} class="settings-item">
            <span class="settings-item-name">{word}</span>
            <ToolButton icon="x" label={w.remove(word)} onClick={() => void remove(word)} />
          </li>
        )}
      />
    </section>
  );
}
