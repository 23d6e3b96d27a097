import { useState } from "preact/hooks";
import type { Client } from "../../../client/client.ts";
import { serverNow } from "../../../model/server-time.ts";
import type { User } from "../../../model/state.ts";
import { Choice } from "../../../parts/fields/choice.tsx";
import { Dialog } from "../../../parts/overlays/dialog.tsx";
import { appWords } from "../../../words/app.ts";
import { erasureWords } from "../../../words/settings/organization/data.ts";
import { utcDay } from "../../../words/time.ts";
import { withFreshLogin } from "../../reauthentication/with-fresh-login.tsx";
import { Consequences } from "../consequences.tsx";

/** Period for undoing an erasure, in seconds. */
const DELAY = 14 * 86_400;

/** Formats a time in seconds since 1970 as a day, which is precise enough for an erasure. */
export const dayOf = (at: number): string => utcDay(new Date(at * 1000).toISOString().slice(0, 10));

interface DialogProps {
  readonly client: Client;
  readonly onDone: () => void;
}

/** Orders a user's erasure. If the user requested it (`wish`), their choice about their messages is preselected. */
export function EraseDialog({
  client,
  user,
  onDone,
  wish,
}: DialogProps & { readonly user: User; readonly wish?: boolean }) {
  const [deletes, setDeletes] = useState(wish ?? false);
  const w = erasureWords();
  const when = dayOf(serverNow() + DELAY);
  const submit = async () => {
    const path = `/users/${user.user_id}/erase`;
    const done = await withFreshLogin(client, () => client.api.post(path, { delete_messages: deletes }));
    if (done === undefined) return false;
    client.toast({ text: w.ordered(user.full_name, when) });
    onDone();
    return true;
  };
  return (
    <Dialog alert title={w.title(user.full_name)} submit={w.action} danger onSubmit={submit}>
      <Consequences lines={[...(wish === undefined ? [] : [w.deactivatesNow]), ...w.consequences, w.begins(when)]} />
      <MessagesChoice deletes={deletes} onChange={setDeletes} />
    </Dialog>
  );
}

/** Asks the owners to erase the user's own account. */
export function RequestDialog({ client, onDone }: DialogProps) {
  const [deletes, setDeletes] = useState(false);
  const { user_id } = client.watch("account");
  const w = erasureWords();
  const submit = async () => {
    const path = `/users/${user_id}/erase`;
    const done = await withFreshLogin(client, () => client.api.post(path, { delete_messages: deletes }));
    if (done === undefined) return false;
    onDone();
    return true;
  };
  return (
    <Dialog alert title={w.askTitle} submit={w.askAction} danger onSubmit={submit}>
      <Consequences lines={w.askConsequences} />
      <MessagesChoice deletes={deletes} onChange={setDeletes} />
    </Dialog>
  );
}

function MessagesChoice({
  deletes,
  onChange,
}: {
  readonly deletes: boolean;
  readonly onChange: (on: boolean) => void;
}) {
  const w = erasureWords();
  return (
    <Choice
      label={w.messages}
      value={deletes ? "delete" : "keep"}
      options={[
        { value: "keep", label: w.keep, hint: w.keepHint },
        { value: "delete", label: appWords().delete, hint: w.removeHint },
      ]}
      onChange={(value) => onChange(value === "delete")}
    />
  );
}
