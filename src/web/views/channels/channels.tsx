import { appWords, labelled } from "../../words/app.ts";
import "./channels.css";
import { useEffect, useId, useState } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { hashForRoute } from "../../model/addresses/address.ts";
import { channelsByName } from "../../model/channels/channel-list.ts";
import { canSubscribe } from "../../model/channels/channel-permissions.ts";
import { subscriptionTo } from "../../model/channels/channels.ts";
import { excerptOf } from "../../model/messages/excerpt.ts";
import { canCreateChannels } from "../../model/people/permissions.ts";
import type { Route } from "../../model/routes/place.ts";
import type { Channel } from "../../model/state.ts";
import { Button, ToolButton } from "../../parts/button.tsx";
import { SearchField } from "../../parts/fields/field.tsx";
import { VirtualRows } from "../../parts/lists/virtual-rows.tsx";
import { Empty } from "../../parts/progress.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { channelsWords, topicsWords } from "../../words/channels.ts";
import { inboxWords } from "../../words/inbox.ts";
import { navWords } from "../../words/nav.ts";
import { ScreenHeader } from "../frame/screen-header.tsx";
import { joinChannel } from "./channel-actions.ts";
import { ChannelMark, ChannelWord } from "./conversation-marks.tsx";
import { openCreateChannel } from "./create-channel-dialog.tsx";

type ChannelTab = "subscribed" | "available" | "all" | "archived";
const PARTS: readonly ChannelTab[] = ["subscribed", "available", "all", "archived"];

export function Channels({ place }: { readonly place: Extract<Route, { readonly view: "channels" }> }) {
  const client = useClient();
  const state = client.watch("channels", "groups", "realm");
  const [filter, setFilter] = useState("");
  const part = PARTS.find((one) => one === place.section) ?? "all";
  const w = channelsWords();
  // A URL that names a channel shows the channel next to the list.
  useEffect(() => {
    if (place.channel !== undefined) client.showDetails({ kind: "channel", channel: place.channel });
  }, [place.channel]);
  useEffect(() => {
    if (place.section === "new") openCreateChannel(client);
  }, [place.section]);

  const isIn = (channel: Channel) => subscriptionTo(state, channel.stream_id) !== undefined;
  const parts: Record<ChannelTab, (channel: Channel) => boolean> = {
    subscribed: (channel) => isIn(channel) && !channel.is_archived,
    available: (channel) => !isIn(channel) && !channel.is_archived,
    all: (channel) => !channel.is_archived,
    archived: (channel) => channel.is_archived,
  };
  const wanted = filter.trim().toLowerCase();
  const all = channelsByName(state);
  const found = all
    .filter(parts[part])
    .filter((one) => `${one.name} ${one.description}`.toLowerCase().includes(wanted));
  const labels: Record<ChannelTab, string> = {
    subscribed: w.yours,
    available: w.others,
    all: w.all,
    archived: w.archived,
  };
  const tabs = PARTS.filter((name) => name !== "archived" || all.some(parts.archived)).map((name) => ({
    name,
    label: labels[name],
  }));
  return (
    <>
      <ScreenHeader title={w.title}>
        {canCreateChannels(state) && (
          <ToolButton icon="plus" label={w.create} action="createChannel" onClick={() => openCreateChannel(client)} />
        )}
      </ScreenHeader>
      <div class="channels">
        <div class="channels-page">
          <SearchField label={w.filter} value={filter} onInput={setFilter} />
          <Tabs
            label={w.title}
            tabs={tabs}
            chosen={part}
            onChoose={(section) => client.go({ view: "channels", section }, "replace")}
          >
            {found.length === 0 && <Empty icon="hash" title={wanted === "" ? w.noneYet : w.none} />}
            <VirtualRows
              class="channels-list"
              items={found}
              height={60}
              row={(channel) => <ChannelItem key={channel.stream_id} channel={channel} />}
            />
          </Tabs>
        </div>
      </div>
    </>
  );
}

function ChannelItem({ channel }: { readonly channel: Channel }) {
  const client = useClient();
  const state = client.watch("channels");
  const w = channelsWords();
  const isIn = subscriptionTo(state, channel.stream_id) !== undefined;
  const facts = [
    w.members(channel.subscriber_count),
    channel.stream_weekly_traffic !== null && w.traffic(channel.stream_weekly_traffic),
  ];
  const id = channel.stream_id;
  const about = useId();
  return (
    <li class="channels-item">
      <ChannelMark channel={channel} />
      <div class="channels-text">
        <div class="channels-name">
          <a class="channels-link" id={about} href={hashForRoute({ view: "topics", channel: id }, state)}>
            {channel.name}
          </a>
          <ChannelWord channel={channel} />
          <p class="channels-facts">{facts.filter(Boolean).join(" · ")}</p>
        </div>
        <p class="channels-about" dir="auto">
          {excerptOf(channel.rendered_description, state)}
        </p>
      </div>
      <div class="channels-tools">
        {!isIn && canSubscribe(state, channel) && (
          <Button describedBy={about} onClick={() => void joinChannel(client, channel)}>
            {appWords().join}
          </Button>
        )}
        <ToolButton
          icon="info"
          label={labelled(w.details, channel.name)}
          onClick={() => client.showDetails({ kind: "channel", channel: id })}
        />
      </div>
    </li>
  );
}

/** Shown instead of a channel that doesn't exist or isn't visible to the user. */
export function NoChannel() {
  const inbox = inboxWords();
  const nav = navWords();
  const { gone } = topicsWords();
  return (
    <>
      <ScreenHeader title={nav.unknownChannel} />
      <Empty icon="hash" title={gone.title} text={gone.text}>
        <a class="button" href="#channels/all">
          {inbox.browse}
        </a>
      </Empty>
    </>
  );
}
