import { dialogsWords } from "../../words/dialogs.ts";
import "./dialogs.css";
import { type Client, useClient } from "../../client/client.ts";
import type { MessageId, UserId } from "../../model/ids.ts";
import { errorText } from "../../parts/error-text.ts";
import { Dialog } from "../../parts/overlays/dialog.tsx";
import { Spinner } from "../../parts/progress.tsx";
import { compareNames } from "../../words/format.ts";
import { nameOfUser } from "../people/names.ts";
import { UserFace } from "../people/user-face.tsx";
import { openDialog } from "./open-dialog.tsx";
import { useAnswer } from "./use-answer.ts";

/** The number of names that are shown at most. */
const MOST_NAMES = 500;

export const openReceipts = (client: Client, message: MessageId): void =>
  openDialog(client, <ReceiptsDialog message={message} />);

/** The readers of a message, without those who keep that to themselves. */
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
      <ul class="receipts-list">
        {readers.slice(0, MOST_NAMES).map(({ id, name }) => (
          <li key={id} class="receipts-person">
            <UserFace user={id} size="s" plain />
            {name}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
