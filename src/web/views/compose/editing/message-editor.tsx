import "../markdown-field.css";
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Client, useClient } from "../../../client/client.ts";
import { tooLateText } from "../../../client/sending/acts-sender.ts";
import type { MessageId } from "../../../model/ids.ts";
import type { Message } from "../../../model/message.ts";
import { secondsLeftToEdit } from "../../../model/messages/message-permissions.ts";
import { isOnlyVoice } from "../../../model/messages/voice-message.ts";
import { conversationOf, targetOfConversation } from "../../../model/routes/conversation.ts";
import { Button, ToolButton } from "../../../parts/button.tsx";
import { errorText } from "../../../parts/error-text.ts";
import { LoadingIndicator } from "../../../parts/progress.tsx";
import { appWords } from "../../../words/app.ts";
import { composeWords } from "../../../words/compose.ts";
import { draftsWords } from "../../../words/screens.ts";
import { showDone } from "../../attempt.ts";
import { useIsOpen } from "../../use-is-open.ts";
import { insertText, replaceInField } from "../apply-edit.ts";
import { AttachmentRow } from "../attachments/attachment-row.tsx";
import { Attachments } from "../attachments/attachments.ts";
import { EmojiButton, FormatBar } from "../format-bar.tsx";
import { MarkdownField, Preview } from "../markdown-field.tsx";
import { lengthOf } from "../problems.ts";
import { TypingNotice } from "../typing.ts";
import { type MessageSource, saveEdit, sourceOf } from "./edit-message.ts";
import { Transcribe } from "./transcribe.tsx";

interface MessageEditorProps {
  readonly message: Message;
  /** Called when the edit is saved or canceled. */
  readonly onClose: () => void;
  readonly onReopen: () => void;
}

export function MessageEditor(props: MessageEditorProps) {
  const { message, onClose } = props;
  const client = useClient();
  const source = useSignal<MessageSource | undefined>(undefined);
  const [failure, setFailure] = useState<string>();
  const { id } = message;
  useEffect(() => {
    sourceOf(client, client.messages.get(id) ?? message).then(
      (found) => {
        source.value = found;
      },
      (error) => setFailure(errorText(error)),
    );
  }, [client, id, source]);
  if (failure !== undefined) {
    return (
      <p class="message-editor-error" role="alert">
        {failure} <Button onClick={onClose}>{appWords().close}</Button>
      </p>
    );
  }
  if (source.value === undefined) return <LoadingIndicator />;
  return <Editor {...props} source={source.value} />;
}

interface EditFiles {
  readonly attachments: Attachments;
  /** The editor's field, or null while another place is shown. */
  area: HTMLTextAreaElement | null;
}

const filesOfEdits = new Map<MessageId, EditFiles>();

/** Returns the files of a message's edit. Their uploads continue while the message's editor isn't shown. */
function filesOf(client: Client, message: MessageId): EditFiles {
  const known = filesOfEdits.get(message);
  if (known !== undefined) return known;
  const files: EditFiles = {
    area: null,
    attachments: new Attachments(client, {
      inserter: () => (text) => {
        const kept = client.drafts.editOf(message);
        if (files.area !== null) insertText(files.area, text);
        else if (kept !== undefined) {
          client.drafts.keepEdit(message, `${kept.trimEnd()}\n${text}`, client.drafts.baseOf(message));
        }
      },
      replace: (text, by) =>
        files.area === null ? client.drafts.rewrite(text, by) : replaceInField(files.area, text, by),
    }),
  };
  filesOfEdits.set(message, files);
  return files;
}

