import { useClient } from "../../client/client.ts";
import type { UserId } from "../../model/ids.ts";
import { presenceOf, userById } from "../../model/people/users.ts";
import type { User } from "../../model/state.ts";
import { Avatar } from "../../parts/indicators/avatar.tsx";
import type { BotKind } from "../../parts/indicators/avatar-face.ts";
import { now } from "../../parts/indicators/time.tsx";
import { partsWords } from "../../words/app.ts";

interface UserFaceProps {
  readonly user: UserId;
  readonly size?: "s" | "m" | "l" | "xl";
  /** Omits the presence dot. */
  readonly plain?: boolean;
}

/** Bot type for incoming webhooks of a service. */
const INCOMING_WEBHOOK = 2;

function botKindOf({ is_bot, is_system_bot, bot_type }: User): BotKind | undefined {
  if (!is_bot) return undefined;
  return is_system_bot ? "system" : bot_type === INCOMING_WEBHOOK ? "integration" : "other";
}

export function UserFace({ user, size = "m", plain = false }: UserFaceProps) {
  const client = useClient();
  const state = client.watch("users");
  const account = userById(state, user);
  const { full_name = "", avatar_url, is_bot = false } = account ?? {};
  const presence = plain ? undefined : is_bot ? "bot" : presenceOf(client.watch("presence"), user, now.value);
  return (
    <Avatar
      name={full_name}
      id={user}
      src={avatar_url}
      size={size}
      presence={presence}
      bot={account && botKindOf(account)}
    />
  );
}

/**
 * Tells screen readers whether the other person in a direct conversation is present. Placed after the name, while the
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
