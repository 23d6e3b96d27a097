import { calendarDate } from "../../words/time.ts";
import "./details.css";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { type Details, useClient } from "../../client/client.ts";
import { hashForRoute, settingsAddress } from "../../model/addresses/address.ts";
import type { UserId } from "../../model/ids.ts";
import { directLock } from "../../model/messages/message-permissions.ts";
import { groupsOf } from "../../model/people/groups.ts";
import { userById } from "../../model/people/users.ts";
import { Button, ToolButton } from "../../parts/button.tsx";
import { MenuButton } from "../../parts/overlays/menu.tsx";
import { appWords } from "../../words/app.ts";
import { channelsWords } from "../../words/channels.ts";
import { peopleWords } from "../../words/people.ts";
import { personMenu } from "../people/person-card.tsx";
import { PersonFacts, PersonHead } from "../people/person-parts.tsx";
import { ChannelDetails } from "./channel-details.tsx";
import { PeopleDetails } from "./people-details.tsx";

export function DetailsPane({ details }: { readonly details: Details }) {
  const isTopic = useClient().place.value.view === "topic";
  useEffect(() => {
    if (details.kind === "people" && details.filters)
      document.querySelector<HTMLElement>(".details-body input")?.focus();
  }, [details]);
  switch (details.kind) {
    case "people":
      return (
        <Frame title={isTopic ? peopleWords().topic : peopleWords().everybody}>
          <PeopleDetails />
        </Frame>
      );
    case "person":
      return (
        <Frame title={peopleWords().profile}>
          <PersonDetails key={details.user} user={details.user} />
        </Frame>
      );
    case "channel":
      return (
        <Frame title={channelsWords().details}>
          <ChannelDetails key={details.channel} channel={details.channel} />
        </Frame>
      );
    default:
      return details satisfies never;
  }
}

function Frame({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  const client = useClient();
  const close = () => client.showDetails(undefined);
  return (
    <>
      <header class="details-head">
        <h2>{title}</h2>
        <ToolButton icon="x" label={appWords().close} onClick={close} />
      </header>
      <div class="details-body">{children}</div>
    </>
  );
}

function PersonDetails({ user }: { readonly user: UserId }) {
  const client = useClient();
  const state = client.watch("users", "groups", "realm", "account");
  const person = userById(state, user);
  const w = peopleWords();
  const ids = groupsOf(state, user);
  const groups = state.realm_user_groups.filter(
    (group) => !group.is_system_group && !group.deactivated && ids.has(group.id),
  );
  const isMe = user === state.user_id;
  return (
    <>
      <PersonHead user={user} size="xl" />
      {person && (
        <div class="person-actions">
          {(isMe || directLock(state, [user]) === undefined) && (
            <Button
              kind="primary"
              icon="message-square"
              onClick={() => client.go({ view: "direct", users: isMe ? [] : [user] })}
            >
              {isMe ? w.writeToSelf : w.write}
            </Button>
          )}
          <MenuButton label={appWords().more} icon="ellipsis" entries={() => personMenu(client, user)} />
        </div>
      )}
      <PersonFacts user={user}>
        {person && (
          <>
            <dt>{w.joined}</dt>
            <dd>{calendarDate(Date.parse(person.date_joined) / 1000)}</dd>
          </>
        )}
      </PersonFacts>
      {groups.length > 0 && (
        <section>
          <h3>{w.groups}</h3>
          <ul class="details-links">
            {groups.map((group) => (
              <li key={group.id}>
                <a class="details-link" href={settingsAddress(`groups/${group.id}`)}>
                  {group.name}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p class="details-more">
        <a href={hashForRoute({ view: "search", terms: [{ operator: "sender", operand: user }] }, state)}>
          {w.messagesFrom}
        </a>
      </p>
    </>
  );
}
