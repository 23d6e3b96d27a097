import { useRef, useState } from "preact/hooks";
import { type Client, useClient } from "../../../client/client.ts";
import { channelsByName } from "../../../model/channels/channel-list.ts";
import { channelById } from "../../../model/channels/channels.ts";
import type { ChannelId } from "../../../model/ids.ts";
import type { Channel, DefaultChannelGroup } from "../../../model/state.ts";
import { ToolButton } from "../../../parts/button.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { confirm, Dialog } from "../../../parts/overlays/dialog.tsx";
import { appWords } from "../../../words/app.ts";
import { pickersWords } from "../../../words/people.ts";
import { defaultChannelsWords } from "../../../words/settings/organization/channels.ts";
import { attempt, showDone } from "../../attempt.ts";
import { ChannelMark } from "../../channels/conversation-marks.tsx";
import { ChannelPicker } from "../../pickers.tsx";
import { useFields } from "../../use-fields.ts";
import { EditableList } from "../editable-list.tsx";
import { Entry, LockNote, useAdministratorsLock } from "../entry.tsx";
import { SettingGroup } from "../rows/setting-row.tsx";

const setDefault = (client: Client, stream_id: ChannelId, isDefault: boolean) =>
  attempt(client, () => client.api[isDefault ? "post" : "delete"]("/default_streams", { stream_id }));

/** The channels that new members join automatically, and the groups of channels they can choose. */
export function DefaultChannels() {
  const client = useClient();
  const state = client.watch("channels");
  const locked = useAdministratorsLock();
  const isLocked = locked !== undefined;
  const w = defaultChannelsWords();
  const app = appWords();
  const defaults = new Set(state.realm_default_streams);
  const grouped = new Set(state.realm_default_stream_groups.flatMap(({ streams }) => streams));
  const open = channelsByName(state).filter((channel) => !channel.invite_only && !channel.is_archived);
  const listed = open.filter(({ stream_id }) => defaults.has(stream_id));
  return (
    <>
      <SettingGroup title={w.rows.defaults} hint={w.hint}>
        <LockNote why={locked} />
        <ChannelPicker
          label={pickersWords().addChannels}
          quiet
          disabled={isLocked}
          channels={open.filter(({ stream_id: id }) => !defaults.has(id) && !grouped.has(id))}
          chosen={[]}
          onChange={([id]) => id !== undefined && void setDefault(client, id, true)}
        />
        {listed.length === 0 && <p class="settings-note">{w.none}</p>}
        <ul class="entries" aria-label={w.rows.defaults}>
          {listed.map((channel) => (
            <li key={channel.stream_id}>
              <Entry before={<ChannelMark channel={channel} />} title={channel.name}>
                <ToolButton
                  icon="x"
                  label={app.removeNamed(channel.name)}
                  disabled={isLocked}
                  onClick={() => void remove(client, channel)}
                />
              </Entry>
            </li>
          ))}
        </ul>
      </SettingGroup>
      <EditableList
        isTitled
        words={{
          title: w.rows.groups,
          hint: w.groupsHint,
          add: w.newGroup,
          none: w.noGroups,
          edit: app.editNamed,
          remove: app.deleteNamed,
        }}
        items={state.realm_default_stream_groups}
        nameOf={({ name }) => name}
        factsOf={({ description, streams }) => [description, w.count(streams.length)].filter(Boolean).join(" · ")}
        dialog={(group) => <GroupDialog {...{ group }} />}
        onRemove={(group) => void removeGroup(client, group)}
      />
    </>
  );
}

async function remove(client: Client, { stream_id: id, name }: Channel): Promise<void> {
  if (await setDefault(client, id, false))
    showDone(client, defaultChannelsWords().removed(name), () => setDefault(client, id, true));
}

async function removeGroup(client: Client, { id, name }: DefaultChannelGroup): Promise<void> {
  const w = defaultChannelsWords();
  const question = { title: w.removeGroupTitle(name), text: w.removeGroupText, action: w.removeGroupAction };
  if (await confirm({ ...question, danger: true }))
    await attempt(client, () => client.api.delete(`/default_stream_groups/${id}`));
}

function GroupDialog({ group }: { readonly group: DefaultChannelGroup | undefined }) {
  const client = useClient();
  const state = client.watch("channels", "realm");
  const { field, texts } = useFields({ name: group?.name ?? "", description: group?.description ?? "" });
  const [chosen, setChosen] = useState<readonly ChannelId[]>(group?.streams ?? []);
  const isTried = useRef(false);
  const w = defaultChannelsWords();
  const app = appWords();
  const defaults = new Set(state.realm_default_streams);
  const offered = channelsByName(state).filter(
    ({ stream_id: id, invite_only, is_archived }) => !invite_only && !is_archived && !defaults.has(id),
  );
  const namesOf = (ids: readonly ChannelId[]) => ids.flatMap((id) => channelById(state, id)?.name ?? []);
  const save = async () => {
    const { name, description } = texts;
    if (group === undefined) {
      const sent = { group_name: name, description, stream_names: namesOf(chosen) };
      return client.api.post("/default_stream_groups/create", sent);
    }
    const path = `/default_stream_groups/${group.id}`;
    // An earlier attempt may have saved some changes, which the server refuses to make again.
    const now = client.watch().realm_default_stream_groups.find(({ id }) => id === group.id) ?? group;
    // A first attempt sends only what differs from the group as it was when the dialog opened, so that changes by
    // others stay.
    const before = isTried.current ? now : group;
    isTried.current = true;
    const changed = {
      ...(![before.name, now.name].includes(name) && { new_group_name: name }),
      ...(![before.description, now.description].includes(description) && { new_description: description }),
    };
    if (Object.keys(changed).length > 0) await client.api.patch(path, changed);
    const added = namesOf(chosen.filter((id) => !before.streams.includes(id) && !now.streams.includes(id)));
    const gone = namesOf(before.streams.filter((id) => !chosen.includes(id) && now.streams.includes(id)));
    if (added.length > 0) await client.api.patch(`${path}/streams`, { op: "add", stream_names: added });
    if (gone.length > 0) await client.api.patch(`${path}/streams`, { op: "remove", stream_names: gone });
    return undefined;
  };
  return (
    <Dialog
      title={group === undefined ? w.newGroup : app.editNamed(group.name)}
      submit={group === undefined ? w.createGroup : app.save}
      disabled={texts.name === ""}
      onSubmit={save}
    >
      <Field label={app.name} {...field("name")} maxLength={state.max_stream_name_length} autofocus required />
      <Field label={app.description} {...field("description")} maxLength={state.max_stream_description_length} />
      <ChannelPicker label={w.channels} channels={offered} chosen={chosen} onChange={setChosen} />
    </Dialog>
  );
}
