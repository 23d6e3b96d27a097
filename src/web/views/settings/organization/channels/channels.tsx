import { useState } from "preact/hooks";
import { useClient } from "../../../../client/client.ts";
import { settingsAddress } from "../../../../model/addresses/address.ts";
import { channelsByName } from "../../../../model/channels/channel-list.ts";
import { channelById } from "../../../../model/channels/channels.ts";
import { canCreateChannels } from "../../../../model/people/permissions.ts";
import type { Channel } from "../../../../model/state.ts";
import { Button } from "../../../../parts/button.tsx";
import { SearchField } from "../../../../parts/fields/field.tsx";
import { VirtualRows } from "../../../../parts/lists/virtual-rows.tsx";
import { Empty } from "../../../../parts/progress.tsx";
import { Tabs } from "../../../../parts/tabs.tsx";
import { channelsWords } from "../../../../words/channels.ts";
import { channelSettingWords } from "../../../../words/settings/organization/channels.ts";
import { ChannelMark, ChannelWord } from "../../../channels/conversation-marks.tsx";
import { openCreateChannel } from "../../../channels/create-channel-dialog.tsx";
import { ChannelPicker } from "../../../pickers.tsx";
import { Entry } from "../../entry.tsx";
import { lockable, type Setting, SettingGroup, SettingRow, useSaving } from "../../rows/setting-row.tsx";
import { realmSettings } from "../../rows/setting-sources.ts";
import type { SectionProps } from "../../section.ts";
import { ChannelEditor } from "./channel-editor.tsx";

/** All channels and the organization's settings for them, or a single channel's page if the URL has its id. */
export function Channels({ path: [id = ""] }: SectionProps) {
  if (/^\d+$/.test(id)) return <ChannelEditor key={id} channel={Number(id)} />;
  return (
    <>
      <AllChannels />
      <General />
    </>
  );
}

const ANNOUNCED = [
  "new_stream_announcements_stream_id",
  "signup_announcements_stream_id",
  "zulip_update_announcements_stream_id",
] as const;

function General() {
  const { setting } = realmSettings(useClient());
  const w = channelSettingWords();
  return (
    <SettingGroup title={w.announcements} hint={w.announcementsHint}>
      {ANNOUNCED.map((name) => (
        <SettingChannel key={name} label={w.rows[name]} none={w.noChannel} setting={setting(name)} />
      ))}
    </SettingGroup>
  );
}

type ChannelTab = "active" | "archived";
const PARTS: readonly ChannelTab[] = ["active", "archived"];

function AllChannels() {
  const client = useClient();
  const state = client.watch("channels", "groups", "realm");
  const [filter, setFilter] = useState("");
  const [chosen, setChosen] = useState<ChannelTab>("active");
  const w = channelSettingWords();
  const wanted = filter.trim().toLowerCase();
  const all = channelsByName(state);
  const isIn = (part: ChannelTab) => (channel: Channel) => channel.is_archived === (part === "archived");
  const found = all
    .filter(isIn(chosen))
    .filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(wanted));
  return (
    <SettingGroup title={w.rows.all}>
      {canCreateChannels(state) && (
        <div>
          <Button icon="plus" onClick={() => openCreateChannel(client)}>
            {channelsWords().create}
          </Button>
        </div>
      )}
      <SearchField label={channelsWords().filter} value={filter} onInput={setFilter} />
      <Tabs
        label={w.rows.all}
        tabs={PARTS.map((name) => ({ name, label: w.parts[name], count: all.filter(isIn(name)).length }))}
        chosen={chosen}
        onChoose={setChosen}
      >
        {found.length === 0 && <Empty icon="hash" title={channelsWords().none} />}
        <VirtualRows
          class="entries"
          items={found}
          height={58}
          row={(channel) => <ChannelEntry key={channel.stream_id} channel={channel} />}
        />
      </Tabs>
    </SettingGroup>
  );
}

function ChannelEntry({ channel }: { readonly channel: Channel }) {
  const state = useClient().watch("channels");
  const w = channelSettingWords();
  const { stream_id: id, folder_id, name, subscriber_count } = channel;
  const folder = state.channel_folders.find((one) => one.id === folder_id)?.name;
  return (
    <li>
      <Entry
        before={<ChannelMark channel={channel} />}
        title={
          <>
            <a class="entry-link" href={settingsAddress(`organization/channels/${id}`)}>
              {name}
            </a>
            <ChannelWord channel={channel} />
          </>
        }
        facts={folder === undefined ? w.facts(subscriber_count) : w.factsInFolder(subscriber_count, folder)}
      />
    </li>
  );
}

interface SettingChannelProps {
  readonly label: string;
  /** Label of the option for no channel. */
  readonly none: string;
  /** A channel's id, or -1 for none. */
  readonly setting: Setting<number>;
}

/** A row for a setting whose value is a channel. There is also an option for no channel. */
function SettingChannel({ label, none, setting }: SettingChannelProps) {
  const state = useClient().watch("channels");
  const { shown, change, error, isSaved } = useSaving(setting);
  const isKnown = channelById(state, shown) !== undefined;
  const active = channelsByName(state).filter((channel) => channel.stream_id === shown || !channel.is_archived);
  return (
    <SettingRow isSaved={isSaved}>
      <ChannelPicker
        label={label}
        {...lockable(setting)}
        placeholder={none}
        error={error}
        channels={active}
        chosen={isKnown ? [shown] : []}
        single
        onChange={([id = -1]) => void change(id)}
      />
    </SettingRow>
  );
}
