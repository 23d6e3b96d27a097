import { useClient } from "../../client/client.ts";
import type { UserId } from "../../model/ids.ts";
import { notificationBot } from "../../model/people/users.ts";
import type { FeedRoute } from "../../model/routes/place.ts";
import { Icon } from "../../parts/icon.tsx";
import { UserFace } from "../people/user-face.tsx";

const MAX_FACES = 3;

/**
 * Shows the other people in a direct conversation, or the latest senders elsewhere. On phones, and while there are
 * none, shows an icon.
 */
export function ConversationFaces({ place }: { readonly place: FeedRoute }) {
  const client = useClient();
  const messages = client.feed(place).messages.value;
  const bot = notificationBot(client.watch("users"));
  const senders = messages.toReversed().map(({ sender_id }) => sender_id);
  const users: readonly UserId[] = place.view === "direct" ? place.users : senders;
  const shown = [...new Set(users)].filter((user) => user !== bot).slice(0, MAX_FACES);
  return (
    <>
      <Icon name="users" size={17} />
      {shown.length > 0 && (
        <span class="people-faces" aria-hidden="true">
          {shown.map((user) => (
            <UserFace key={user} user={user} size="s" plain />
          ))}
        </span>
      )}
    </>
  );
}
