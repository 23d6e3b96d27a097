import { useState } from "preact/hooks";
import { type Client, useClient } from "../../../client/client.ts";
import { channelsByName } from "../../../model/channels/channel-list.ts";
import { channelById } from "../../../model/channels/channels.ts";
import type { ChannelId } from "../../../model/ids.ts";
import type { Channel, DefaultChannelGroup } from "../../../model/state.ts";
import { ChannelPicker } from "../../../parts/fields/channel-picker.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { confirm } from "../../../parts/overlays/confirm.tsx";
import { Dialog } from "../../../parts/overlays/dialog.tsx";
import { ToolButton } from "../../../parts/tool-button.tsx";
import { appWords } from "../../../words/app.ts";
import { defaultChannelsWords } from "../../../words/settings/organization/default-channels.ts";
import { attempt } from "../../attempt.ts";
import { ChannelMark } from "../../channels/channel-mark.tsx";
import { pickableChannel } from "../../channels/pickable-channel.ts";
import { openDialog } from "../../dialogs/open-dialog.tsx";
import { Entry, EntryGroup, LockNote, useAdministratorsLock } from "../entry.tsx";
import { SettingGroup } from "../rows/setting-row.tsx";

const setDefault = (client: Client, stream_id: ChannelId, isDefault: boolean) =>
  attempt(client, () => client.api[isDefault ? "post" : "delete"]("/default_streams", { stream_id }));

/** The channels that new people are in from the beginning, and the groups of channels that they can choose. */
export function DefaultChannels() {
  const client = useClient();
  const state = client.watch("channels");
  const locked = useAdministratorsLock();
  const isLocked = locked !== undefined;
  const w = defaultChannelsWords();
  const defaults = new Set(state.realm_default_streams);
  const grouped = new Set(state.realm_default_stream_groups.flatMap(({ streams }) => streams));
  const open = channelsByName(state).filter((channel) => !channel.invite_only && !channel.is_archived);
  const listed = open.filter(({ stream_id }) => defaults.has(stream_id));
  return (
    <>
      <SettingGroup title={w.title} hint={w.hint}>
        <LockNote why={locked} />
        <ChannelPicker
          label={w.add}
          quiet
          disabled={isLocked}
          channels={open.filter(({ stream_id: id }) => !defaults.has(id) && !grouped.has(id)).map(pickableChannel)}
          chosen={[]}
          onChange={([id]) => id !== undefined && void setDefault(client, id, true)}
        />
        {listed.length === 0 && <p class="settings-note">{w.none}</p>}
        <ul class="entries" aria-label={w.title}>
          {listed.map((channel) => (
            <li key={channel.stream_id}>
              <Entry before={<ChannelMark channel={channel} />} title={channel.name}>
                <ToolButton
                  icon="x"
                  label={w.remove(channel.name)}
                  disabled={isLocked}
                  onClick={() => void remove(client, channel)}
                />
              </Entry>
            </li>
          ))}
        </ul>
      </SettingGroup>
      <EntryGroup
        title={w.groups}
        hint={w.groupsHint}
        disabled={isLocked}
        add={w.newGroup}
        onAdd={() => openDialog(client, <GroupDialog />)}
        none={state.realm_default_stream_groups.length === 0 ? w.noGroups : undefined}
      >
        <ul class="entries" aria-label={w.groups}>
          {state.realm_default_stream_groups.map((group) => (
            <li key={group.id}>
              <Entry
                title={group.name}
                facts={[group.description, w.count(group.streams.length)].filter(Boolean).join(" · ")}
              >
                <ToolButton
                  icon="pencil"
                  label={w.editGroup(group.name)}
                  disabled={isLocked}
                  onClick={() => openDialog(client, <GroupDialog group={group} />)}
                />
                <ToolButton
                  icon="trash-2"
                  label={w.removeGroup(group.name)}
                  disabled={isLocked}
                  onClick={() => void removeGroup(client, group)}
                />
              </Entry>
            </li>
          ))}
        </ul>
      </EntryGroup>
    </>
  );
}

async function remove(client: Client, { stream_id: id, name }: Channel): Promise<void> {
  if (!(await setDefault(client, id, false))) return;
  const undo = () => void setDefault(client, id, true);
  client.toast({ text: defaultChannelsWords().removed(name), action: { label: appWords().undo, run: undo } });
}

async function removeGroup(client: Client, { id, name }: DefaultChannelGroup): Promise<void> {
  const w = defaultChannelsWords();
  const question = { title: w.removeGroupTitle(name), text: w.removeGroupText, action: w.removeGroupAction };
  if (await confirm({ ...question, danger: true }))
    await attempt(client, () => client.api.delete(`/default_stream_groups/${id}`));
}

function GroupDialog({ group }: { readonly group?: DefaultChannelGroup }) {
  const client = useClient();
  const state = client.watch("channels", "realm");
  const [name, setName] = useState(group?.name ?? "");
  const [description, setDescription] = useState(group?.description ?? "");
  const [chosen, setChosen] = useState<readonly ChannelId[]>(group?.streams ?? []);
  const w = defaultChannelsWords();
  const defaults = new Set(state.realm_default_streams);
  const offered = channelsByName(state).filter(
    ({ stream_id: id, invite_only, is_archived }) => !invite_only && !is_archived && !defaults.has(id),
  );
  const namesOf = (ids: readonly ChannelId[]) => ids.flatMap((id) => channelById(state, id)?.name ?? []);
  const save = async () => {
    const fields = { name: name.trim(), description: description.trim() };
    if (group === undefined) {
      const sent = { group_name: fields.name, description: fields.description, stream_names: namesOf(chosen) };
      return client.api.post("/default_stream_groups/create", sent);
    }
    const path = `/default_stream_groups/${group.id}`;
    const changed = {
      ...(fields.name !== group.name && { new_group_name: fields.name }),
      ...(fields.description !== group.description && { new_description: fields.description }),
    };
    if (Object.keys(changed).length > 0) await client.api.patch(path, changed);
    const added = namesOf(chosen.filter((id) => !group.streams.includes(id)));
    const gone = namesOf(group.streams.filter((id) => !chosen.includes(id)));
    if (added.length > 0) await client.api.patch(`${path}/streams`, { op: "add", stream_names: added });
    if (gone.length > 0) await client.api.patch(`${path}/streams`, { op: "remove", stream_names: gone });
    return undefined;
  };
  return (
    <Dialog
      title={group === undefined ? w.newGroup : w.editGroup(group.name)}
      submit={group === undefined ? w.createGroup : w.save}
      disabled={name.trim() === ""}
      onSubmit={save}
    >
      <div class="entry-fields">
        <Field
          label={w.name}
          value={name}
          onInput={setName}
          maxLength={state.max_stream_name_length}
          autofocus
          required
        />
        <Field
          label={w.description}
          value={description}
          onInput={setDescription}
          maxLength={state.max_stream_description_length}
        />
        <ChannelPicker
          label={w.channels}
          channels={offered.map(pickableChannel)}
          chosen={chosen}
          onChange={setChosen}
        />
      </div>
    </Dialog>
  );
}
