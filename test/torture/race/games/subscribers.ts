import { board, type Game, look, type Move } from "../game.ts";

/** Who is in a channel, in order of their ids. */
type State = readonly number[];

/** Each answer says whether it has changed anything, which only one of several at once may have. */
export const subscribers: Game = {
  name: "subscribers",
  async set({ owner, people, name }) {
    const channel = name();
    const id = await owner.channel(channel, [owner]);
    const byId = (a: number, b: number) => a - b;
    return board<State>({
      initial: [owner.id],
      move(player, random): Move<State> {
        const one = random.pick(people).id;
        switch (random.below(3)) {
          case 0:
            return {
              label: `subscribe ${one}`,
              send: () =>
                owner.post("/users/me/subscriptions", { subscriptions: [{ name: channel }], principals: [one] }),
              step(state, { status, body }) {
                const isNew = Object.keys(body.subscribed ?? {}).length === 1;
                if (status !== 200 || isNew === state.includes(one)) return undefined;
                return isNew ? [...state, one].sort(byId) : state;
              },
            };
          case 1:
            return {
              label: `unsubscribe ${one}`,
              send: () => owner.delete("/users/me/subscriptions", { subscriptions: [channel], principals: [one] }),
              step(state, { status, body }) {
                const wasIn = body.removed?.length === 1;
                if (status !== 200 || wasIn !== state.includes(one)) return undefined;
                return state.filter((other) => other !== one);
              },
            };
          default:
            return look({
              label: "look",
              send: () => player.get(`/streams/${id}/members`),
              shows: (state) => state,
              saw: ({ body }) => [...(body.subscribers ?? [])].sort(byId),
            });
        }
      },
    });
  },
};
