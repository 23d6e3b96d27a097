import { composeWords } from "../../../words/compose.ts";
import "./users.css";
import { useEffect, useState } from "preact/hooks";
import { type Client, useClient } from "../../../client/client.ts";
import { isLastOwner, listedPeople } from "../../../model/people/listed-people.ts";
import { canInvite } from "../../../model/people/permissions.ts";
import { ROLE_NUMBERS, roleOf } from "../../../model/people/profile.ts";
import { isActive as personIsActive, userById } from "../../../model/people/users.ts";
import type { User } from "../../../model/state.ts";
import { Button } from "../../../parts/button.tsx";
import { Choice, Select } from "../../../parts/fields/choice.tsx";
import { SearchField } from "../../../parts/fields/field.tsx";
import { VirtualRows } from "../../../parts/lists/virtual-rows.tsx";
import { Dialog } from "../../../parts/overlays/dialog.tsx";
import { MenuButton, type MenuEntry } from "../../../parts/overlays/menu.tsx";
import { Empty } from "../../../parts/progress.tsx";
import { peopleWords } from "../../../words/people.ts";
import { erasureWords } from "../../../words/settings/organization/data.ts";
import { usersWords } from "../../../words/settings/organization/users.ts";
import { settingsWords } from "../../../words/settings/settings.ts";
import { attempt } from "../../attempt.ts";
import { openInvite } from "../../people/invite-dialog.tsx";
import { showPersonCard } from "../../people/person-card.tsx";
import { UserFace } from "../../people/user-face.tsx";
import { withFreshLogin } from "../../reauthentication/with-fresh-login.tsx";
import { Consequences } from "../consequences.tsx";
import { EraseDialog } from "../erasure/erasure-dialogs.tsx";
import { Erasures, useErasures } from "../erasure/erasures.tsx";
import type { SectionProps } from "../section.ts";
import { EditPerson } from "./people/edit-person.tsx";
import { DeactivatePerson, LogOutPerson, ResetPassword, RoleDialog } from "./people/person-dialogs.tsx";

const ROW_HEIGHT = 57;

/** Keyed by a part of the URL, because a URL with a user's id starts the list with a search for that user. */
export const Users = ({ path }: SectionProps) => <UserList key={path[0]} path={path} />;

/** The organization's people, each with the actions available to administrators. */
function UserList({ path }: SectionProps) {
  const client = useClient();
  const state = client.watch("users", "account", "realm", "groups");
  // If the URL names a user, the list searches for that user.
  const named = userById(state, Number(path[0]));
  const [text, setText] = useState(named?.full_name ?? "");
  const [role, setRole] = useState<User["role"]>();
  const [isActive, setActive] = useState(
    path[0] !== "deactivated" && (named === undefined || personIsActive(state, named.user_id)),
  );
  useEffect(() => {
    if (path[0] === "invitations") client.go({ view: "settings", section: "organization/invitations" }, "replace");
  }, [path[0]]);
  const people = listedPeople(state, { text, role, isActive });
  const isSought = text.trim() !== "" || role !== undefined;
  const mayInvite = canInvite(state);
  const erasures = useErasures(state.is_owner);
  const reload = () => void erasures.load();
  const isErasing = ({ user_id }: User) =>
    erasures.value?.some((one) => one.user_id === user_id && one.due_at !== null) === true;
  const w = usersWords();
  const { roles } = peopleWords();
  const isAlone = isActive && !isSought && people.length <= 1;
  return (
    <>
      <Erasures erasures={erasures.value ?? []} onChange={reload} />
      <div class="people-tools">
        <SearchField label={w.rows.find} value={text} onInput={setText} />
        <Select
          label={w.rows.role}
          quiet
          value={String(role ?? "")}
          options={[
            { value: "", label: w.allRoles },
            ...ROLE_NUMBERS.map((id) => ({ value: String(id), label: roles[roleOf({ role: id })] })),
          ]}
          onChange={(id) => setRole(id === "" ? undefined : (Number(id) as User["role"]))}
        />
        <Choice
          label={w.which}
          quiet
          as="row"
          value={isActive ? "active" : "inactive"}
          options={[
            { value: "active", label: w.active },
            { value: "inactive", label: w.inactive },
          ]}
          onChange={(value) => setActive(value === "active")}
        />
      </div>
      <div class="people-list">
        <div class="people-head">
          <p class="settings-note" role="status">
            {w.count(people.length)}
            {!state.is_admin && ` · ${w.onlyAdministrators}`}
          </p>
          {mayInvite && !isAlone && (
            <Button icon="user-plus" onClick={() => openInvite(client)}>
              {w.rows.invite}
            </Button>
          )}
        </div>
        <VirtualRows
          class="people-rows"
          items={people}
          height={ROW_HEIGHT}
          row={(user) => <PersonRow key={user.user_id} {...{ user, isActive, reload, isErasing: isErasing(user) }} />}
        />
        {people.length === 0 &&
          (isSought ? (
            <Empty icon="search" title={composeWords().noPersonMatch} text={w.nobodyText} />
          ) : (
            <Empty icon="users" title={w.noneInactive} text={w.noneInactiveText} />
          ))}
        {isAlone && (
          <Empty icon="user-plus" title={w.alone} text={w.aloneText}>
            {mayInvite && (
              <Button kind="primary" onClick={() => openInvite(client)}>
                {w.rows.invite}
              </Button>
            )}
          </Empty>
        )}
      </div>
    </>
  );
}

