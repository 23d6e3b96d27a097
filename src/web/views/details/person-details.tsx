import { useClient } from "../../client/client.ts";
import { groupsOf } from "../../model/channels/membership.ts";
import type { UserId } from "../../model/ids.ts";
import { directLock } from "../../model/organization/permissions.ts";
import { userById } from "../../model/people/users.ts";
import { addressOf } from "../../model/places/address.ts";
import { Button } from "../../parts/button.tsx";
import { MenuButton } from "../../parts/overlays/menu.tsx";
import { appWords } from "../../words/app.ts";
import { peopleWords } from "../../words/people.ts";
import { personMenu } from "../people/person-menu.ts";
import { PersonFacts, PersonHead } from "../people/person-parts.tsx";

/** The whole profile of a person. */
export function PersonDetails({ user }: { readonly user: UserId }) {
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
            <dd>
              {new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium" }).format(
                new Date(person.date_joined),
              )}
            </dd>
          </>
        )}
      </PersonFacts>
      {groups.length > 0 && (
        <section>
          <h3>{w.groups}</h3>
          <ul class="details-links">
            {groups.map((group) => (
              <li key={group.id}>
                <a class="details-link" href={addressOf({ view: "settings", section: `groups/${group.id}` }, state)}>
                  {group.name}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p class="details-more">
        <a href={addressOf({ view: "search", terms: [{ operator: "sender", operand: user }] }, state)}>
          {w.messagesFrom}
        </a>
      </p>
    </>
  );
}
