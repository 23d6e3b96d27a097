import "./person-card.css";
import { useState } from "preact/hooks";
import { MAX_STATUS_LENGTH } from "../../../protocol/text-lengths.ts";
import { type Client, ClientProvider, useClient } from "../../client/client.ts";
import { statusOf } from "../../model/people/profile.ts";
import { Field } from "../../parts/fields/field.tsx";
import { Dialog } from "../../parts/overlays/dialog.tsx";
import { appWords } from "../../words/app.ts";
import { peopleWords } from "../../words/people.ts";

/** Emoji of the suggested statuses, in the order of `peopleWords().statusDefaults`. */
const EMOJI = [
  ["working_on_it", "1f6e0"],
  ["calendar", "1f4c5"],
  ["bus", "1f68c"],
  ["hurt", "1f915"],
  ["palm_tree", "1f334"],
  ["house", "1f3e0"],
  ["office", "1f3e2"],
] as const;

export function openStatusDialog(client: Client): void {
  client.show(
    <ClientProvider value={client}>
      <StatusDialog />
    </ClientProvider>,
  );
}

function StatusDialog() {
  const client = useClient();
  const state = client.watch();
  const [text, setText] = useState(statusOf(state, state.user_id)?.status_text ?? "");
  const w = peopleWords();
  const save = () => {
    const [emoji_name, emoji_code] = EMOJI[w.statusDefaults.indexOf(text.trim())] ?? ["", ""];
    return client.api.post("/users/me/status", {
      status_text: text.trim(),
      ...(emoji_name === "" ? { emoji_name: "" } : { emoji_name, emoji_code, reaction_type: "unicode_emoji" }),
    });
  };
  return (
    <Dialog title={w.statusTitle} size="s" submit={appWords().save} onSubmit={save}>
      <Field label={w.statusText} value={text} onInput={setText} maxLength={MAX_STATUS_LENGTH} autofocus />
      <div class="status-choices">
        {w.statusDefaults.map((choice) => (
          <button
            key={choice}
            type="button"
            class="status-choice"
            aria-pressed={text === choice}
            onClick={() => setText(choice)}
          >
            {choice}
          </button>
        ))}
        {text !== "" && (
          <button type="button" class="status-choice" onClick={() => setText("")}>
            {w.statusClear}
          </button>
        )}
      </div>
    </Dialog>
  );
}
