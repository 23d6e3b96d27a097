import { channelsWords } from "../../words/channels.ts";
import { peopleWords } from "../../words/people.ts";
import "./person-card.css";
import { type Client, ClientProvider, useClient } from "../../client/client.ts";
import { membersOf } from "../../model/channels/membership.ts";
import { groupById } from "../../model/people/groups.ts";
import { addressOf } from "../../model/places/address.ts";
import type { Anchor } from "../../parts/overlays/anchor.ts";
import { useClose } from "../../parts/overlays/overlays.tsx";
import { Popover, showPopover } from "../../parts/overlays/popover.tsx";
import { compareNames } from "../../words/format.ts";
import { nameOfUser } from "./names.ts";
import { UserFace } from "./user-face.tsx";

/** The number of members that are shown at most. */
const MOST_MEMBERS = 40;

export function showGroupCard(client: Client, group: number, anchor: Anchor): void {
  showPopover(
    anchor,
    <ClientProvider value={client}>
      <GroupCard group={group} anchor={anchor} />
    </ClientProvider>,
  );
}

/** The description and the members of a group. */
function GroupCard({ group: id, anchor }: { readonly group: number; readonly anchor: Anchor }) {
  const state = useClient().watch("groups", "users");
  const close = useClose();
  const group = groupById(state, id);
  if (group === undefined) return null;
  const members = [...membersOf(state, id)]
    .map((user) => ({ user, name: nameOfUser(state, user) }))
    .sort((one, other) => compareNames(one.name, other.name));
  return (
    <Popover anchor={anchor} label={group.name} side="beside" class="person-card">
      <h2 class="person-name">{group.name}</h2>
      <p class="person-sub">
        {group.description} {channelsWords().members(members.length)}{" "}
        <a href={addressOf({ view: "settings", section: `groups/${id}` }, state)} onClick={() => close()}>
          {peopleWords().openGroup}
        </a>
      </p>
      <ul class="person-members">
        {members.slice(0, MOST_MEMBERS).map(({ user, name }) => (
          <li key={user}>
            <UserFace user={user} size="s" plain />
            {name}
          </li>
        ))}
      </ul>
    </Popover>
  );
}
