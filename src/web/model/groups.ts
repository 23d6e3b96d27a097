import type { GroupPermissions } from "../../protocol/permission-settings.ts";
import type { UserId } from "./ids.ts";

type Permissions = { -readonly [Name in keyof GroupPermissions]: GroupPermissions[Name] };

export interface Group extends Permissions {
  readonly id: number;
  /** System groups have names such as `role:members`. */
  name: string;
  description: string;
  creator_id: UserId | null;
  date_created: number | null;
  readonly is_system_group: boolean;
  /** Without those of its subgroups. */
  members: UserId[];
  direct_subgroup_ids: number[];
  deactivated: boolean;
}

export interface GroupsState {
  realm_user_groups: Group[];
}
