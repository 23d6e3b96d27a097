interface Nested {
  readonly externalId: string;
  readonly name: string;
  readonly groups: readonly string[];
}

/** Breaks cycles in group membership: Active Directory allows them, Parley doesn't. */
export function withoutCycles<Group extends Nested>(groups: readonly Group[]): { groups: Group[]; cut: string[] } {
  const byId = new Map(groups.map((group) => [group.externalId, group]));
  const [done, around]: [Map<string, Group>, Set<string>] = [new Map(), new Set()];
  const cut: string[] = [];
  const visit = (group: Group): void => {
    if (done.has(group.externalId)) return;
    around.add(group.externalId);
    const inner = group.groups.flatMap((id) => byId.get(id) ?? []);
    for (const one of inner) {
      if (around.has(one.externalId)) cut.push(`${one.name} as a member of ${group.name}, which is within it`);
      else visit(one);
    }
    around.delete(group.externalId);
    done.set(group.externalId, {
      ...group,
      groups: inner.map((one) => one.externalId).filter((id) => done.has(id) && id !== group.externalId),
    });
  };
  for (const group of groups) visit(group);
  return { groups: groups.map((group) => done.get(group.externalId) ?? group), cut };
}
