import { board, change, type Game, look } from "../game.ts";

interface State {
  readonly name: string;
  readonly description: string;
}

/** What a channel is called, and how it is described. */
export const channel: Game = {
  name: "channel",
  async set({ owner, people, name }) {
    const first = name();
    const id = await owner.channel(first, people);
    return board<State>({
      initial: { name: first, description: "" },
      move(player, random) {
        const text = name();
        switch (random.below(4)) {
          case 0:
            return change({
              label: `rename to ${text}`,
              send: () => owner.patch(`/streams/${id}`, { new_name: text }),
              makes: (state) => ({ ...state, name: text }),
            });
          case 1:
            return change({
              label: `describe as ${text}`,
              send: () => owner.patch(`/streams/${id}`, { description: text }),
              makes: (state) => ({ ...state, description: text }),
            });
          default:
            return look({
              label: "look",
              send: () => player.get(`/streams/${id}`),
              shows: (state) => [state.name, state.description],
              saw: ({ body }) => [body.stream?.name, body.stream?.description],
            });
        }
      },
    });
  },
};
