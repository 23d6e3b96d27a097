import { type Attempt, instance, query, type Workload } from "../workload.ts";

/** Ids of a channel's subscribers, in ascending order. */
type State = readonly number[];

/** Users are subscribed and unsubscribed. Of several identical concurrent requests, only one may report a change. */
export const subscribers: Workload = {
  name: "subscribers",
  async create({ owner, people, name }) {
    const channel = name();
    const id = await owner.channel(channel, [owner]);
    const byId = (a: number, b: number) => a - b;
    return instance<State>({
      initial: [owner.id],
      next(person, random): Attempt<State> {
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
            return query({
              label: "query",
              send: () => person.get(`/streams/${id}/members`),
              expected: (state) => state,
              found: ({ body }) => [...(body.subscribers ?? [])].sort(byId),
            });
        }
      },
    });
  },
};
