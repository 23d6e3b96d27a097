import { type Client, type Fields, useClient } from "../../../client/client.ts";
import { channelsByName, foldersInOrder } from "../../../model/channels/channel-list.ts";
import type { Channel, ChannelFolder } from "../../../model/state.ts";
import { ToolButton } from "../../../parts/button.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { confirm, Dialog } from "../../../parts/overlays/dialog.tsx";
import { appWords } from "../../../words/app.ts";
import { channelFoldersWords } from "../../../words/settings/organization/channels.ts";
import { type AttemptOptions, attempt } from "../../attempt.ts";
import { useChanges, useFields } from "../../use-fields.ts";
import { EditableList } from "../editable-list.tsx";
import { Entry, EntryList, useAdministratorsLock } from "../entry.tsx";
import { SettingGroup } from "../rows/setting-row.tsx";

export function ChannelFolders() {
  const client = useClient();
  const state = client.watch("channels");
  const isLocked = useAdministratorsLock() !== undefined;
  const w = channelFoldersWords();
  const archived = state.channel_folders.filter((folder) => folder.is_archived);
  return (
    <>
      <EditableList
        words={{ ...w, edit: appWords().editNamed, remove: w.archive }}
        items={foldersInOrder(state)}
        nameOf={({ name }) => name}
        factsOf={(folder) => (
          <>
            {w.channels(channelsIn(client, folder).length)}
            {folder.description && (
              <>
                {" · "}
                <bdi>{folder.description}</bdi>
              </>
            )}
          </>
        )}
        dialog={(folder) => <FolderDialog {...{ folder }} />}
        removeIcon="archive"
        onRemove={(folder) => void archive(client, folder)}
        saveOrder={(ids) => client.api.patch("/channel_folders", { order: [...ids, ...archived.map(({ id }) => id)] })}
      />
      {archived.length > 0 && (
        <SettingGroup title={w.archivedTitle}>
          <EntryList items={archived}>
            {(folder) => (
              <Entry title={folder.name} facts={folder.description}>
                <ToolButton
                  icon="undo-2"
                  label={w.restore(folder.name)}
                  disabled={isLocked}
                  onClick={() => void change(client, folder, { is_archived: false }, { done: w.restored(folder.name) })}
                />
              </Entry>
            )}
          </EntryList>
        </SettingGroup>
      )}
    </>
  );
}

const channelsIn = (client: Client, { id }: ChannelFolder): readonly Channel[] =>
  channelsByName(client.watch("channels")).filter((channel) => channel.folder_id === id && !channel.is_archived);

const change = (client: Client, { id }: ChannelFolder, fields: Fields, outcome?: AttemptOptions) =>
  attempt(client, () => client.api.patch(`/channel_folders/${id}`, fields), outcome);

/**
 * Archives a folder. Only empty folders can be archived, so the folder's channels are moved out first. Undoing moves
 * them back.
 */
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
  const undo = async () => {
    if (await change(client, folder, { is_archived: false })) await put(folder.id);
  };
  if (await put(null)) await change(client, folder, { is_archived: true }, { done: w.archived(name), undo });
}

function FolderDialog({ folder }: { readonly folder: ChannelFolder | undefined }) {
  const client = useClient();
  const state = client.watch("realm");
  const { field, texts } = useFields({ name: folder?.name ?? "", description: folder?.description ?? "" });
  const changes = useChanges(texts);
  const w = channelFoldersWords();
  const app = appWords();
  return (
    <Dialog
      title={folder === undefined ? w.add : app.editNamed(folder.name)}
      submit={folder === undefined ? w.create : app.save}
      disabled={texts.name === ""}
      onSubmit={() =>
        folder === undefined
          ? client.api.post("/channel_folders/create", texts)
          : client.api.patch(`/channel_folders/${folder.id}`, changes)
      }
    >
      <Field label={app.name} {...field("name")} maxLength={state.max_channel_folder_name_length} autofocus required />
      <Field
        label={app.description}
        {...field("description")}
        lines={2}
        maxLength={state.max_channel_folder_description_length}
      />
    </Dialog>
  );
}
