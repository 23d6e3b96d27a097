import { useState } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { isPermitted } from "../../keyboard.ts";
import { type ChannelSection, channelSections } from "../../model/channels/channel-list.ts";
import type { ChannelId } from "../../model/ids.ts";
import type { Place } from "../../model/places/place.ts";
import type { Subscription } from "../../model/state.ts";
import { unreadOf } from "../../model/unread/unread-counts.ts";
import { LongRows } from "../../parts/lists/near.tsx";
import { ToolButton } from "../../parts/tool-button.tsx";
import { number } from "../../words/format.ts";
import { navWords } from "../../words/nav.ts";
import { ChannelRow } from "./channel-row.tsx";
import { Fold } from "./fold.tsx";

/** The channel of a place. */
export const channelOf = (place: Place): ChannelId | undefined =>
  place.view === "topics" || place.view === "topic" || place.view === "channel" ? place.channel : undefined;

/** In pixels. */
const ROW_HEIGHT = 30;

/** The channels that the user is subscribed to, by folder. */
export function ChannelPart() {
  const client = useClient();
  const sections = channelSections(client.watch("channels", "account"));
  const w = navWords();
  if (sections.length === 0) {
    return (
      <div class="nav-part-channels">
        <Fold id="channels" title={w.channels} tool={<Browse />}>
          <p class="nav-none">{w.noChannels}</p>
        </Fold>
      </div>
    );
  }
  const last = sections.length - 1;
  return (
    <div class="nav-part-channels">
      {sections.map((section, index) => (
        <Section
          key={section.folder?.id ?? section.kind}
          section={section}
          title={titleOf(section, last === 0)}
          isLast={index === last}
        />
      ))}
    </div>
  );
}

function titleOf({ kind, folder }: ChannelSection, isOnly: boolean): string {
  const w = navWords();
  if (kind === "pinned") return w.pinned;
  if (folder !== undefined) return folder.name;
  return isOnly ? w.channels : w.otherChannels;
}

const Browse = () => {
  const client = useClient();
  if (!isPermitted("channels")) return null;
  return <ToolButton icon="plus" label={navWords().browseChannels} onClick={() => client.go({ view: "channels" })} />;
};

function Section({ section, title, isLast }: { section: ChannelSection; title: string; isLast: boolean }) {
  const client = useClient();
  const here = channelOf(client.place.value);
  const unread = unreadOf(client.watch("unread", "topics", "channels", "users")).channels;
  const [all, setAll] = useState(false);
  const row = (channel: Subscription) => (
    <ChannelRow key={channel.stream_id} channel={channel} isOpen={channel.stream_id === here} />
  );
  const list = (channels: readonly Subscription[]) => <LongRows items={channels} height={ROW_HEIGHT} row={row} />;
  const isHere = (channel: Subscription) => channel.stream_id === here;
  const isWanted = (channel: Subscription) => isHere(channel) || (unread.get(channel.stream_id)?.count ?? 0) > 0;
  const { active, inactive } = section;
  const shown = all ? [...active, ...inactive] : [...active, ...inactive.filter(isWanted)];
  const quiet = active.length + inactive.length - shown.length;
  const needed = [...active, ...inactive].filter(isWanted);
  return (
    <Fold
      id={String(section.folder?.id ?? section.kind)}
      title={title}
      tool={isLast && <Browse />}
      closed={list(needed)}
    >
      {list(shown)}
      {quiet > 0 && (
        <button type="button" class="nav-row nav-quiet" onClick={() => setAll(true)}>
          {navWords().inactive(number(quiet))}
        </button>
      )}
    </Fold>
  );
}
