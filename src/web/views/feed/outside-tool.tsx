import { useClient } from "../../client/client.ts";
import { loadOutside } from "../../loads.ts";
import { openLinks } from "../../model/channels/outside-rules.ts";
import type { ChannelId } from "../../model/ids.ts";
import type { FeedRoute } from "../../model/routes/place.ts";
import { lazyView } from "../../parts/lazy-view.tsx";

export interface OutsideMarkProps {
  readonly channel: ChannelId;
  readonly topic?: string | undefined;
}

const OutsideMark = lazyView<OutsideMarkProps>(async () => (await loadOutside()).OutsideMark);

/** Shows in a header that people outside the organization can see the place. */
export function OutsideTool({ place }: { readonly place: FeedRoute }) {
  const state = useClient().watch("outside");
  if (place.view !== "topic" && place.view !== "channel") return null;
  const topic = place.view === "topic" ? place.topic : undefined;
  return openLinks(state, place.channel, topic).length > 0 && <OutsideMark channel={place.channel} topic={topic} />;
}
