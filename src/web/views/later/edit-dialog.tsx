import { useState } from "preact/hooks";
import { type Client, useClient } from "../../client/client.ts";
import type { ScheduledMessage } from "../../model/state.ts";
import { Choice } from "../../parts/fields/choice.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Dialog } from "../../parts/overlays/dialog.tsx";
import { appWords } from "../../words/app.ts";
import { composeWords } from "../../words/compose.ts";
import { repeatWords } from "../../words/later.ts";

/** Opens a dialog to edit a repeating message's text, for the next occurrence only or for all of them. */
export const openEdit = (client: Client, message: ScheduledMessage): void =>
  client.show(<EditDialog message={message} />);

function EditDialog({ message }: { readonly message: ScheduledMessage }) {
  const client = useClient();
  const w = repeatWords();
  const [content, setContent] = useState(message.content);
  const [applies_to, setApplies] = useState<"next" | "all">("all");
  const { scheduled_message_id: id, scheduled_delivery_timestamp: due } = message;
  return (
    <Dialog
      title={composeWords().editMessage}
      submit={appWords().save}
      disabled={content.trim() === ""}
      onSubmit={() =>
        client.api.patch(`/scheduled_messages/${id}`, {
          ...{ content, applies_to },
          ...(applies_to === "next" && { if_due_at: due }),
        })
      }
    >
      <Field label={w.text} value={content} onInput={setContent} lines={6} autofocus />
      <Choice
        label={w.applies}
        value={applies_to}
        options={[
          { value: "all", label: w.appliesAll },
          { value: "next", label: w.appliesNext },
        ]}
        onChange={setApplies}
      />
    </Dialog>
  );
}
