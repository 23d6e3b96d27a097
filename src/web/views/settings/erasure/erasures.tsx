import { type Client, useClient } from "../../../client/client.ts";
import { userById } from "../../../model/people/users.ts";
import type { User } from "../../../model/state.ts";
import { Button } from "../../../parts/button.tsx";
import { erasureWords } from "../../../words/settings/organization/data.ts";
import { attempt } from "../../attempt.ts";
import { UserFace } from "../../people/user-face.tsx";
import { SettingGroup } from "../rows/setting-row.tsx";
import { useLoaded } from "../use-loaded.tsx";
import { dayOf, EraseDialog, RequestDialog } from "./erasure-dialogs.tsx";

interface Erasure {
  readonly user_id: number;
  readonly delete_messages: boolean;
  readonly asked_at: number;
  /**
   * When the user will be erased, in seconds since 1970. Null if the user requested the erasure and no owner has
   * decided yet.
   */
  readonly due_at: number | null;
}

const load = async (client: Client): Promise<readonly Erasure[]> =>
  (await client.api.get<{ erasures: Erasure[] }>("/users/erasures")).erasures;

/** Returns pending erasures, for owners, and a function that reloads them. */
export function useErasures(isOwner: boolean) {
  const client = useClient();
  return useLoaded(async () => (isOwner ? load(client) : []));
}

interface ListProps {
  readonly erasures: readonly Erasure[];
  readonly onChange: () => void;
}

/** Users who requested to be erased and users who will be erased, with the owner's options for each. */
export function Erasures({ erasures, onChange }: ListProps) {
  const client = useClient();
  const state = client.watch("users");
  const w = erasureWords();
  const rows = erasures.flatMap((erasure) => {
    const user = userById(state, erasure.user_id);
    return user === undefined ? [] : [{ erasure, user }];
  });
  if (rows.length === 0) return null;
  return (
    <SettingGroup title={w.waiting}>
      <ul class="people-rows">
        {rows.map(({ erasure, user }) => (
          <ErasureRow key={user.user_id} {...{ erasure, user, onChange }} />
        ))}
      </ul>
    </SettingGroup>
  );
}

interface RowProps {
  readonly erasure: Erasure;
  readonly user: User;
  readonly onChange: () => void;
}

function ErasureRow({ erasure: { due_at, asked_at, delete_messages }, user, onChange }: RowProps) {
  const client = useClient();
  const w = erasureWords();
  const name = user.full_name;
  const end = async (done: string) => {
    await attempt(client, () => client.api.delete(`/users/${user.user_id}/erase`), { done });
    onChange();
  };
  return (
    <li class="people-row">
      <UserFace user={user.user_id} plain />
      <div class="people-who">
        <p class="people-name one-line">{name}</p>
        <p class="people-facts">
          {due_at === null ? w.requested(dayOf(asked_at)) : w.due(dayOf(due_at))}
          {delete_messages && ` · ${w.withMessages}`}
        </p>
      </div>
      {due_at === null ? (
        <div class="erasure-answers">
          <Button
            onClick={() => client.show(<EraseDialog {...{ client, user, wish: delete_messages, onDone: onChange }} />)}
          >
            {w.accept}
          </Button>
          <Button run={() => end(w.refused(name))}>{w.refuse}</Button>
        </div>
      ) : (
        <div class="erasure-answers">
          <Button run={() => end(w.undone(name))}>{w.undo}</Button>
        </div>
      )}
    </li>
  );
}

/** Lets the user ask the owners to erase their account. */
export function OwnErasure() {
  const client = useClient();
  const { user_id } = client.watch("account");
  const loaded = useLoaded(() => load(client));
  const own = loaded.value?.find((erasure) => erasure.user_id === user_id);
  const w = erasureWords();
  const withdraw = async () => {
    await attempt(client, () => client.api.delete(`/users/${user_id}/erase`));
    await loaded.load();
  };
  return (
    <SettingGroup title={w.rows.erase} hint={own === undefined ? w.ownHint : w.asked(dayOf(own.asked_at))}>
      <div>
        {own === undefined ? (
          <Button onClick={() => client.show(<RequestDialog client={client} onDone={() => void loaded.load()} />)}>
            {w.ask}
          </Button>
        ) : (
          <Button run={withdraw}>{w.withdraw}</Button>
        )}
      </div>
    </SettingGroup>
  );
}
