import { useState } from "preact/hooks";
import { type Client, useClient } from "../../../../client/client.ts";
import { channelLock, consequencesOf, obstacleTo } from "../../../../model/channels/channel-administration.ts";
import {
  CHANNEL_KINDS,
  type ChannelKind,
  channelKind,
  channelKinds,
} from "../../../../model/channels/channel-kinds.ts";
import type { Channel } from "../../../../model/state.ts";
import { Button } from "../../../../parts/button.tsx";
import { Choice } from "../../../../parts/fields/choice.tsx";
import { confirm } from "../../../../parts/overlays/dialog.tsx";
import { channelsWords } from "../../../../words/channels.ts";
import { channelSettingWords } from "../../../../words/settings/organization/channels.ts";
import { attempt } from "../../../attempt.ts";
import { rowHint, SettingRow, useSaving } from "../../rows/setting-row.tsx";

/** Chooses who can read a channel. A confirmation explains what the change means for people. */
export function ChannelKindChoice({ channel }: { readonly channel: Channel }) {
  const client = useClient();
  const state = client.watch("channels", "realm", "account", "groups");
  const w = channelSettingWords();
  const kinds = channelsWords().privacies;
  const [asked, setAsked] = useState(0);
  const { shown, change, isSaved, error } = useSaving<ChannelKind>({
    value: channelKind(channel),
    save: (kind) => client.api.patch(`/streams/${channel.stream_id}`, CHANNEL_KINDS[kind].fields),
  });
  const lock = channelLock(state, channel);

  const choose = async (kind: ChannelKind) => {
    const text = (
      <>
        <p>{w.becomes(kinds[kind].name)}</p>
        <ul class="channel-consequences">
          {consequencesOf(shown, kind).map((one) => {
            const text = w.consequences[one];
            return <li key={one}>{typeof text === "string" ? text : text(channel.subscriber_count)}</li>;
          })}
        </ul>
      </>
    );
    const question = { title: w.changeKindTitle(channel.name), text, action: w.changeKind };
    if (await confirm(question)) await change(kind);
    // Rerenders the choice, which would otherwise still show a kind that wasn't saved.
    setAsked(asked + 1);
  };
  return (
    <SettingRow isSaved={isSaved} error={error}>
      <Choice
        key={asked}
        label={w.kind}
        quiet
        value={shown}
        disabled={lock !== undefined}
        options={channelKinds.map((value) => {
          const obstacle = obstacleTo(state, channel, value);
          const why = lock === undefined && obstacle !== undefined ? w.obstacles[obstacle] : undefined;
          const { name: label, hint } = kinds[value];
          return { value, label, hint: rowHint(hint, why), disabled: why !== undefined };
        })}
        onChange={(kind) => void choose(kind)}
      />
      {lock !== undefined && <p class="settings-note">{rowHint(undefined, w.locks[lock])}</p>}
    </SettingRow>
  );
}

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
            {w.ending}
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
  if (!(await confirm({ title: w.archiveTitle(name), text, action: w.ending, danger: true }))) return;
  await attempt(client, () => client.api.delete(`/streams/${id}`), {
    done: w.archivedNow(name),
    undo: () => unarchive(client, channel),
  });
}

const unarchive = (client: Client, { stream_id, name }: Channel) =>
  attempt(client, () => client.api.patch(`/streams/${stream_id}`, { is_archived: false }), {
    done: channelSettingWords().unarchived(name),
  });
