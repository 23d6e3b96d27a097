import { board, change, type Game, look } from "../game.ts";

const OCTOPUS = { emoji_name: "octopus", emoji_code: "1f419", reaction_type: "unicode_emoji" };

/** Who has reacted to a message, in order of their ids. */
export const reactions: Game = {
  name: "reactions",
  async set({ owner, name }) {
    const sent = { type: "channel", to: "general", topic: name(), content: name() };
    const { id } = await owner.ok(owner.post("/messages", sent));
    const path = `/messages/${id}`;
    return board<readonly number[]>({
      initial: [],
      move(player, random) {
        const mine = player.id;
        switch (random.below(3)) {
          case 0:
            return change({
              label: `react as ${mine}`,
              send: () => player.post(`${path}/reactions`, OCTOPUS),
              may: (reacted) => !reacted.includes(mine),
              makes: (reacted) => [...reacted, mine].sort((a, b) => a - b),
            });
          case 1:
            return change({
              label: `take back the reaction of ${mine}`,
              send: () => player.delete(`${path}/reactions`, OCTOPUS),
              may: (reacted) => reacted.includes(mine),
              makes: (reacted) => reacted.filter((other) => other !== mine),
            });
          default:
            return look({
              label: "look",
              send: () => player.get(path),
              shows: (reacted) => reacted,
              saw: ({ body }) =>
                body.message?.reactions
                  .map((one: { user_id: number }) => one.user_id)
                  .sort((a: number, b: number) => a - b),
            });
        }
      },
    });
  },
};