interface RowProps {
  readonly user: User;
  readonly isActive: boolean;
  /** True if the user will be erased. */
  readonly isErasing: boolean;
  /** Reloads the erasures. */
  readonly reload: () => void;
}

function PersonRow({ user, isActive, isErasing, reload }: RowProps) {
  const client = useClient();
  const state = client.watch("users", "account");
  const w = usersWords();
  return (
    <li class="people-row">
      <UserFace user={user.user_id} plain={!isActive} />
      <div class="people-who">
        <p class="people-name">
          <button
            type="button"
            class="people-open one-line"
            aria-haspopup="dialog"
            onClick={(event) => showPersonCard(user.user_id, event.currentTarget)}
          >
            {user.full_name}
          </button>
          {user.user_id === state.user_id && <span class="people-you">{w.you}</span>}
        </p>
        <p class="people-facts people-parts">
          <span>
            {peopleWords().roles[roleOf(user)]}
            {user.is_deleted && ` · ${peopleWords().deleted}`}
            {user.delivery_email && " · "}
          </span>
          <span class="one-line">{user.delivery_email}</span>
        </p>
      </div>
      {state.is_admin && (
        <MenuButton
          label={w.actions(user.full_name)}
          icon="ellipsis"
          entries={() => personActions(client, { user, isActive, isErasing, reload })}
        />
      )}
    </li>
  );
}

function personActions(client: Client, { user, isActive, isErasing, reload }: RowProps): readonly MenuEntry[] {
  const state = client.watch();
  const w = usersWords();
  // Only owners can change owners.
  const isAbove = user.is_owner && !state.is_owner;
  const isSelf = user.user_id === state.user_id;
  if (!isActive) {
    return [
      {
        label: w.reactivate,
        icon: "undo-2",
        disabled: isAbove,
        run: () => void reactivate(client, user).then(reload),
      },
      state.is_owner && {
        label: erasureWords().menu,
        icon: "trash-2",
        danger: true,
        disabled: isErasing,
        run: () => client.show(<EraseDialog {...{ client, user, onDone: reload }} />),
      },
    ];
  }
  return [
    { label: w.edit, icon: "pencil", disabled: isAbove, run: () => client.show(<EditPerson {...{ client, user }} />) },
    {
      label: w.changeRole,
      icon: "user",
      disabled: isAbove,
      run: () => client.show(<RoleDialog {...{ client, user }} />),
    },
    {
      label: w.logOut,
      icon: "log-out",
      disabled: isAbove,
      run: () => client.show(<LogOutPerson {...{ client, user }} />),
    },
    {
      label: w.resetLogin,
      icon: "key",
      disabled: isAbove || isSelf,
      ...(isSelf ? { hint: w.notOneself } : {}),
      run: () => client.show(<ResetLogin {...{ client, user }} />),
    },
    // If the server sends email, people get the link by email instead.
    ...(state.settings_send_digest_emails
      ? []
      : [
          {
            label: w.resetPassword,
            icon: "key" as const,
            disabled: isAbove || isSelf,
            ...(isSelf ? { hint: w.notOneself } : {}),
            run: () => client.show(<ResetPassword {...{ client, user }} />),
          },
        ]),
    "line",
    {
      label: w.deactivate,
      icon: "user-minus",
      danger: true,
      disabled: isAbove || isLastOwner(state, user),
      ...(isAbove ? { hint: settingsWords().onlyOwners } : {}),
      run: () => client.show(<DeactivatePerson {...{ client, user }} />),
    },
  ];
}

const reactivate = (client: Client, user: User) =>
  attempt(client, () => client.api.post(`/users/${user.user_id}/reactivate`), {
    done: usersWords().reactivated(user.full_name),
  });

/** Explains what happens to the login of a user who lost their second factor, and asks whether to remove it. */
function ResetLogin({ client, user }: { readonly client: Client; readonly user: User }) {
  const { realm_second_factor_required_role: lowest } = client.watch("realm");
  const w = usersWords();
  const submit = async () => {
    const done = await withFreshLogin(client, () => client.api.delete(`/users/${user.user_id}/second_factor`));
    if (done === undefined) return false;
    client.toast({ text: w.loginReset(user.full_name) });
    return true;
  };
  return (
    <Dialog alert title={w.resetTitle(user.full_name)} submit={w.resetAction} danger onSubmit={submit}>
      <Consequences lines={[...w.resetText, lowest !== null && user.role <= lowest ? w.resetWanted : w.resetEnough]} />
      <p class="settings-note">{w.resetCare}</p>
    </Dialog>
  );
}
