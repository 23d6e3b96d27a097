import { useState } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import type { ChannelId } from "../../../model/ids.ts";
import type { State, Subscription } from "../../../model/state.ts";
import { ToolButton } from "../../../parts/button.tsx";
import { labelled } from "../../../words/app.ts";
import { compareNames } from "../../../words/format.ts";
import { notificationSettingsWords } from "../../../words/settings/own/notifications.ts";
import { changeOwn } from "../../channels/channel-actions.ts";
import { ChannelMark } from "../../channels/conversation-marks.tsx";
import { ChannelPicker } from "../../pickers.tsx";
import { NotificationCheck, NotificationGrid } from "../rows/notification-table.tsx";
import { SettingGroup } from "../rows/setting-row.tsx";
import { NOTIFICATION_WAYS, type NotificationWay } from "../rows/user-setting-rows.ts";

/**
 * For each delivery method, the subscription property, and the account setting that applies if the property is null.
 */
const PROPERTIES = {
  desktop: ["desktop_notifications", "enable_stream_desktop_notifications"],
  sound: ["audible_notifications", "enable_stream_audible_notifications"],
  push: ["push_notifications", "enable_stream_push_notifications"],
  email: ["email_notifications", "enable_stream_email_notifications"],
  wildcard: ["wildcard_mentions_notify", "wildcard_mentions_notify"],
} as const satisfies Readonly<Record<NotificationWay, readonly [keyof Subscription, string]>>;

type Settings = State["user_settings"];

/**
 * Returns the delivery methods for which a channel's setting differs from the account's. A channel value that equals
 * the account's doesn't count.
 */
const ownWays = (channel: Subscription, settings: Settings) =>
  NOTIFICATION_WAYS.filter((way) => {
    const [property, inherited] = PROPERTIES[way];
    return (channel[property] ?? settings[inherited]) !== settings[inherited];
  });

/** The channels whose notifications differ from the account's settings. */
export function ChannelNotifications() {
  const client = useClient();
  const state = client.watch("channels", "account");
  /** Channels added here whose notifications don't differ yet. */
  const [added, setAdded] = useState<readonly ChannelId[]>([]);
  const w = notificationSettingsWords();
  const mine = state.subscriptions.filter((one) => !one.is_archived).sort((a, b) => compareNames(a.name, b.name));
  const isListed = (one: Subscription) => ownWays(one, state.user_settings).length > 0 || added.includes(one.stream_id);
  const listed = mine.filter(isListed);
  return (
    <SettingGroup title={w.rows.byChannel} hint={listed.length === 0 ? w.noChannels : w.channelsHint}>
      {listed.length > 0 && (
        <NotificationGrid label={w.rows.byChannel}>
          {listed.map((channel) => (
            <ChannelRow
              key={channel.stream_id}
              channel={channel}
              onReset={() => {
                setAdded(added.filter((id) => id !== channel.stream_id));
                for (const way of ownWays(channel, state.user_settings)) {
                  const [property, inherited] = PROPERTIES[way];
                  // The API doesn't accept null for these properties.
                  void changeOwn(client, channel.stream_id, property, state.user_settings[inherited]);
                }
              }}
            />
          ))}
        </NotificationGrid>
      )}
      <ChannelPicker
        label={w.addChannel}
        channels={mine.filter((one) => !isListed(one))}
        chosen={[]}
        onChange={(ids) => setAdded([...added, ...ids])}
      />
    </SettingGroup>
  );
}

function ChannelRow({ channel, onReset }: { readonly channel: Subscription; readonly onReset: () => void }) {
  const client = useClient();
  const { user_settings } = client.watch("account");
  const { stream_id: id, name } = channel;
  const w = notificationSettingsWords();
  return (
    <tr>
      <th scope="row" class="notification-what">
        <span class="notifications-channel">
          <ChannelMark channel={channel} />
          <span>{name}</span>
          <ToolButton icon="x" size="s" label={w.reset(name)} onClick={onReset} />
        </span>
      </th>
      {NOTIFICATION_WAYS.map((way) => {
        const [property, inherited] = PROPERTIES[way];
        return (
          <NotificationCheck
            key={way}
            label={labelled(name, w.ways[way])}
            isInherited={channel[property] === null}
            setting={{
              value: channel[property] ?? user_settings[inherited],
              save: (on) => changeOwn(client, id, property, on),
            }}
          />
        );
      })}
    </tr>
  );
}
