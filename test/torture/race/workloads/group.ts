import { change, instance, query, type Workload } from "../workload.ts";

interface State {
  readonly members: readonly number[];
  /** The id of the group whose members can add members. */
  readonly adders: number;
}

/**
 * The members and a permission of a group change. Requests that change the permission contain the expected old value.
 */
export const group: Workload = {
  name: "group",
  async create({ owner, people, name }) {
    const fields = { name: name(), description: "", members: [] };
    const { group_id } = await owner.ok(owner.post("/user_groups/create", fields));
    const path = `/user_groups/${group_id}`;
    const { user_groups } = await owner.ok(owner.get("/user_groups"));
    const systemGroups = user_groups
      .filter((one: { is_system_group: boolean; name: string }) =>
        /:(administrators|moderators|members)$/.test(one.name),
      )
      .map((one: { id: number }) => one.id);
    const initial = user_groups.find((one: { id: number }) => one.id === group_id);
    const byId = (a: number, b: number) => a - b;
    return instance<State>({
      initial: { members: [], adders: initial.can_add_members_group },
      next(person, random) {
        const one = random.pick(people).id;
        switch (random.below(4)) {
          case 0:
            return change({
              label: `add ${one}`,
              send: () => owner.post(`${path}/members`, { add: [one] }),
              isAllowed: ({ members }) => !members.includes(one),
              result: (state) => ({ ...state, members: [...state.members, one].sort(byId) }),
            });
          case 1:
            return change({
              label: `remove ${one}`,
              send: () => owner.post(`${path}/members`, { delete: [one] }),
              isAllowed: ({ members }) => members.includes(one),
              result: (state) => ({ ...state, members: state.members.filter((id) => id !== one) }),
            });
          case 2: {
            const [from, to] = [random.pick<number>(systemGroups), random.pick<number>(systemGroups)];
            return change({
              label: `let ${to} instead of ${from} add members`,
              send: () => owner.patch(path, { can_add_members_group: { new: to, old: from } }),
              isAllowed: ({ adders }) => adders === from,
              result: (state) => ({ ...state, adders: to }),
            });
          }
          default:
            return query({
              label: "query",
              send: () => person.get("/user_groups"),
              expected: ({ members, adders }) => [members, adders],
              found: ({ body }) => {
                const found = body.user_groups.find(({ id }: { id: number }) => id === group_id);
                return [[...found.members].sort(byId), found.can_add_members_group];
              },
            });
        }
      },
    });
  },
};
