import { type Client, useClient } from "../../../../client/client.ts";
import { channelLock } from "../../../../model/channels/channel-administration.ts";
import type { Channel } from "../../../../model/state.ts";
import { Button } from "../../../../parts/button.tsx";
import { confirm } from "../../../../parts/overlays/confirm.tsx";
import { channelSettingWords } from "../../../../words/settings/organization/channels.ts";
import { attempt } from "../../../attempt.ts";
import { rowHint } from "../../rows/setting-row.tsx";

/** Archives a channel, or takes it out of the archive. */
export function ChannelArchive({ channel }: { readonly channel: Channel }) {
  const client = useClient();
  const state = client.watch("channels", "realm", "account", "groups");
  const w = channelSettingWords();
  const lock = channelLock(state, channel);
  const isLocked = lock !== undefined;
  return (
    <>
      <p class="settings-note">
        {rowHint(channel.is_archived ? w.archivedHint : w.archiveHint, isLocked ? w.locks[lock] : undefined)}
      </p>
      <div>
        {channel.is_archived ? (
          <Button disabled={isLocked} onClick={() => void unarchive(client, channel)}>
            {w.unarchive}
          </Button>
        ) : (
          <Button kind="danger" disabled={isLocked} onClick={() => void archive(client, channel)}>
            {w.archive}
          </Button>
        )}
      </div>
    </>
  );
}

async function archive(client: Client, channel: Channel): Promise<void> {
  const w = channelSettingWords();
  const { name, subscriber_count, stream_id: id } = channel;
  const text = (
    <>
      <p>{w.archiveHint}</p>
      <p>
        {w.archiveText(subscriber_count)} {client.watch().realm_default_streams.includes(id) && w.archiveDefault}
      </p>
    </>
  );
  if (!(await confirm({ title: w.archiveTitle(name), text, action: w.archive, danger: true }))) return;
  await attempt(client, () => client.api.delete(`/streams/${id}`), {
    done: w.archivedNow(name),
    undo: () => unarchive(client, channel),
  });
}

const unarchive = (client: Client, { stream_id, name }: Channel) =>
  attempt(client, () => client.api.patch(`/streams/${stream_id}`, { is_archived: false }), {
    done: channelSettingWords().unarchived(name),
  });
