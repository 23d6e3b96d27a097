import { useEffect, useState } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { sizeOfFile } from "../../client/file-size.ts";
import { channelById } from "../../model/channels/channels.ts";
import type { ChannelId } from "../../model/ids.ts";
import { filesOf, type SharedFile, writersOf } from "../../model/messages/conversation-facts.ts";
import { fileKind } from "../../model/messages/file-kind.ts";
import { notificationBot } from "../../model/people/users.ts";
import type { FeedRoute } from "../../model/routes/place.ts";
import { Time } from "../../parts/indicators/time.tsx";
import { serverHtml } from "../../parts/server-html.ts";
import { channelsWords } from "../../words/channels.ts";
import { fileSize } from "../../words/file-size.ts";
import { number } from "../../words/format.ts";
import { peopleWords } from "../../words/people.ts";
import { nameOfUser } from "../people/names.ts";
import { showPersonCard } from "../people/person-card.tsx";
import { UserFace } from "../people/user-face.tsx";

const MAX_WRITERS = 8;
const MAX_FILES = 8;

/** Shows who wrote in a conversation and how much, and its files, based on the loaded messages. */
export function ConversationDetails({ place }: { readonly place: FeedRoute }) {
  const client = useClient();
  const state = client.watch("users");
  const feed = client.feed(place);
  const messages = feed.messages.value;
  const bot = notificationBot(state);
  const writers = writersOf(messages.filter(({ sender_id }) => sender_id !== bot)).slice(0, MAX_WRITERS);
  const files = filesOf(messages).slice(0, MAX_FILES);
  const isWhole = feed.ends.value.oldest && feed.ends.value.newest;
  const w = peopleWords();
  return (
    <>
      {writers.length > 0 && (
        <section>
          <h3>{w.wrote}</h3>
          <ul>
            {writers.map(([id, count]) => (
              <li key={id}>
                <button
                  type="button"
                  class="details-person"
                  aria-haspopup="dialog"
                  onClick={(event) => showPersonCard(id, event.currentTarget)}
                >
                  <UserFace user={id} size="s" />
                  <span>{nameOfUser(state, id)}</span>
                  <small>
                    <span class="for-readers">: </span>
                    {number(count)}
                    {!isWhole && "+"}
                  </small>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {files.length > 0 && (
        <section>
          <h3>{w.files}</h3>
          <ul>
            {files.map((file) => (
              <FileRow key={file.address} {...file} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function FileRow({ address, name, message }: SharedFile) {
  const state = useClient().watch("users");
  const [bytes, setBytes] = useState<number>();
  useEffect(() => void sizeOfFile(address).then(setBytes), [address]);
  return (
    <li>
      <a class="details-person" href={address} target="_blank" rel="noopener noreferrer">
        <span class="file-kind" data-kind={fileKind(name)} />
        <span>
          {name}
          <small class="details-file one-line">
            {bytes !== undefined && `${fileSize(bytes)} · `}
            <Time at={message.timestamp} as="short" />
            {` · ${nameOfUser(state, message.sender_id)}`}
          </small>
        </span>
      </a>
    </li>
  );
}

/** A channel's description, above its members. */
export function ChannelPurpose({ channel: id }: { readonly channel: ChannelId }) {
  const channel = channelById(useClient().watch("channels"), id);
  if (channel === undefined || channel.rendered_description === "") return null;
  return (
    <section>
      <h3>{channelsWords().details}</h3>
      <div class="details-purpose" dir="auto" dangerouslySetInnerHTML={serverHtml(channel.rendered_description)} />
    </section>
  );
}
