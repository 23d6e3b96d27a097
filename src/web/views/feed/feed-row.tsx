import type { Client } from "../../client/client.ts";
import type { FeedPlace } from "../../model/places/place.ts";
import { now } from "../../parts/clock.ts";
import { feedWords } from "../../words/feed.ts";
import { dayName } from "../../words/time.ts";
import { MessageView, PendingView } from "../message/message-view.tsx";
import { RecipientBar } from "./recipient-bar.tsx";
import type { Row } from "./rows.ts";

interface FeedRowProps {
  readonly client: Client;
  readonly place: FeedPlace;
  readonly row: Row;
  readonly isHighlighted: boolean;
  readonly isNear: boolean;
  /** The content of the message, with the matches of a search marked. */
  readonly html: string | undefined;
  /** The topic's name, with the matches of a search marked. */
  readonly topicHtml: string | undefined;
}

/** A row of a feed: a message, with the day, the line "New messages" and the recipient before it. */
export const FeedRow = ({ client, place, row, isHighlighted, isNear, html, topicHtml }: FeedRowProps) => (
  <>
    {row.day !== undefined && <Day at={row.day / 1000} />}
    {row.isFirstNew && (
      // biome-ignore lint/a11y/useSemanticElements: the line has visible text
      <div class="feed-line feed-line-new" role="separator" aria-label={feedWords().newMessages}>
        {feedWords().newMessages}
      </div>
    )}
    {row.isOther && <RecipientBar row={row} topicHtml={topicHtml} />}
    {row.message === undefined ? (
      <PendingView client={client} pending={row.pending} hasHeader={row.hasHeader} />
    ) : (
      <MessageView
        client={client}
        message={row.message}
        place={place}
        hasHeader={row.hasHeader}
        isHighlighted={isHighlighted}
        isNear={isNear}
        html={html ?? row.message.content}
      />
    )}
  </>
);

/** A heading, so that screen readers can jump from day to day. */
const Day = ({ at }: { readonly at: number }) => <h2 class="feed-line feed-day">{dayName(at, now.value)}</h2>;
