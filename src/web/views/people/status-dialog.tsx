import "./person-card.css";
import { useState } from "preact/hooks";
import { MAX_STATUS_LENGTH } from "../../../protocol/text-lengths.ts";
import { type Client, useClient } from "../../client/client.ts";
import { statusOf } from "../../model/people/profile.ts";
import { Field } from "../../parts/fields/field.tsx";
import { Dialog } from "../../parts/overlays/dialog.tsx";
import { appWords } from "../../words/app.ts";
import { peopleWords } from "../../words/people.ts";
import { statusEmoji } from "./status-emoji.ts";

export const openStatusDialog = (client: Client): void => client.show(<StatusDialog />);

function StatusDialog() {
  const client = useClient();
  const state = client.watch();
  const [before] = useState(statusOf(state, state.user_id)?.status_text ?? "");
  const [text, setText] = useState(before);
  const w = peopleWords();
  const save = () =>
    client.api.post("/users/me/status", { status_text: text.trim(), ...statusEmoji(text.trim(), before) });
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
