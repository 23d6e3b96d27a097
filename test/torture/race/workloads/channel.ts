import { change, instance, query, type Workload } from "../workload.ts";

interface State {
  readonly name: string;
  readonly description: string;
}

/** The name and description of a channel. */
export const channel: Workload = {
  name: "channel",
  async create({ owner, people, name }) {
    const first = name();
    const id = await owner.channel(first, people);
    return instance<State>({
      initial: { name: first, description: "" },
      next(person, random) {
        const text = name();
        switch (random.below(4)) {
          case 0:
            return change({
              label: `rename to ${text}`,
              send: () => owner.patch(`/streams/${id}`, { new_name: text }),
              result: (state) => ({ ...state, name: text }),
            });
          case 1:
            return change({
              label: `describe as ${text}`,
              send: () => owner.patch(`/streams/${id}`, { description: text }),
              result: (state) => ({ ...state, description: text }),
            });
          default:
            return query({
              label: "query",
              send: () => person.get(`/streams/${id}`),
              expected: (state) => [state.name, state.description],
              found: ({ body }) => [body.stream?.name, body.stream?.description],
            });
        }
      },
    });
  },
};
