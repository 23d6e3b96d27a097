import { appWords } from "../../words/app.ts";
import { pickersWords } from "../../words/people.ts";
import "../channels/channels.css";
import { useClient } from "../../client/client.ts";
import { privacyOf } from "../../model/channels/channel-list.ts";
import { canAddSubscribers, canAdminister, canPost, canSubscribe } from "../../model/channels/channel-permissions.ts";
import { channelById, subscriptionTo } from "../../model/channels/channels.ts";
import type { ChannelId } from "../../model/ids.ts";
import { peopleByName } from "../../model/people/people-by-name.ts";
import type { Channel, Subscription } from "../../model/state.ts";
import { Button } from "../../parts/button.tsx";
import { Select, Switch } from "../../parts/fields/choice.tsx";
import { ColorPicker } from "../../parts/indicators/channel-sign.tsx";
import { Dialog } from "../../parts/overlays/dialog.tsx";
import { serverHtml } from "../../parts/server-html.ts";
import { channelsWords } from "../../words/channels.ts";
import { addSubscribers, changeOwn, joinChannel, leaveChannel } from "../channels/channel-actions.ts";
import { ChannelMark } from "../channels/conversation-marks.tsx";
import { openMail } from "../channels/mail-dialog.tsx";
import { UserPicker } from "../pickers.tsx";
import { useChosen } from "../use-chosen.ts";
import { PeopleDetails } from "./people-details.tsx";

export function ChannelDetails({ channel: id }: { readonly channel: ChannelId }) {
  const client = useClient();
  const state = client.watch("channels", "groups", "realm", "account");
  const channel = channelById(state, id);
  const subscription = subscriptionTo(state, id);
  const w = channelsWords();
  const app = appWords();
  if (channel === undefined) return null;
  return (
    <>
      <p class="channel-name">
        <ChannelMark channel={channel} />
        <b>{channel.name}</b>
      </p>
      <p class="channel-kind">{channel.is_archived ? w.archivedKind : w.kinds[privacyOf(channel)]}</p>
      {channel.rendered_description === "" ? (
        <p class="channel-kind">{w.noDescription}</p>
      ) : (
        <div class="channel-about" dir="auto" dangerouslySetInnerHTML={serverHtml(channel.rendered_description)} />
      )}
      {!canPost(state, channel) && !channel.is_archived && <p class="channel-kind">{w.mayNotPost}</p>}
      <div class="channel-buttons">
        {subscription === undefined
          ? canSubscribe(state, channel) && (
              <Button kind="primary" onClick={() => void joinChannel(client, channel)}>
                {app.join}
              </Button>
            )
          : !channel.is_archived && <Button onClick={() => void leaveChannel(client, channel)}>{app.leave}</Button>}
        {canAddSubscribers(state, channel) && (
          <Button icon="user-plus" onClick={() => client.show(<AddPeople channel={channel} />)}>
            {pickersWords().addPeople}
          </Button>
        )}
        {state.server_incoming_mail && canPost(state, channel) && (
          <Button icon="mail" onClick={() => openMail(client, channel)}>
            {w.mail}
          </Button>
        )}
        {canAdminister(state, channel) && (
          <Button
            icon="settings"
            onClick={() => client.go({ view: "settings", section: `organization/channels/${id}` })}
          >
            {w.administer}
          </Button>
        )}
      </div>
      {subscription && <Personal channel={subscription} />}
      <PeopleDetails channel={id} />
    </>
  );
}

/** Notifications that can be set per channel. Each has the account setting that applies if the channel has no value. */
const NOTIFICATIONS = [
  ["desktop_notifications", "enable_stream_desktop_notifications"],
  ["audible_notifications", "enable_stream_audible_notifications"],
  ["push_notifications", "enable_stream_push_notifications"],
  ["email_notifications", "enable_stream_email_notifications"],
  ["wildcard_mentions_notify", "wildcard_mentions_notify"],
] as const;

function Personal({ channel }: { readonly channel: Subscription }) {
  const client = useClient();
  const settings = client.watch("account").user_settings;
  const id = channel.stream_id;
  const w = channelsWords();
  return (
    <section>
      <h3>{w.personal}</h3>
      <div class="channel-settings">
        <Switch label={w.pin} on={channel.pin_to_top} onChange={(on) => void changeOwn(client, id, "pin_to_top", on)} />
        <Switch label={w.mute} on={channel.is_muted} onChange={(on) => void changeOwn(client, id, "is_muted", on)} />
        <ColorPicker value={channel.color} onChange={(color) => void changeOwn(client, id, "color", color)} />
      </div>
      <h3>{w.notifications}</h3>
      <div class="channel-settings">
        {NOTIFICATIONS.map(([name, inherited]) => (
          <Select
            key={name}
            label={w.notify[name]}
            value={String(channel[name])}
            options={[
              // The API doesn't accept null, so the account setting can't be chosen again once the channel has a value.
              ...(channel[name] === null ? [{ value: "null", label: w.inherit(settings[inherited]) }] : []),
              { value: "true", label: w.on },
              { value: "false", label: w.off },
            ]}
            onChange={(value) => void changeOwn(client, id, name, JSON.parse(value))}
          />
        ))}
      </div>
    </section>
  );
}

function AddPeople({ channel }: { readonly channel: Channel }) {
  const client = useClient();
  const users = peopleByName(client.watch("users"));
  const [chosen, setChosen] = useChosen(users.map(({ user_id }) => user_id));
  const w = channelsWords();
  return (
    <Dialog
      title={pickersWords().addPeople}
      submit={pickersWords().addPeople}
      disabled={chosen.length === 0}
      onSubmit={() => addSubscribers(client, channel, chosen)}
    >
      <UserPicker label={w.people} users={users} chosen={chosen} onChange={setChosen} autofocus />
    </Dialog>
  );
}
