import { useState } from "preact/hooks";
import { MAX_REPORT_LENGTH } from "../../../protocol/text-lengths.ts";
import { type Client, useClient } from "../../client/client.ts";
import type { MessageId } from "../../model/ids.ts";
import { Choice } from "../../parts/fields/choice.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Dialog } from "../../parts/overlays/dialog.tsx";
import { dialogsWords } from "../../words/dialogs.ts";
import { keysWords } from "../../words/help.ts";

export const openReport = (client: Client, message: MessageId): void => client.show(<ReportDialog message={message} />);

function ReportDialog({ message }: { readonly message: MessageId }) {
  const client = useClient();
  const [reason, setReason] = useState<string>();
  const [text, setText] = useState("");
  const w = dialogsWords();
  const isOther = reason === "other";
  const reasons = client.watch().server_report_message_types ?? [];
  const send = async () => {
    await client.api.post(`/messages/${message}/report`, { report_type: reason, description: text });
    client.toast({ text: w.reported });
  };
  return (
    <Dialog
      title={keysWords().actions.report}
      submit={w.reportDo}
      disabled={reason === undefined || (isOther && text.trim() === "")}
      onSubmit={send}
    >
      <p>{w.reportLead}</p>
      <Choice
        label={w.reportWhy}
        value={reason}
        options={reasons.map(({ key, name }) => ({ value: key, label: name }))}
        onChange={setReason}
      />
      <Field
        label={isOther ? w.reportText : w.reportTextToo}
        value={text}
        onInput={setText}
        lines={3}
        maxLength={MAX_REPORT_LENGTH}
        required={isOther}
      />
    </Dialog>
  );
}
