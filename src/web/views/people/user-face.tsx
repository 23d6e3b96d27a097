import { useClient } from "../../client/client.ts";
import type { UserId } from "../../model/ids.ts";
import { presenceOf } from "../../model/presence.ts";
import { userById } from "../../model/users.ts";
import { Avatar } from "../../parts/avatar.tsx";
import { now } from "../../parts/clock.ts";

interface UserFaceProps {
  readonly user: UserId;
  readonly size?: "s" | "m" | "l" | "xl";
  /** Without the dot that says whether they are there. */
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
