import { useClient } from "../../client/client.ts";
import { loadDeferred } from "../../loads.ts";
import { hashForRoute } from "../../model/addresses/address.ts";
import { hasOneConversation } from "../../model/channels/channel-rules.ts";
import { channelById } from "../../model/channels/channels.ts";
import { excerptOf } from "../../model/messages/excerpt.ts";
import { typingIn } from "../../model/people/typing.ts";
import { conversationKeyAt } from "../../model/routes/conversation.ts";
import type { FeedRoute, Route } from "../../model/routes/place.ts";
import { lazyView } from "../../parts/lazy-view.tsx";
import { Skeleton } from "../../parts/progress.tsx";
import { feedWords } from "../../words/feed.ts";
import { listed } from "../../words/format.ts";
import { navWords } from "../../words/nav.ts";
import type { CallToolProps } from "../calls/call-tool.tsx";
import { ChannelMark, ChannelWord, DirectMark, TopicLabel } from "../channels/conversation-marks.tsx";
import { ScreenHeader } from "../frame/screen-header.tsx";
import { nameOfDirect, nameOfUser } from "../people/names.ts";
import { PresenceWord } from "../people/user-face.tsx";
import { DateTool, PlaceTools, TopicTools } from "./feed-tools.tsx";
import { FeedView } from "./feed-view.tsx";
import type { FollowedTopicProps } from "./followed-topic.tsx";
import type { NewsOfChannelProps } from "./news-of-channel.ts";

const CallTool = lazyView<CallToolProps>(async () => (await loadDeferred()).CallTool);
const NewsOfChannel = lazyView<NewsOfChannelProps>(async () => (await loadDeferred()).NewsOfChannel);
const FollowedTopic = lazyView<FollowedTopicProps>(async () => (await loadDeferred()).FollowedTopic);

export const FeedScreen = ({ place }: { readonly place: FeedRoute }) =>
  place.view === "topic" && place.with !== undefined ? (
    <>
      <FeedBar place={place} />
      <Skeleton of="messages" label={feedWords().loading} />
      <FollowedTopic place={place} message={place.with} />
    </>
  ) : (
    <>
      <FeedBar place={place} />
      <FeedView place={place} />
      {(place.view === "topic" || place.view === "channel") && <NewsOfChannel place={place} />}
      <TypingLine place={place} />
    </>
  );

function FeedBar({ place }: { readonly place: FeedRoute }) {
  const state = useClient().watch("channels", "users", "realm");
  switch (place.view) {
    case "topic":
    case "channel": {
      const channel = channelById(state, place.channel);
      const mark = channel !== undefined && <ChannelMark channel={channel} />;
      const note = channel !== undefined && <ChannelWord channel={channel} />;
      const name = channel?.name ?? navWords().unknownChannel;
      if (place.view === "channel") {
        return (
          <ScreenHeader
            mark={mark}
            title={name}
            note={note}
            about={channel && excerptOf(channel.rendered_description, state)}
          >
            <PlaceTools place={place} />
          </ScreenHeader>
        );
      }
      const isWhole = place.topic === "" && channel !== undefined && hasOneConversation(state, channel);
      const address = hashForRoute({ view: "topics", channel: place.channel }, state);
      return (
        <ScreenHeader
          mark={mark}
          title={isWhole ? name : <TopicLabel state={state} topic={place.topic} />}
          note={isWhole && note}
          within={
            !isWhole && (
              <>
                {channel === undefined ? name : <a href={address}>{name}</a>}
                {note}
              </>
            )
          }
        >
          <CallTool conversation={{ kind: "topic", channel: place.channel, topic: place.topic }} />
          <TopicTools place={place} />
        </ScreenHeader>
      );
    }
    case "direct":
      return (
        <ScreenHeader
          mark={<DirectMark users={place.users} />}
          title={nameOfDirect(state, place.users)}
          note={<PresenceWord users={place.users} />}
        >
          <CallTool conversation={{ kind: "direct", users: place.users }} />
          <PlaceTools place={place} />
        </ScreenHeader>
      );
    case "search":
      return <ScreenHeader title={navWords().search} />;
    default:
      return (
        <ScreenHeader title={navWords()[place.view]}>
          <DateTool place={place} />
        </ScreenHeader>
      );
  }
}

/** Maximum number of typing users that are named. More are shown as "several". */
const MAX_NAMED_PEOPLE = 3;

/** Names those who are typing in the conversation. The line is always present, so that nothing moves. */
function TypingLine({ place }: { readonly place: Route }) {
  const client = useClient();
  const state = client.watch("typing", "users", "account");
  const key = conversationKeyAt(place);
  if (key === undefined) return null;
  const users = state.user_settings.receives_typing_notifications ? typingIn(state, key) : [];
  const names = listed(users.map((id) => nameOfUser(state, id)));
  const w = feedWords();
  return (
    <p class="typing-line one-line" aria-live="off">
      {users.length > MAX_NAMED_PEOPLE ? w.manyTyping : users.length > 0 && w.typing(names, users.length)}
    </p>
  );
}
