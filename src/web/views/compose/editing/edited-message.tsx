import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { loadDeferred } from "../../../loads.ts";
import type { MessageId } from "../../../model/ids.ts";
import type { Message } from "../../../model/message.ts";
import { LoadingIndicator } from "../../../parts/progress.tsx";
import type { MessageEditor } from "./message-editor.tsx";

export const editedMessage = signal<MessageId | undefined>(undefined);

type Editor = typeof MessageEditor;

/** The editor that replaces a message's content during editing. */
export function EditedMessage({ message }: { readonly message: Message }) {
  const [loaded, setLoaded] = useState<{ readonly Editor: Editor }>();
  const close = () => {
    if (editedMessage.value === message.id) editedMessage.value = undefined;
  };
  const reopen = () => {
    editedMessage.value = message.id;
  };
  useEffect(() => {
    loadDeferred().then(({ MessageEditor }) => setLoaded({ Editor: MessageEditor }), close);
  }, []);
  return loaded === undefined ? (
    <LoadingIndicator />
  ) : (
    <loaded.Editor message={message} onClose={close} onReopen={reopen} />
  );
}
