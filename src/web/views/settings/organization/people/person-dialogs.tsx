import { useState } from "preact/hooks";
import { MAX_DEACTIVATION_COMMENT_LENGTH } from "../../../../../protocol/text-lengths.ts";
import type { Client } from "../../../../client/client.ts";
import { activeBotsOf, isLastOwner } from "../../../../model/people/listed-people.ts";
import { ROLE_NUMBERS, roleOf } from "../../../../model/people/profile.ts";
import type { User } from "../../../../model/state.ts";
import { Choice, Switch } from "../../../../parts/fields/choice.tsx";
import { Field } from "../../../../parts/fields/field.tsx";
import { Dialog, DoneButton } from "../../../../parts/overlays/dialog.tsx";
import { appWords } from "../../../../words/app.ts";
import { listed, number } from "../../../../words/format.ts";
import { peopleWords } from "../../../../words/people.ts";
import { loginLimitsWords, usersWords } from "../../../../words/settings/organization/users.ts";
import { showDone } from "../../../attempt.ts";
import { withFreshLogin } from "../../../reauthentication/with-fresh-login.tsx";
import { Consequences } from "../../consequences.tsx";
import { CopyField } from "../../copy-field.tsx";
import { useLoaded, WhenLoaded } from "../../use-loaded.tsx";

/** Creates a link that lets a user who forgot their password set a new one. For servers that send no email. */
export function ResetPassword({ client, user }: { readonly client: Client; readonly user: User }) {
  const w = usersWords();
  const make = async () => {
    const path = `/users/${user.user_id}/password_link`;
    const made = await withFreshLogin(client, () => client.api.post<{ url: string }>(path));
    if (made === undefined) return false;
    client.show(<PasswordLink name={user.full_name} url={made.url} />);
    return true;
  };
  return (
    <Dialog title={w.passwordTitle(user.full_name)} submit={w.passwordAction} onSubmit={make}>
      <Consequences lines={w.passwordText} />
      <p class="settings-note">{w.passwordCare}</p>
    </Dialog>
  );
}

/** Shows the link, which can't be shown again. */
function PasswordLink({ name, url }: { readonly name: string; readonly url: string }) {
  const w = usersWords();
  return (
    <Dialog alert title={w.passwordMade(name)} footer={<DoneButton />}>
      <CopyField label={w.passwordLink} value={url} hint={w.passwordLinkHint} />
    </Dialog>
  );
}

/** Logs a user out of all browsers, and optionally of apps. */
export function LogOutPerson({ client, user }: { readonly client: Client; readonly user: User }) {
  const [keys, setKeys] = useState(false);
  const path = `/users/${user.user_id}/logins`;
  const loaded = useLoaded(() => client.api.get<{ sessions: number; api_keys: number }>(path));
  const [w, limits] = [usersWords(), loginLimitsWords()];
  const submit = async () => {
    await client.api.delete(path, { api_keys: keys });
    client.toast({ text: w.loggedOut(user.full_name) });
  };
  return (
    <Dialog alert title={w.logOutTitle(user.full_name)} submit={limits.action} danger onSubmit={submit}>
      <WhenLoaded of={loaded}>
        {({ sessions, api_keys }) => <p>{w.logins(number(sessions), number(api_keys))}</p>}
      </WhenLoaded>
      <Switch label={limits.alsoKeys} hint={limits.alsoKeysHint} on={keys} onChange={setKeys} />
    </Dialog>
  );
}

const ADMINISTRATOR = 200;

export function RoleDialog({ client, user }: { readonly client: Client; readonly user: User }) {
  const state = client.watch("users", "account");
  const [before] = useState(user.role);
  const [role, setRole] = useState<User["role"]>(before);
  const w = usersWords();
  const isLast = isLastOwner(state, user);
  const locked = (id: User["role"]) => {
    if (isLast && id !== 100) return w.lastOwner;
    return id === 100 && !state.is_owner ? w.ownersOnly : undefined;
  };
  const endsSessions = role < user.role && role <= ADMINISTRATOR && !user.is_bot;
  const save = async () => {
    if (role === before) return;
    await client.api.patch(`/users/${user.user_id}`, { role });
    client.toast({ text: w.roleChanged(user.full_name) });
  };
  return (
    <Dialog title={w.roleTitle(user.full_name)} submit={appWords().save} onSubmit={save}>
      <Choice
        label={w.rows.role}
        value={role}
        options={ROLE_NUMBERS.map((value) => {
          const name = roleOf({ role: value });
          const why = locked(value);
          return {
            value,
            label: peopleWords().roles[name],
            hint: why ?? w.roleHints[name],
            disabled: why !== undefined,
          };
        })}
        onChange={setRole}
      />
      {endsSessions && <p role="status">{w.roleLogsOut(user.full_name)}</p>}
    </Dialog>
  );
}

/** What can be deleted along with a user, by the server's names. */
const DELETIONS = [
  "delete_profile",
  "delete_public_channel_messages",
  "delete_private_channel_messages",
  "delete_direct_messages",
] as const;
type DeletionName = (typeof DELETIONS)[number];

/** Explains what happens to a deactivated user, and asks for confirmation. */
export function DeactivatePerson({ client, user }: { readonly client: Client; readonly user: User }) {
  const state = client.watch("users");
  const [tells, setTells] = useState(false);
  const [comment, setComment] = useState("");
  const [actions, setActions] = useState<Partial<Record<DeletionName, boolean>>>({});
  const deletes = DELETIONS.some((name) => actions[name] === true);
  const bots = activeBotsOf(state, user).map((bot) => bot.full_name);
  const w = usersWords();
  const submit = async () => {
    await client.api.delete(`/users/${user.user_id}`, {
      ...(tells && { deactivation_notification_comment: comment }),
      ...(deletes && { actions }),
    });
    // Reactivation wouldn't restore what was deleted.
    if (deletes) client.toast({ text: w.deactivated(user.full_name) });
    else showDone(client, w.deactivated(user.full_name), () => client.api.post(`/users/${user.user_id}/reactivate`));
  };
  return (
    <Dialog
      alert
      title={w.deactivateTitle(user.full_name)}
      submit={deletes ? w.deactivateAndDelete : w.deactivateAction}
      danger
      onSubmit={submit}
    >
      <Consequences lines={[...w.deactivateText, ...(bots.length === 0 ? [] : [w.botsToo(listed(bots))])]} />
      <fieldset class="people-deletions">
        <legend>{w.deletions}</legend>
        {DELETIONS.map((name) => (
          <Switch
            key={name}
            label={w.deletionNames[name]}
            hint={name === "delete_profile" ? w.deleteProfileHint : undefined}
            on={actions[name] === true}
            onChange={(on) => setActions({ ...actions, [name]: on })}
          />
        ))}
        {deletes && (
          <div role="status">
            <Consequences lines={w.deletionText} />
          </div>
        )}
      </fieldset>
      <Switch label={w.letter} on={tells} onChange={setTells} />
      {tells && (
        <Field
          label={w.letterText}
          value={comment}
          onInput={setComment}
          lines={3}
          maxLength={MAX_DEACTIVATION_COMMENT_LENGTH}
        />
      )}
    </Dialog>
  );
}
