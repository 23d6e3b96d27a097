import "./direct-mark.css";
import { useClient } from "../../client/client.ts";
import type { UserId } from "../../model/ids.ts";
import { UserFace } from "./user-face.tsx";

/** The picture of the other person in a direct conversation, or the number of others, hidden from screen readers. */
export function DirectMark({ users }: { readonly users: readonly UserId[] }) {
  const me = useClient().watch("account").user_id;
  const [first = me] = users;
  if (users.length > 1) {
    return (
      <span class="direct-mark" aria-hidden="true">
        {users.length}
      </span>
    );
  }
  return <UserFace user={first} size="s" />;
}
