import { useState } from "preact/hooks";
import { useClient } from "../../../../client/client.ts";
import { channelLock } from "../../../../model/channels/channel-administration.ts";
import {
  CHANNEL_KINDS,
  type ChannelKind,
  channelKinds,
  consequencesOf,
  kindOf,
  obstacleTo,
} from "../../../../model/channels/channel-kinds.ts";
import type { Channel } from "../../../../model/state.ts";
import { Choice } from "../../../../parts/fields/choice.tsx";
import { confirm } from "../../../../parts/overlays/confirm.tsx";
import { channelsWords } from "../../../../words/channels.ts";
import { channelSettingWords } from "../../../../words/settings/organization/channels.ts";
import { useSaving } from "../../rows/setting.ts";
import { rowHint, SettingRow } from "../../rows/setting-row.tsx";

/** Chooses who can read a channel. A confirmation says what the change means for people. */
export function ChannelKindChoice({ channel }: { readonly channel: Channel }) {
  const client = useClient();
  const state = client.watch("channels", "realm", "account", "groups");
  const w = channelSettingWords();
  const kinds = channelsWords().privacies;
  const [asked, setAsked] = useState(0);
  const { shown, change, isSaved, error } = useSaving<ChannelKind>({
    value: kindOf(channel),
    save: (kind) => client.api.patch(`/streams/${channel.stream_id}`, CHANNEL_KINDS[kind].fields),
  });
  const lock = channelLock(state, channel);

  const choose = async (kind: ChannelKind) => {
    const text = (
      <>
        <p>{w.becomes(kinds[kind].name)}</p>
        <ul class="channel-consequences">
          {consequencesOf(shown, kind).map((one) => (
            <li key={one}>{w.consequences[one](channel.subscriber_count)}</li>
          ))}
        </ul>
      </>
    );
    const question = { title: w.changeKindTitle(channel.name), text, action: w.changeKind };
    if (await confirm(question)) await change(kind);
    // The choice is drawn again, so that it shows the saved value where that was not changed.
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
