import { useState } from "preact/hooks";
import { type Client, useClient } from "../../../client/client.ts";
import { channelsByName, foldersInOrder } from "../../../model/channels/channel-list.ts";
import type { Channel, ChannelFolder } from "../../../model/state.ts";
import { Field } from "../../../parts/fields/field.tsx";
import { SortableList } from "../../../parts/lists/sortable-list.tsx";
import { confirm } from "../../../parts/overlays/confirm.tsx";
import { Dialog } from "../../../parts/overlays/dialog.tsx";
import { ToolButton } from "../../../parts/tool-button.tsx";
import { appWords } from "../../../words/app.ts";
import { channelFoldersWords } from "../../../words/settings/organization/channel-folders.ts";
import { attempt } from "../../attempt.ts";
import { openDialog } from "../../dialogs/open-dialog.tsx";
import { Entry, EntryGroup, useAdministratorsLock } from "../entry.tsx";
import { SettingGroup } from "../rows/setting-row.tsx";

/** The folders in which everyone sees their channels. */
export function ChannelFolders() {
  const client = useClient();
  const state = client.watch("channels");
  const locked = useAdministratorsLock();
  const isLocked = locked !== undefined;
  const w = channelFoldersWords();
  const folders = foldersInOrder(state);
  const archived = state.channel_folders.filter((folder) => folder.is_archived);
  return (
    <>
      <EntryGroup
        title={w.title}
        quiet
        hint={w.hint}
        locked={locked}
        add={w.add}
        onAdd={() => openDialog(client, <FolderDialog />)}
        none={folders.length === 0 ? w.none : undefined}
      >
        <SortableList
          label={w.title}
          items={folders}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          disabled={isLocked}
          onOrder={(order) => void reorder(client, [...order, ...archived])}
          row={(folder) => (
            <Entry
              title={folder.name}
              facts={[w.channels(channelsIn(client, folder).length), folder.description].filter(Boolean).join(" · ")}
            >
              <ToolButton
                icon="pencil"
                label={w.edit(folder.name)}
                disabled={isLocked}
                onClick={() => openDialog(client, <FolderDialog folder={folder} />)}
              />
              <ToolButton
                icon="archive"
                label={w.archive(folder.name)}
                disabled={isLocked}
                onClick={() => void archive(client, folder)}
              />
            </Entry>
          )}
        />
      </EntryGroup>
      {archived.length > 0 && (
        <SettingGroup title={w.archivedTitle}>
          <ul class="entries">
            {archived.map((folder) => (
              <li key={folder.id}>
                <Entry title={folder.name} facts={folder.description}>
                  <ToolButton
                    icon="undo-2"
                    label={w.restore(folder.name)}
                    disabled={isLocked}
                    onClick={() => void restore(client, folder)}
                  />
                </Entry>
              </li>
            ))}
          </ul>
        </SettingGroup>
      )}
    </>
  );
}

const channelsIn = (client: Client, { id }: ChannelFolder): readonly Channel[] =>
  channelsByName(client.watch("channels")).filter((channel) => channel.folder_id === id && !channel.is_archived);

async function reorder(client: Client, folders: readonly ChannelFolder[]): Promise<void> {
  const before = [...client.watch().channel_folders].sort((a, b) => a.order - b.order).map(({ id }) => id);
  const order = folders.map(({ id }) => id);
  const assume = (now: readonly number[]) => client.assume({ type: "channel_folder", op: "reorder", order: now });
  assume(order);
  if (!(await attempt(client, () => client.api.patch("/channel_folders", { order })))) assume(before);
}

const change = (client: Client, { id }: ChannelFolder, fields: Readonly<Record<string, unknown>>) =>
  attempt(client, () => client.api.patch(`/channel_folders/${id}`, fields));

async function restore(client: Client, folder: ChannelFolder): Promise<void> {
  if (await change(client, folder, { is_archived: false }))
    client.toast({ text: channelFoldersWords().restored(folder.name) });
}

/** Archives a folder, which has to be empty for that: its channels are taken out first, and undoing puts them back. */
async function archive(client: Client, folder: ChannelFolder): Promise<void> {
  const w = channelFoldersWords();
  const channels = channelsIn(client, folder);
  const { name } = folder;
  const question = { title: w.archiveTitle(name), text: w.archiveText(channels.length), action: w.archiveAction };
  if (channels.length > 0 && !(await confirm(question))) return;
  const put = (folder_id: number | null) =>
    attempt(client, () =>
      Promise.all(channels.map(({ stream_id }) => client.api.patch(`/streams/${stream_id}`, { folder_id }))),
    );
  if (!(await put(null)) || !(await change(client, folder, { is_archived: true }))) return;
  const undo = async () => {
    if (await change(client, folder, { is_archived: false })) await put(folder.id);
  };
  client.toast({ text: w.archived(name), action: { label: appWords().undo, run: () => void undo() } });
}

function FolderDialog({ folder }: { readonly folder?: ChannelFolder }) {
  const client = useClient();
  const state = client.watch("realm");
  const [name, setName] = useState(folder?.name ?? "");
  const [description, setDescription] = useState(folder?.description ?? "");
  const w = channelFoldersWords();
  const fields = { name: name.trim(), description: description.trim() };
  return (
    <Dialog
      title={folder === undefined ? w.add : w.edit(folder.name)}
      submit={folder === undefined ? w.create : w.save}
      disabled={fields.name === ""}
      onSubmit={() =>
        folder === undefined
          ? client.api.post("/channel_folders/create", fields)
          : client.api.patch(`/channel_folders/${folder.id}`, fields)
      }
    >
      <div class="entry-fields">
        <Field
          label={w.name}
          value={name}
          onInput={setName}
          maxLength={state.max_channel_folder_name_length}
          autofocus
          required
        />
        <Field
          label={w.description}
          value={description}
          onInput={setDescription}
          lines={2}
          maxLength={state.max_channel_folder_description_length}
        />
      </div>
    </Dialog>
  );
}
