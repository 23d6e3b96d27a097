import { privacyOf } from "../../model/channels/channel-list.ts";
import type { Channel } from "../../model/state.ts";
import { navWords } from "../../words/nav.ts";

/** Says for screen readers who can read a channel, which others see in the sign before its name. */
export function ChannelWord({ channel }: { readonly channel: Channel }) {
  const privacy = privacyOf(channel);
  if (privacy === "public" && !channel.is_archived) return null;
  const w = navWords();
  const kind = privacy === "private" ? w.privateChannel : w.openChannel;
  return <span class="for-readers">{channel.is_archived ? w.archivedChannel : kind}</span>;
}
