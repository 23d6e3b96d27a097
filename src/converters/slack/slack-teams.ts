import { textAt, valueAt } from "../markdown/loose-json.ts";

/** The workspace, or organization of several workspaces, that an archive is from. */
export interface Home {
  readonly team: string;
  readonly enterprise: string;
}

/**
 * Returns an archive's workspace: `known` if Slack's API returned it, otherwise the primary owner's workspace,
 * otherwise the one with the most users.
 */
export async function homeOf(users: AsyncIterable<readonly [unknown, string]>, known: string): Promise<Home> {
  const counts = new Map<string, number>();
  let home: Home | undefined;
  for await (const [user] of users) {
    const team = textAt(user, "team_id");
    if (team === "" || valueAt(user, "is_stranger") === true) continue;
    counts.set(team, (counts.get(team) ?? 0) + 1);
    const isOwner = valueAt(user, "is_primary_owner") === true && valueAt(user, "deleted") !== true;
    if (known === "" ? isOwner : team === known) home ??= { team, enterprise: enterpriseOf(user) };
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return home ?? { team: known || (most?.[0] ?? ""), enterprise: "" };
}

const enterpriseOf = (user: unknown): string => textAt(user, "enterprise_user", "enterprise_id");

/** True for a user of another organization that shares channels with this one. */
export function isStranger(user: unknown, home: Home): boolean {
  if (valueAt(user, "is_stranger") === true) return true;
  const team = textAt(user, "team_id");
  if (team === "" || home.team === "" || team === home.team) return false;
  return home.enterprise === "" || enterpriseOf(user) !== home.enterprise;
}
