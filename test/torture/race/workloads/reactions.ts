import { change, instance, query, type Workload } from "../workload.ts";

const OCTOPUS = { emoji_name: "octopus", emoji_code: "1f419", reaction_type: "unicode_emoji" };

/** Users react to a message. The state consists of the ids of those who reacted, in ascending order. */
export const reactions: Workload = {
  name: "reactions",
  async create({ owner, name }) {
    const sent = { type: "channel", to: "general", topic: name(), content: name() };
    const { id } = await owner.ok(owner.post("/messages", sent));
    const path = `/messages/${id}`;
    return instance<readonly number[]>({
      initial: [],
      next(person, random) {
        const mine = person.id;
        switch (random.below(3)) {
          case 0:
            return change({
              label: `react as ${mine}`,
              send: () => person.post(`${path}/reactions`, OCTOPUS),
              isAllowed: (reacted) => !reacted.includes(mine),
              result: (reacted) => [...reacted, mine].sort((a, b) => a - b),
            });
          case 1:
            return change({
              label: `take back the reaction of ${mine}`,
              send: () => person.delete(`${path}/reactions`, OCTOPUS),
              isAllowed: (reacted) => reacted.includes(mine),
              result: (reacted) => reacted.filter((other) => other !== mine),
            });
          default:
            return query({
              label: "query",
              send: () => person.get(path),
              expected: (reacted) => reacted,
              found: ({ body }) =>
                body.message?.reactions
                  .map((one: { user_id: number }) => one.user_id)
                  .sort((a: number, b: number) => a - b),
            });
        }
      },
    });
  },
};