function Editor({
  message,
  source: loaded,
  onClose,
  onReopen,
}: MessageEditorProps & { readonly source: MessageSource }) {
  const client = useClient();
  const { id } = message;
  const [source, setSource] = useState(() => {
    const base = loaded.isExact ? client.drafts.baseOf(id) : undefined;
    return base === undefined ? loaded : { text: base, isExact: true };
  });
  const area = useRef<HTMLTextAreaElement>(null);
  const isOpen = useIsOpen();
  const files = useMemo(() => filesOf(client, id), [client, id]);
  const { attachments } = files;
  const begun = client.drafts.editOf(id);
  const fresh = isOnlyVoice(source.text) ? `${source.text}\n\n` : source.text;
  const text = useSignal(begun === undefined ? fresh : attachments.withoutLost(begun));
  const previewing = useSignal(false);
  const [state, setState] = useState<{ readonly saving?: boolean; readonly error?: string }>({});
  const me = client.watch().user_id;
  const target = targetOfConversation(conversationOf(message, me), me);
  const typing = useMemo(() => new TypingNotice(client, `/messages/${id}/typing`), [client, id]);
  const limit = client.watch("realm").max_message_length;
  const app = appWords();
  const compose = composeWords();
  const [ended, setEnded] = useState(false);
  const tooLong = lengthOf(text.value.trim()) > limit;
  const blocked = text.value.trim() === "" || tooLong || ended || attachments.isUploading(text.value);

  // A layout effect, so that the selection isn't set after the first input by the user or a program.
  useLayoutEffect(() => {
    area.current?.focus();
    area.current?.setSelectionRange(text.peek().length, text.peek().length);
    return () => typing.stop();
  }, [text, typing]);

  useLayoutEffect(() => {
    files.area = area.current;
    return () => {
      files.area = null;
    };
  });

  const keep = (written: string, { text: base, isExact }: MessageSource) =>
    client.drafts.keepEdit(id, written, isExact ? base : undefined);
  /** Bases the typed text on another version of the message. */
  const rebase = (to: MessageSource) => {
    setSource(to);
    const kept = client.drafts.editOf(id);
    if (kept !== undefined) keep(kept, to);
  };
  const cancel = () => {
    const kept = client.drafts.editOf(id);
    client.drafts.keepEdit(id, undefined);
    onClose();
    if (kept === undefined || kept.trim() === source.text.trim() || state.saving) return;
    showDone(client, draftsWords().deleted, () => {
      keep(kept, source);
      onReopen();
    });
  };
  const save = async () => {
    if (blocked || state.saving) return;
    if (text.value.trim() === source.text.trim()) return cancel();
    setState({ saving: true });
    const sent = text.value;
    try {
      rebase(await saveEdit(client, message, { source, text: sent }));
    } catch (error) {
      const tooLate = tooLateText(error);
      // After this, saving again replaces the other user's change.
      if (tooLate !== undefined) rebase(await sourceOf(client, message).catch(() => source));
      const told = tooLate ?? errorText(error);
      if (!isOpen.current) return client.toast({ text: told, kind: "error" });
      setState({ error: told });
      area.current?.focus();
      return;
    }
    if (client.drafts.editOf(id) === sent) client.drafts.keepEdit(id, undefined);
    if (!isOpen.current) return;
    if (text.value === sent) return onClose();
    // Text typed while saving still has to be saved.
    setState({});
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flexible box everywhere
    <div
      role="group"
      aria-label={compose.editMessage}
      class="message-editor compose-frame"
      onDrop={(event) => {
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length === 0) return;
        event.preventDefault();
        attachments.add(files);
      }}
      onPointerDown={(event) => {
        // Keeps the focus in the field, and so the phone's keyboard open.
        if (event.target instanceof Element && event.target.closest("button") !== null) event.preventDefault();
      }}
    >
      <MarkdownField
        area={area}
        text={text}
        label={compose.editMessage}
        placeholder=""
        hidden={previewing.value}
        onText={(written) => {
          attachments.changed(text.value, written);
          text.value = written;
          keep(written, source);
          attachments.tidy(written);
          if (client.watch().user_settings.send_stream_typing_notifications) typing.typed();
        }}
        writing={() => ({ target })}
        onSend={save}
        onLeave={cancel}
        onFiles={(files) => attachments.add(files)}
      />
      {previewing.value && <Preview text={text.value} />}
      <AttachmentRow attachments={attachments} text={text} />
      {state.error !== undefined && (
        <p class="message-editor-error" role="alert">
          {state.error}
        </p>
      )}
      {tooLong && (
        <p class="message-editor-error" role="alert">
          {compose.problems.tooLong(lengthOf(text.value.trim()) - limit, limit)}
        </p>
      )}
      {isOnlyVoice(source.text) && (
        <Transcribe
          voice={source.text}
          onStart={() => keep(text.value, source)}
          onText={(said) => {
            const kept = client.drafts.editOf(id);
            if (files.area !== null) insertText(files.area, said);
            else if (kept !== undefined) client.drafts.keepEdit(id, kept + said, client.drafts.baseOf(id));
          }}
        />
      )}
      <div class="message-editor-bar">
        <EmojiButton onEmoji={(name) => area.current && insertText(area.current, `:${name}: `)} />
        <FormatBar area={area} />
        <ToolButton
          icon={previewing.value ? "pencil" : "eye"}
          label={previewing.value ? compose.writeOn : app.preview}
          pressed={previewing.value}
          onClick={() => {
            previewing.value = !previewing.value;
          }}
        />
        <TimeLeft seconds={() => secondsLeftToEdit(client.watch(), message)} onEnd={() => setEnded(true)} />
        <Button onClick={cancel}>{app.cancel}</Button>
        <Button kind="primary" disabled={blocked} busy={state.saving ?? false} onClick={save}>
          {app.save}
        </Button>
      </div>
    </div>
  );
}

/** The remaining time is shown if it is shorter than this. */
const NEAR_SECONDS = 600;

interface TimeLeftProps {
  /** Remaining seconds, or undefined if there is no limit. */
  readonly seconds: () => number | undefined;
  readonly onEnd: () => void;
}

function TimeLeft({ seconds, onEnd }: TimeLeftProps) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => {
      const now = seconds();
      setLeft(now);
      if (now === 0) {
        clearInterval(timer);
        onEnd();
      }
    }, 1000);
    return () => clearInterval(timer);
    // No dependencies, because the message and its time limit don't change while it is being edited.
  }, []);
  if (left === undefined || left > NEAR_SECONDS) return <span class="message-editor-time" />;
  const minutes = Math.floor(left / 60);
  const clock = `${minutes}:${String(Math.floor(left % 60)).padStart(2, "0")}`;
  return (
    <span class="message-editor-time">{left === 0 ? composeWords().editEnded : composeWords().editLeft(clock)}</span>
  );
}
