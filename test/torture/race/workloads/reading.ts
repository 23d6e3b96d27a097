import { type Attempt, instance, query, type Workload } from "../workload.ts";

/** Ids of the messages that are read, in ascending order. */
type State = readonly number[];

const MESSAGES = 4;

/** Several clients of one account mark messages as read and unread. */
export const reading: Workload = {
  name: "reading",
  async create({ owner, people, name }) {
    const topic = name();
    const { stream_id } = await owner.ok(owner.get("/get_stream_id", { stream: "general" }));
    const ids: number[] = [];
    for (let sent = 0; sent < MESSAGES; sent += 1) {
      const message = { type: "channel", to: "general", topic, content: name() };
      ids.push((await owner.ok(owner.post("/messages", message))).id);
    }
    const [, reader = owner] = people;
    const narrow = [
      { operator: "channel", operand: stream_id },
      { operator: "topic", operand: topic },
    ];
    const byId = (a: number, b: number) => a - b;
    const done = (state: State, status: number) => (status === 200 ? state : undefined);
    return instance<State>({
      initial: [],
      next(_person, random): Attempt<State> {
        const some = ids.filter(() => random.below(2) === 0);
        switch (random.below(6)) {
          case 0:
            return {
              label: `read ${some}`,
              send: () => reader.post("/messages/flags", { messages: some, op: "add", flag: "read" }),
              step: (state, { status }) => done([...new Set([...state, ...some])].sort(byId), status),
            };
          case 1:
            return {
              label: `unread ${some}`,
              send: () => reader.post("/messages/flags", { messages: some, op: "remove", flag: "read" }),
              step: (state, { status }) =>
                done(
                  state.filter((id) => !some.includes(id)),
                  status,
                ),
            };
          case 2:
            return {
              label: "read the topic",
              send: () => reader.post("/mark_topic_as_read", { stream_id, topic_name: topic }),
              step: (_, { status }) => done(ids, status),
            };
          case 3:
            return query({
              label: "query what is unread",
              send: () => {
                const unread = [...narrow, { operator: "is", operand: "unread" }];
                return reader.get("/messages", { anchor: "newest", num_before: 10, num_after: 0, narrow: unread });
              },
              expected: (state) => ids.filter((id) => !state.includes(id)),
              found: ({ body }) => body.messages?.map(({ id }: { id: number }) => id),
            });
          default:
            return query({
              label: "query",
              send: () => reader.get("/messages", { message_ids: ids }),
              expected: (state) => state,
              found: ({ body }) =>
                body.messages
                  ?.filter(({ flags }: { flags: string[] }) => flags.includes("read"))
                  .map(({ id }: { id: number }) => id),
            });
        }
      },
    });
  },
};
