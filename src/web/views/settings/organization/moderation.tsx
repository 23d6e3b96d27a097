import { useEffect } from "preact/hooks";
import { type Client, useClient } from "../../../client/client.ts";
import { hashForRoute } from "../../../model/addresses/address.ts";
import { channelsByName } from "../../../model/channels/channel-list.ts";
import { channelById } from "../../../model/channels/channels.ts";
import { topicName } from "../../../model/channels/topics.ts";
import type { Channel } from "../../../model/state.ts";
import { errorText } from "../../../parts/error-text.ts";
import { VirtualRows } from "../../../parts/lists/virtual-rows.tsx";
import { LoadingIndicator } from "../../../parts/progress.tsx";
import { moderationWords } from "../../../words/settings/organization/organization-permissions.ts";
import { ChannelPicker } from "../../pickers.tsx";
import { lockable, SettingGroup, SettingRow, useSaving } from "../rows/setting-row.tsx";
import { realmSettings } from "../rows/setting-sources.ts";

const NO_CHANNEL_ID = -1;

/** The channel that reports of messages are sent to, and the reports in it. */
export function Moderation() {
  const client = useClient();
  const state = client.watch("realm", "channels", "account");
  const setting = realmSettings(client).setting("moderation_request_channel_id");
  const { shown, change, error, isSaved } = useSaving(setting);
  // Undefined if the user can't see the channel.
  const channel = channelById(state, shown);
  const isOff = shown === NO_CHANNEL_ID;
  const w = moderationWords();
  return (
    <>
      <SettingGroup title={w.reports} quiet hint={w.lead}>
        <SettingRow isSaved={isSaved}>
          <ChannelPicker
            label={w.rows.moderation_request_channel_id}
            {...lockable(setting, w.channelHint)}
            placeholder={isOff ? w.noChannel : ""}
            error={error}
            single
            channels={channelsByName(state).filter(({ is_archived, invite_only }) => invite_only && !is_archived)}
            chosen={isOff ? [] : [shown]}
            onChange={([chosen = NO_CHANNEL_ID]) => void change(chosen)}
          />
        </SettingRow>
        {isOff && <p class="settings-note">{w.off}</p>}
      </SettingGroup>
      {channel !== undefined && <Reports key={channel.stream_id} client={client} channel={channel} />}
    </>
  );
}

/** The channel's topics, each about one user's messages. */
function Reports({ client, channel }: { readonly client: Client; readonly channel: Channel }) {
  const { topics, failure } = client.topics.of(channel.stream_id).value;
  const state = client.watch("channels", "realm");
  const w = moderationWords();
  useEffect(() => void client.topics.load(channel.stream_id), [channel.stream_id]);
  return (
    <SettingGroup title={w.reported} hint={w.reportedHint}>
      {topics === undefined && failure === undefined && <LoadingIndicator />}
      {failure !== undefined && <p class="settings-note">{errorText(failure)}</p>}
      {topics?.length === 0 && <p class="settings-note">{w.none}</p>}
      {topics !== undefined && (
        <VirtualRows
          items={topics}
          height={32}
          row={({ name }) => (
            <li key={name}>
              <a
                class="settings-link"
                href={hashForRoute({ view: "topic", channel: channel.stream_id, topic: name }, state)}
              >
                {topicName(state, name)}
              </a>
            </li>
          )}
        />
      )}
    </SettingGroup>
  );
}
