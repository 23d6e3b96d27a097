import { useClient } from "../../client/client.ts";
import type { UserId } from "../../model/ids.ts";
import { presenceOf } from "../../model/people/presence.ts";
import { userById } from "../../model/people/users.ts";
import { now } from "../../parts/clock.ts";
import { Avatar } from "../../parts/signs/avatar.tsx";

interface UserFaceProps {
  readonly user: UserId;
  readonly size?: "s" | "m" | "l" | "xl";
  /** Leaves out the dot of presence. */
  readonly plain?: boolean;
}

/** The picture of an account. */
export function UserFace({ user, size = "m", plain = false }: UserFaceProps) {
  const client = useClient();
  const state = client.watch("users");
  const { full_name = "", avatar_url, is_bot = false } = userById(state, user) ?? {};
  const presence = plain ? undefined : is_bot ? "bot" : presenceOf(client.watch("presence"), user, now.value);
  return <Avatar name={full_name} id={user} src={avatar_url} size={size} presence={presence} />;
}
