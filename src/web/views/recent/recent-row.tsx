import { useClient } from "../../client/client.ts";
import { hashForRoute } from "../../model/addresses/address.ts";
import { channelById } from "../../model/channels/channels.ts";
import { topicName } from "../../model/channels/topics.ts";
import type { UserId } from "../../model/ids.ts";
import type { RecentConversation } from "../../model/recent/recent-index.ts";
import type { Conversation } from "../../model/routes/conversation.ts";
import { MenuButton } from "../../parts/overlays/menu.tsx";
import { tip } from "../../parts/overlays/overlays.tsx";
import { listed } from "../../words/format.ts";
import { navWords, recentWords } from "../../words/nav.ts";
import { ChannelMark, DirectMark } from "../channels/conversation-marks.tsx";
import { topicMenu } from "../dialogs/topic-actions.ts";
import { nameOfUser } from "../people/names.ts";
import { UserFace } from "../people/user-face.tsx";
import { ConversationRow } from "./conversation-row.tsx";

/** Number of latest senders whose avatars are shown. */
const FACES = 4;
/** Number of messages searched for these senders. */
const LOOK_BACK = 40;

export function RecentRow({ recent }: { readonly recent: RecentConversation }) {
  const { conversation, newest } = recent;
  const client = useClient();
  return (
    <ConversationRow
      conversation={conversation}
      newest={client.message(newest)}
      mark={<Mark conversation={conversation} />}
      where={conversation.kind === "topic" && <ChannelLink channel={conversation.channel} />}
      people={conversation.kind === "topic" && <Faces recent={recent} />}
      tools={conversation.kind === "topic" && <TopicMenu channel={conversation.channel} topic={conversation.topic} />}
    />
  );
}

function Mark({ conversation }: { readonly conversation: Conversation }) {
  const state = useClient().watch("channels");
  if (conversation.kind === "direct") return <DirectMark users={conversation.users} />;
  const channel = channelById(state, conversation.channel);
  return channel && <ChannelMark channel={channel} />;
}

function ChannelLink({ channel: id }: { readonly channel: number }) {
  const state = useClient().watch("channels");
  const channel = channelById(state, id);
  if (channel === undefined) return null;
  return (
    <a class="conversation-where conversation-channel" href={hashForRoute({ view: "topics", channel: id }, state)}>
      <span class="one-line">{channel.name}</span>
    </a>
  );
}

export function TopicMenu({ channel, topic }: { readonly channel: number; readonly topic: string }) {
  const client = useClient();
  const label = navWords().topicMenu(topicName(client.watch("realm"), topic));
  return <MenuButton label={label} icon="ellipsis" size="s" entries={() => topicMenu(client, { channel, topic })} />;
}

function Faces({ recent }: { readonly recent: RecentConversation }) {
  const client = useClient();
  const state = client.watch("users");
  const users = new Set<UserId>();
  for (let at = recent.ids.length - 1; at >= Math.max(0, recent.ids.length - LOOK_BACK); at -= 1) {
    const sender = client.messages.get(recent.ids[at] ?? 0)?.sender_id;
    if (sender !== undefined) users.add(sender);
    if (users.size === FACES) break;
  }
  if (users.size === 0) return null;
  const names = recentWords().latestOf(listed([...users].map((id) => nameOfUser(state, id))));
  return (
    <span class="conversation-faces" {...tip(names)}>
      <span class="for-readers">{names}</span>
      {[...users].map((id) => (
        <UserFace key={id} user={id} size="s" plain />
      ))}
    </span>
  );
}
