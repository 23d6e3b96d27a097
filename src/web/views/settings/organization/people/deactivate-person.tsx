import { useState } from "preact/hooks";
import { LONGEST_DEACTIVATION_COMMENT } from "../../../../../protocol/text-lengths.ts";
import type { Client } from "../../../../client/client.ts";
import { activeBotsOf } from "../../../../model/people/listed-people.ts";
import type { User } from "../../../../model/state.ts";
import { Field } from "../../../../parts/fields/field.tsx";
import { Switch } from "../../../../parts/fields/switch.tsx";
import { Dialog } from "../../../../parts/overlays/dialog.tsx";
import { listed } from "../../../../words/format.ts";
import { usersWords } from "../../../../words/settings/organization/users.ts";
import { tellDone } from "../../../attempt.ts";

/** Says what becomes of a person who is deactivated, and asks for confirmation. */
export function DeactivatePerson({ client, user }: { readonly client: Client; readonly user: User }) {
  const state = client.watch("users");
  const [tells, setTells] = useState(false);
  const [comment, setComment] = useState("");
  const bots = activeBotsOf(state, user).map((bot) => bot.full_name);
  const w = usersWords();
  const submit = async () => {
    await client.api.delete(`/users/${user.user_id}`, tells ? { deactivation_notification_comment: comment } : {});
    tellDone(client, w.deactivated(user.full_name), () => client.api.post(`/users/${user.user_id}/reactivate`));
  };
  return (
    <Dialog alert title={w.deactivateTitle(user.full_name)} submit={w.deactivateAction} danger onSubmit={submit}>
      <ul class="people-consequences">
        {w.deactivateText.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {bots.length > 0 && <li>{w.botsToo(listed(bots))}</li>}
      </ul>
      <Switch label={w.letter} on={tells} onChange={setTells} />
      {tells && (
        <Field
          label={w.letterText}
          value={comment}
          onInput={setComment}
          lines={3}
          maxLength={LONGEST_DEACTIVATION_COMMENT}
        />
      )}
    </Dialog>
  );
}
