import { useState } from "preact/hooks";
import type { Client } from "../../../../client/client.ts";
import { isLastOwner } from "../../../../model/people/listed-people.ts";
import { roleOf } from "../../../../model/people/people.ts";
import type { User } from "../../../../model/state.ts";
import { Choice } from "../../../../parts/fields/choice.tsx";
import { Dialog } from "../../../../parts/overlays/dialog.tsx";
import { peopleWords } from "../../../../words/people.ts";
import { usersWords } from "../../../../words/settings/organization/users.ts";

const ROLES = [100, 200, 300, 400, 600] as const;

/** Asks for the role of a person, and says what each role means. */
export function RoleDialog({ client, user }: { readonly client: Client; readonly user: User }) {
  const state = client.watch("users", "account");
  const [role, setRole] = useState<User["role"]>(user.role);
  const w = usersWords();
  const isLast = isLastOwner(state, user);
  const locked = (id: User["role"]) => {
    if (isLast && id !== 100) return w.lastOwner;
    return id === 100 && !state.is_owner ? w.ownersOnly : undefined;
  };
  const save = async () => {
    if (role === user.role) return;
    await client.api.patch(`/users/${user.user_id}`, { role });
    client.toast({ text: w.roleChanged(user.full_name) });
  };
  return (
    <Dialog title={w.roleTitle(user.full_name)} submit={w.save} onSubmit={save}>
      <Choice
        label={w.rows.role}
        value={role}
        options={ROLES.map((value) => {
          const name = roleOf({ role: value } as User);
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
    </Dialog>
  );
}
