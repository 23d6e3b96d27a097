import { useClient } from "../../../client/client.ts";
import { peopleByName } from "../../../model/people/people-by-name.ts";
import { isMutedUser } from "../../../model/people/users.ts";
import { ToolButton } from "../../../parts/button.tsx";
import { compareNames } from "../../../words/format.ts";
import { mutedUsersWords } from "../../../words/settings/own/notifications.ts";
import { nameOfUser } from "../../people/names.ts";
import { changeMuted } from "../../people/person-card.tsx";
import { UserFace } from "../../people/user-face.tsx";
import { UserPicker } from "../../pickers.tsx";
import { Dated, Entry, EntryList } from "../entry.tsx";
import { SettingGroup } from "../rows/setting-row.tsx";

export function MutedUsers() {
  const client = useClient();
  const state = client.watch("users", "account");
  const w = mutedUsersWords();
  const muted = state.muted_users
    .map(({ id, timestamp }) => ({ id, timestamp, name: nameOfUser(state, id) }))
    .sort((one, other) => compareNames(one.name, other.name));
  const others = peopleByName(state).filter(({ user_id }) => user_id !== state.user_id && !isMutedUser(state, user_id));
  return (
    <SettingGroup title={w.title} hint={w.hint}>
      <UserPicker
        label={w.rows.add}
        users={others}
        chosen={[]}
        onChange={([id]) => {
          if (id !== undefined) void changeMuted(client, id, true);
        }}
      />
      {muted.length === 0 && <p class="settings-note">{w.none}</p>}
      <EntryList items={muted} height={58}>
        {({ id, timestamp, name }) => (
          <Entry
            before={<UserFace user={id} size="m" plain />}
            isPlain
            title={name}
            facts={<Dated text={w.since} at={timestamp} as="short within" />}
          >
            <ToolButton icon="x" label={w.unmute(name)} onClick={() => void changeMuted(client, id, false)} />
          </Entry>
        )}
      </EntryList>
    </SettingGroup>
  );
}
