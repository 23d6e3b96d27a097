import { useClient } from "../../client/client.ts";
import type { UserId } from "../../model/ids.ts";
import { presenceOf } from "../../model/people/presence.ts";
import { userById } from "../../model/people/users.ts";
import { now } from "../../parts/clock.ts";
import { partsWords } from "../../words/parts.ts";

/**
 * Says for screen readers whether the other person of a direct conversation is present. It stands after the name; the
 * visible dot is before it.
 */
export function PresenceWord({ users }: { readonly users: readonly UserId[] }) {
  const client = useClient();
  const [user, second] = users;
  if (user === undefined || second !== undefined) return null;
  const isBot = userById(client.watch("users"), user)?.is_bot === true;
  const presence = isBot ? "bot" : presenceOf(client.watch("presence"), user, now.value);
  if (presence === undefined || presence === "offline") return null;
  return <span class="for-readers">{partsWords().presence[presence]}</span>;
}
