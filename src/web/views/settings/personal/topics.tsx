import "./own.css";
import { useMemo, useState } from "preact/hooks";
import { type Client, useClient } from "../../../client/client.ts";
import { hashForRoute } from "../../../model/addresses/address.ts";
import { channelById } from "../../../model/channels/channels.ts";
import { topicName } from "../../../model/channels/topics.ts";
import { ToolButton } from "../../../parts/button.tsx";
import { Select } from "../../../parts/fields/choice.tsx";
import { SearchField } from "../../../parts/fields/field.tsx";
import { VirtualRows } from "../../../parts/lists/virtual-rows.tsx";
import { compareNames } from "../../../words/format.ts";
import { topicSettingsWords } from "../../../words/settings/own/notifications.ts";
import { changeVisibility } from "../../dialogs/topic-actions.ts";
import { SettingGroup } from "../rows/setting-row.tsx";
import { accountSettings } from "../rows/setting-sources.ts";
import { UserSettingList } from "../rows/user-setting-list.tsx";
import { USER_SETTING_ROWS } from "../rows/user-setting-rows.ts";

/** Topics that the user follows, or has muted or unmuted, and the settings that do this automatically. */
export function Topics() {
  const w = topicSettingsWords();
  return (
    <>
      <SettingGroup title={w.automatic}>
        <UserSettingList rows={USER_SETTING_ROWS.topics} of={accountSettings(useClient())} words={w} />
      </SettingGroup>
      <Yours />
    </>
  );
}

interface TopicPolicyRow {
  readonly channel: number;
  readonly topic: string;
  readonly policy: Policy;
  /** The channel's name, used to find and sort the topic. */
  readonly where: string;
  readonly name: string;
}

type Policy = Parameters<typeof changeVisibility>[2];
const POLICIES = [3, 2, 1, 0] as const;

function listedTopics(client: Client): readonly TopicPolicyRow[] {
  const state = client.watch("topics", "channels", "realm");
  return state.user_topics
    .flatMap(({ stream_id: channel, topic_name: topic, visibility_policy }) => {
      const where = channelById(state, channel)?.name;
      if (where === undefined) return [];
      return { channel, topic, policy: visibility_policy as Policy, where, name: topicName(state, topic) };
    })
    .sort((one, other) => compareNames(one.where, other.where) || compareNames(one.name, other.name));
}

function Yours() {
  const client = useClient();
  const [search, setSearch] = useState("");
  const w = topicSettingsWords();
  const all = listedTopics(client);
  const wanted = search.trim().toLowerCase();
  const found = useMemo(
    () => all.filter(({ where, name }) => `${where} ${name}`.toLowerCase().includes(wanted)),
    [all, wanted],
  );
  return (
    <SettingGroup title={w.rows.yours} hint={all.length === 0 ? `${w.none} ${w.noneHint}` : undefined}>
      {all.length > 8 && <SearchField label={w.find} value={search} onInput={setSearch} />}
      <VirtualRows
        items={found}
        height={62}
        row={(listed) => <TopicRow key={`${listed.channel} ${listed.topic}`} listed={listed} />}
      />
      {all.length > 0 && found.length === 0 && <p class="settings-note">{w.notFound}</p>}
    </SettingGroup>
  );
}

function TopicRow({ listed }: { readonly listed: TopicPolicyRow }) {
  const client = useClient();
  const { channel, topic, policy, where, name } = listed;
  const w = topicSettingsWords();
  const change = (value: Policy) => void changeVisibility(client, { channel, topic }, value);
  return (
    <li class="settings-item topics-item">
      <div class="settings-item-name">
        <a href={hashForRoute({ view: "topic", channel, topic }, client.watch("channels"))}>{name}</a>
        <p class="settings-note">
          <bdi>#{where}</bdi>
        </p>
      </div>
      <Select
        label={w.policyOf(name)}
        quiet
        value={policy}
        options={POLICIES.map((value) => ({ value, label: w.policies[value] }))}
        onChange={change}
      />
      <ToolButton icon="x" label={w.remove(name)} onClick={() => change(0)} />
    </li>
  );
}
