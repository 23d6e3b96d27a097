import { useEffect, useState } from "preact/hooks";
import { type Client, useClient } from "../../client/client.ts";
import type { ChannelId, UserId } from "../../model/ids.ts";
import { Button } from "../../parts/button.tsx";
import { errorText } from "../../parts/error-text.ts";
import { Time } from "../../parts/indicators/time.tsx";
import { Dialog } from "../../parts/overlays/dialog.tsx";
import { useClose } from "../../parts/overlays/overlays.tsx";
import { Spinner } from "../../parts/progress.tsx";
import { boardWords } from "../../words/board.ts";
import { dialogsWords } from "../../words/dialogs.ts";
import { attempt, showDone } from "../attempt.ts";
import { nameOfUser } from "../people/names.ts";
import { savePage } from "./page-editor.tsx";

interface Version {
  readonly version: number;
  readonly content: string;
  readonly edited_by: UserId | null;
  readonly date_edited: number;
}

interface History {
  readonly versions: readonly Version[];
  readonly moved_messages: readonly { readonly message_id: number; readonly date_moved: number }[];
}

interface HistoryProps {
  readonly channel: ChannelId;
  readonly canRestore: boolean;
}

export const openPageHistory = (client: Client, props: HistoryProps): void => client.show(<PageHistory {...props} />);

/** A page's versions, newest first, and the messages that were moved away from the board. */
function PageHistory({ channel, canRestore }: HistoryProps) {
  const client = useClient();
  const state = client.watch("users");
  const [history, setHistory] = useState<History>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    client.api.get<History>(`/streams/${channel}/page/history`).then(setHistory, setFailure);
  }, []);
  const w = boardWords();
  const dialogs = dialogsWords();
  const [newest] = history?.versions ?? [];
  return (
    <Dialog title={dialogs.history} size="l">
      {failure !== undefined && <p role="alert">{errorText(failure)}</p>}
      {history === undefined && failure === undefined && <Spinner />}
      {history && (
        <ol class="history-list">
          {history.versions.map((one) => (
            <li key={one.version} class="history-entry">
              <p>
                {dialogs.historyEdited(nameOfUser(state, one.edited_by))}
                {" · "}
                <Time at={one.date_edited} as="day within" />
              </p>
              <details class="board-version" open={one === newest}>
                <summary>{w.showText}</summary>
                <pre dir="auto">{one.content}</pre>
              </details>
              {canRestore && newest && one !== newest && <Restore channel={channel} version={one} newest={newest} />}
            </li>
          ))}
          {history.moved_messages.map(({ message_id, date_moved }) => (
            <li key={`moved ${message_id}`} class="history-entry">
              <p>
                {w.movedAway}
                {" · "}
                <Time at={date_moved} as="day within" />
              </p>
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  );
}

interface RestoreProps {
  readonly channel: ChannelId;
  readonly version: Version;
  readonly newest: Version;
}

function Restore({ channel, version: { content }, newest }: RestoreProps) {
  const client = useClient();
  const close = useClose();
  const w = boardWords();
  const write = async (text: string, version: number) => {
    const isWritten = (await savePage(client, channel, { version, text })).content === text;
    if (!isWritten) client.toast({ text: w.notRestored, kind: "error" });
    return isWritten;
  };
  const restore = () =>
    attempt(client, async () => {
      if (!(await write(content, newest.version))) return;
      showDone(client, w.restored, () => write(newest.content, newest.version + 1));
      close();
    });
  return (
    <div class="board-tools">
      <Button run={restore}>{w.restore}</Button>
    </div>
  );
}
