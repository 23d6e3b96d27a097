import type { ComponentChildren } from "preact";
import { useClient } from "../../client/client.ts";
import type { FeedPlace } from "../../model/places/place.ts";
import { Button } from "../../parts/button.tsx";
import { errorText } from "../../parts/error-text.ts";
import type { IconName } from "../../parts/icon.tsx";
import { Empty, Waiting } from "../../parts/progress.tsx";
import { appWords } from "../../words/app.ts";
import { feedWords } from "../../words/feed.ts";

const ICONS: Readonly<Record<FeedPlace["view"], IconName>> = {
  topic: "message-square",
  channel: "hash",
  direct: "message-square",
  directs: "messages-square",
  combined: "messages-square",
  mentions: "at-sign",
  starred: "star",
  reactions: "smile",
  search: "search",
};

interface EmptyFeedProps {
  readonly place: FeedPlace;
  readonly status: "loading" | "failed" | "empty";
  /** The error that kept the messages from being loaded. */
  readonly failure: Error | undefined;
  /** Replaces the usual text for a feed without messages. */
  readonly whenEmpty?: ComponentChildren;
  readonly onRetry: () => void;
}

/** Shown instead of messages while they are loaded, if that failed, or if there are none. */
export function EmptyFeed({ place, status, failure, whenEmpty, onRetry }: EmptyFeedProps) {
  const client = useClient();
  const me = client.watch("account").user_id;
  const isOffline = client.connection.value.kind === "offline";
  if (status === "loading") return <Waiting label={feedWords().loading} />;
  if (status === "failed") {
    return (
      <Empty icon={isOffline ? "wifi-off" : "triangle-alert"} title={feedWords().failed} text={errorText(failure)}>
        <Button onClick={onRetry}>{appWords().retry}</Button>
      </Empty>
    );
  }
  if (whenEmpty !== undefined) return <>{whenEmpty}</>;
  const isSelf = place.view === "direct" && place.users.every((id) => id === me);
  const { title, hint } = feedWords().empty[isSelf ? "self" : place.view];
  return <Empty icon={ICONS[place.view]} title={title} text={hint} />;
}
