import { useEffect, useState } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { derived } from "../../model/capability.ts";
import { channelById } from "../../model/channels/channels.ts";
import type { ChannelId, UserId } from "../../model/ids.ts";
import { fold } from "../../model/match.ts";
import { peopleByName } from "../../model/people/people-by-name.ts";
import { presenceOf, userById } from "../../model/people/users.ts";
import { channelOf } from "../../model/routes/place.ts";
import type { State } from "../../model/state.ts";
import { SearchField } from "../../parts/fields/field.tsx";
import { now } from "../../parts/indicators/time.tsx";
import { VirtualRows } from "../../parts/lists/virtual-rows.tsx";
import { number } from "../../words/format.ts";
import { peopleWords } from "../../words/people.ts";
import { nameOfUser } from "../people/names.ts";
import { showPersonCard } from "../people/person-card.tsx";
import { PresenceWord, UserFace } from "../people/user-face.tsx";
import { ChannelPurpose, ConversationDetails } from "./conversation-details.tsx";

/** Shows the people of the conversation or channel on screen, otherwise everyone. Present people come first. */
export function PeopleDetails({ channel: given }: { readonly channel?: ChannelId }) {
  const client = useClient();
  const place = client.place.value;
  const channel = given ?? channelOf(place);
  const subscribers = useSubscribers(channel);
  const [filter, setFilter] = useState("");
  const state = client.watch("users", "presence");
  const w = peopleWords();
  const { here, away, bots } = parted(state, filterByName(state, all(), filter));

  function all(): readonly UserId[] {
    if (channel !== undefined) return subscribers ?? [];
    return place.view === "direct" ? [...place.users, state.user_id] : everybody(state);
  }

  const isConversation = given === undefined && (place.view === "topic" || place.view === "direct");
  return (
    <>
      {isConversation && <ConversationDetails place={place} />}
      {given === undefined && channel !== undefined && <ChannelPurpose channel={channel} />}
      <SearchField label={w.filter} value={filter} onInput={setFilter} />
      <PeopleSection title={w.here} people={here} />
      <PeopleSection title={w.away} people={away} isAway />
      <PeopleSection title={w.bots} people={bots} />
    </>
  );
}

function filterByName(state: State, people: readonly UserId[], filter: string): readonly UserId[] {
  const wanted = fold(filter.trim());
  return wanted === "" ? people : people.filter((id) => fold(nameOfUser(state, id)).includes(wanted));
}

function parted(state: State, people: readonly UserId[]) {
  const parts = { here: [] as UserId[], away: [] as UserId[], bots: [] as UserId[] };
  for (const id of people) {
    if (userById(state, id)?.is_bot === true) parts.bots.push(id);
    else parts[presenceOf(state, id, now.value) === "active" ? "here" : "away"].push(id);
  }
  return parts;
}

const everybody = derived(["users"], (state): readonly UserId[] => peopleByName(state).map((user) => user.user_id));
/** Each user's rank in name order. */
const ranks = derived(["users"], (state) => new Map(everybody(state).map((id, rank) => [id, rank])));

function PeopleSection({
  title,
  people,
  isAway = false,
}: {
  title: string;
  people: readonly UserId[];
  isAway?: boolean;
}) {
  const client = useClient();
  const state = client.watch("users");
  if (people.length === 0) return null;
  return (
    <section>
      <h3>
        {title} · {number(people.length)}
      </h3>
      <VirtualRows
        items={people}
        height={32}
        row={(id) => (
          <li key={id}>
            <button
              type="button"
              class={`details-person${isAway ? " is-away" : ""}`}
              aria-haspopup="dialog"
              onClick={(event) => showPersonCard(id, event.currentTarget)}
            >
              <UserFace user={id} size="s" />
              <span>{nameOfUser(state, id)}</span>
              <PresenceWord users={[id]} />
            </button>
          </li>
        )}
      />
    </section>
  );
}

/** Loads a channel's subscribers when the pane opens, because the register response doesn't include them. */
function useSubscribers(channel: ChannelId | undefined): readonly UserId[] | undefined {
  const client = useClient();
  // The count changes when someone joins or leaves. Each change reloads the list.
  const count = channel === undefined ? 0 : channelById(client.watch("channels"), channel)?.subscriber_count;
  const [found, setFound] = useState<{ readonly channel: ChannelId; readonly ids: readonly UserId[] }>();
  useEffect(() => {
    if (channel === undefined) return;
    const ended = new AbortController();
    client.api
      .get<{ subscribers: UserId[] }>(`/streams/${channel}/members`, {}, { signal: ended.signal })
      .then(({ subscribers }) => {
        const rank = ranks(client.watch());
        setFound({ channel, ids: subscribers.sort((a, b) => (rank.get(a) ?? a) - (rank.get(b) ?? b)) });
      })
      // Users who aren't allowed to see the subscribers get an empty list.
      .catch(() => {});
    return () => ended.abort();
  }, [channel, count]);
  return found?.channel === channel ? found?.ids : undefined;
}
