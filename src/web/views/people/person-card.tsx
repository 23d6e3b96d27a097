import "./person-card.css";
import { type Client, useClient } from "../../client/client.ts";
import { isPermitted } from "../../keyboard.ts";
import { hashForRoute, settingsAddress } from "../../model/addresses/address.ts";
import type { UserId } from "../../model/ids.ts";
import { directLock } from "../../model/messages/message-permissions.ts";
import { membersOf } from "../../model/people/group-members.ts";
import { groupById } from "../../model/people/groups.ts";
import { mentionOf } from "../../model/people/people-by-name.ts";
import { isMutedUser, userById } from "../../model/people/users.ts";
import type { Conversation } from "../../model/routes/conversation.ts";
import { Button } from "../../parts/button.tsx";
import type { Anchor } from "../../parts/overlays/anchor.ts";
import { MenuButton, type MenuEntry } from "../../parts/overlays/menu.tsx";
import { useClose } from "../../parts/overlays/overlays.tsx";
import { Popover, showPopover } from "../../parts/overlays/popover.tsx";
import { Empty } from "../../parts/progress.tsx";
import { appWords } from "../../words/app.ts";
import { callsWords } from "../../words/calls.ts";
import { channelsWords } from "../../words/channels.ts";
import { messageWords } from "../../words/feed.ts";
import { compareNames } from "../../words/format.ts";
import { peopleWords } from "../../words/people.ts";
import { attempt } from "../attempt.ts";
import { copyText } from "../copy-text.ts";
import { ScreenHeader } from "../frame/screen-header.tsx";
import { canBeginCall, openCall } from "../open-call.ts";
import { nameOfUser } from "./names.ts";
import { PersonFacts, PersonHead } from "./person-parts.tsx";
import { UserFace } from "./user-face.tsx";

export function showPersonCard(user: UserId, anchor: Anchor): void {
  showPopover(anchor, <PersonCard user={user} anchor={anchor} />);
}

function PersonCard({ user, anchor }: { readonly user: UserId; readonly anchor: Anchor }) {
  const client = useClient();
  const close = useClose();
  const state = client.watch("users", "groups", "realm", "account");
  const isMe = user === state.user_id;
  const w = peopleWords();
  const mayWrite = isMe || directLock(state, [user]) === undefined;
  const known = userById(state, user) !== undefined;
  const write = () => {
    close();
    client.go({ view: "direct", users: isMe ? [] : [user] });
  };
  const open = () => {
    close();
    client.showDetails({ kind: "person", user });
  };
  return (
    <Popover anchor={anchor} label={nameOfUser(state, user)} side="beside" class="person-card">
      <PersonHead user={user} size="l" />
      {known && (
        <>
          <PersonFacts user={user} summary />
          {isPermitted("details") && (
            <div class="person-actions">
              {mayWrite && (
                <Button kind="primary" icon="message-square" onClick={write} autofocus>
                  {isMe ? w.writeToSelf : w.write}
                </Button>
              )}
              <Button onClick={open}>{w.profile}</Button>
              <MenuButton label={appWords().more} icon="ellipsis" entries={() => personMenu(client, user)} />
            </div>
          )}
        </>
      )}
    </Popover>
  );
}

export function personMenu(client: Client, id: UserId): readonly MenuEntry[] {
  const state = client.watch();
  const user = userById(state, id);
  const w = peopleWords();
  if (user === undefined) return [];
  const copy = (text: string) => copyText(client, text);
  const isMuted = isMutedUser(state, id);
  const direct: Conversation = { kind: "direct", users: id === state.user_id ? [] : [id] };
  return [
    directLock(state, [id]) === undefined &&
      canBeginCall(state, direct) && {
        label: callsWords().start,
        icon: "phone",
        run: () => void openCall(client, direct),
      },
    {
      label: w.messagesFrom,
      icon: "search",
      run: () => client.go({ view: "search", terms: [{ operator: "sender", operand: id }] }),
    },
    { label: w.copyMention, icon: "at-sign", run: () => void copy(mentionOf(state, user)) },
    {
      label: w.copyLink,
      icon: "link",
      run: () => void copy(location.origin + location.pathname + hashForRoute({ view: "direct", users: [id] }, state)),
    },
    state.is_admin &&
      !user.is_bot && {
        label: w.manage,
        icon: "settings",
        run: () => client.go({ view: "settings", section: `organization/users/${id}` }),
      },
    id !== state.user_id && "line",
    id !== state.user_id && {
      label: isMuted ? w.unmute : w.mute,
      icon: isMuted ? "bell" : "bell-off",
      run: () => void changeMuted(client, id, !isMuted),
    },
  ];
}

export async function changeMuted(client: Client, id: UserId, on: boolean): Promise<void> {
  const w = peopleWords();
  const name = nameOfUser(client.watch(), id);
  await attempt(client, () => client.api[on ? "post" : "delete"](`/users/me/muted_users/${id}`), {
    done: on ? w.muted(name) : w.unmuted(name),
    undo: () => changeMuted(client, id, !on),
  });
}

const MAX_MEMBERS = 40;

export function showGroupCard(group: number, anchor: Anchor): void {
  showPopover(anchor, <GroupCard group={group} anchor={anchor} />);
}

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
        <a href={settingsAddress(`groups/${id}`)} onClick={() => close()}>
          {peopleWords().openGroup}
        </a>
      </p>
      <ul class="person-members">
        {members.slice(0, MAX_MEMBERS).map(({ user, name }) => (
          <li key={user}>
            <UserFace user={user} size="s" plain />
            {name}
          </li>
        ))}
      </ul>
    </Popover>
  );
}

/** Shown instead of a conversation with someone who doesn't exist or isn't visible to the user. */
export function NoPerson() {
  const { gone } = peopleWords();
  return (
    <>
      <ScreenHeader title={messageWords().unknownUser} />
      <Empty icon="user" title={gone.title} text={gone.text} />
    </>
  );
}
