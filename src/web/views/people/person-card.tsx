import { appWords } from "../../words/app.ts";
import { peopleWords } from "../../words/people.ts";
import "./person-card.css";
import type { Client } from "../../client/client.ts";
import { ClientProvider, useClient } from "../../client/client.ts";
import type { UserId } from "../../model/ids.ts";
import { directLock } from "../../model/organization/permissions.ts";
import { userById } from "../../model/people/users.ts";
import { Button } from "../../parts/button.tsx";
import type { Anchor } from "../../parts/overlays/anchor.ts";
import { MenuButton } from "../../parts/overlays/menu.tsx";
import { useClose } from "../../parts/overlays/overlays.tsx";
import { Popover, showPopover } from "../../parts/overlays/popover.tsx";
import { nameOfUser } from "./names.ts";
import { personMenu } from "./person-menu.ts";
import { PersonFacts, PersonHead } from "./person-parts.tsx";

/** Opens the card of a person, beside their name or picture. */
export function showPersonCard(client: Client, user: UserId, anchor: Anchor): void {
  showPopover(
    anchor,
    <ClientProvider value={client}>
      <PersonCard user={user} anchor={anchor} />
    </ClientProvider>,
  );
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
    client.details.value = { kind: "person", user };
  };
  return (
    <Popover anchor={anchor} label={nameOfUser(state, user)} side="beside" class="person-card">
      <PersonHead user={user} size="l" />
      {known && (
        <>
          <PersonFacts user={user} summary />
          <div class="person-actions">
            {mayWrite && (
              <Button kind="primary" icon="message-square" onClick={write} autofocus>
                {isMe ? w.writeToSelf : w.write}
              </Button>
            )}
            <Button onClick={open}>{w.profile}</Button>
            <MenuButton label={appWords().more} icon="ellipsis" entries={() => personMenu(client, user)} />
          </div>
        </>
      )}
    </Popover>
  );
}
