import "./dialogs.css";
import { useEffect, useState } from "preact/hooks";
import type { WireMessageVersion } from "../../../wire-types.ts";
import { type Client, useClient } from "../../client/client.ts";
import { channelById } from "../../model/channels/channels.ts";
import { topicName } from "../../model/channels/topics.ts";
import type { ChannelId, MessageId, UserId } from "../../model/ids.ts";
import { errorText } from "../../parts/error-text.ts";
import { Time } from "../../parts/indicators/time.tsx";
import { Dialog } from "../../parts/overlays/dialog.tsx";
import { Spinner } from "../../parts/progress.tsx";
import { serverHtml } from "../../parts/server-html.ts";
import { dialogsWords } from "../../words/dialogs.ts";
import { compareNames } from "../../words/format.ts";
import { nameOfUser } from "../people/names.ts";
import { UserFace } from "../people/user-face.tsx";

export const openHistory = (client: Client, message: MessageId): void =>
  client.show(<HistoryDialog message={message} />);

/** A message's edit history with differences, newest version first. */
function HistoryDialog({ message }: { readonly message: MessageId }) {
  const client = useClient();
  const { value, error } = useAnswer((signal) =>
    client.api.get<{ message_history: WireMessageVersion[] }>(
      `/messages/${message}/history`,
      { allow_empty_topic_name: true },
      { signal },
    ),
  );
  return (
    <Dialog title={dialogsWords().history} size="l">
      {error !== undefined && <p role="alert">{errorText(error)}</p>}
      {value === undefined && error === undefined && <Spinner />}
      {value && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long history has to be scrollable by keyboard
        <ol class="history-list" tabIndex={0}>
          {value.message_history.toReversed().map((snapshot, index) => (
            <Entry key={index} snapshot={snapshot} isFirst={index === value.message_history.length - 1} />
          ))}
        </ol>
      )}
    </Dialog>
  );
}

function Entry({ snapshot, isFirst }: { readonly snapshot: WireMessageVersion; readonly isFirst: boolean }) {
  const state = useClient().watch("users", "channels", "realm");
  const w = dialogsWords();
  const who = nameOfUser(state, snapshot.user_id);
  const isMove = snapshot.prev_topic !== undefined || snapshot.prev_stream !== undefined;
  const where = (channel: ChannelId | undefined, topic: string) => {
    const name = channel === undefined ? undefined : channelById(state, channel)?.name;
    return name === undefined ? topicName(state, topic) : `#${name} › ${topicName(state, topic)}`;
  };
  const from = where(snapshot.prev_stream, snapshot.prev_topic ?? snapshot.topic);
  const said = isFirst
    ? w.historySent(who)
    : isMove
      ? w.historyMoved(who, from, where(snapshot.stream, snapshot.topic))
      : w.historyEdited(who);
  const html = snapshot.content_html_diff ?? (isFirst ? snapshot.rendered_content : undefined);
  return (
    <li class="history-entry">
      <p>
        {said} · <Time at={snapshot.timestamp} as="day within" />
      </p>
      {html !== undefined && <div class="history-text" dir="auto" dangerouslySetInnerHTML={serverHtml(html)} />}
    </li>
  );
}

const MAX_NAMES = 500;

export const openReceipts = (client: Client, message: MessageId): void =>
  client.show(<ReceiptsDialog message={message} />);

/** A message's readers, except those who don't share read receipts. */
function ReceiptsDialog({ message }: { readonly message: MessageId }) {
  const client = useClient();
  const state = client.watch("users");
  const { value, error } = useAnswer((signal) =>
    client.api.get<{ user_ids: UserId[] }>(`/messages/${message}/read_receipts`, {}, { signal }),
  );
  const w = dialogsWords();
  const readers = (value?.user_ids ?? [])
    .map((id) => ({ id, name: nameOfUser(state, id) }))
    .sort((one, other) => compareNames(one.name, other.name));
  return (
    <Dialog title={w.receipts} size="s">
      {error !== undefined && <p role="alert">{errorText(error)}</p>}
      {value === undefined && error === undefined && <Spinner />}
      {value && <p>{readers.length === 0 ? w.receiptsNone : w.receiptsCount(readers.length)}</p>}
      {readers.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list has to be scrollable by keyboard
        <ul class="receipts-list" tabIndex={0}>
          {readers.slice(0, MAX_NAMES).map(({ id, name }) => (
            <li key={id} class="receipts-person">
              <UserFace user={id} size="s" plain />
              {name}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

type LoadedContent<Value> = { readonly value?: Value; readonly error?: unknown };

/** Loads a dialog's content from the server when it opens. */
function useAnswer<Value>(ask: (signal: AbortSignal) => Promise<Value>): LoadedContent<Value> {
  const [answer, setAnswer] = useState<LoadedContent<Value>>({});
  useEffect(() => {
    const ended = new AbortController();
    ask(ended.signal).then(
      (value) => setAnswer({ value }),
      (error: unknown) => {
        if (!ended.signal.aborted) setAnswer({ error });
      },
    );
    return () => ended.abort();
  }, []);
  return answer;
}
