import type { Pending } from "../../client/sending/outbox.ts";
import { keyOf } from "../../model/places/conversation.ts";
import type { FeedPlace } from "../../model/places/place.ts";

/** The unsent messages that a place shows at its end. */
export function pendingAt(place: FeedPlace, pending: readonly Pending[]): readonly Pending[] {
  return pending.filter(({ to }) => {
    switch (place.view) {
      case "topic":
        return keyOf(to) === keyOf({ kind: "topic", channel: place.channel, topic: place.topic });
      case "direct":
        return keyOf(to) === keyOf({ kind: "direct", users: place.users });
      case "channel":
        return to.kind === "topic" && to.channel === place.channel;
      case "directs":
        return to.kind === "direct";
      default:
        return place.view === "combined";
    }
  });
}
