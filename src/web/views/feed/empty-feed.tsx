import type { ComponentChildren } from "preact";
import { useClient } from "../../client/client.ts";
import { soon } from "../../loads.ts";
import type { FeedPlace } from "../../model/places/place.ts";
import { Button } from "../../parts/button.tsx";
import { errorText } from "../../parts/error-text.ts";
import { later } from "../../parts/later.tsx";
import { Empty, Waiting } from "../../parts/progress.tsx";
import { appWords } from "../../words/app.ts";
import { feedWords } from "../../words/feed.ts";

const NothingHere = later(async () => (await soon()).NothingHere);

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
  return <NothingHere place={place} />;
}
