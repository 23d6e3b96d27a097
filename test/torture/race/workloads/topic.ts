import { change, instance, query, type Workload } from "../workload.ts";

/** Contents of the messages in each of three topics, oldest first. */
type State = readonly (readonly string[])[];

/** Messages are sent to topics while the topics are moved, merged and deleted. */
export const topic: Workload = {
  name: "topic",
  isNotAtomicWhenOld: true,
  async create({ owner, name }) {
    const topics = [name(), name(), name()];
    const place = { type: "channel", to: "general" };
    const { stream_id } = await owner.ok(owner.get("/get_stream_id", { stream: "general" }));
    const first = [name(), name()];
    const ids: number[] = [];
    for (const content of first) {
      ids.push((await owner.ok(owner.post("/messages", { ...place, topic: topics[0], content }))).id);
    }
    const quietly = { send_notification_to_new_thread: false, send_notification_to_old_thread: false };
    return instance<State>({
      initial: [first, [], []],
      next(person, random) {
        const [from, to] = [random.below(3), random.below(3)];
        const content = name();
        switch (random.below(4)) {
          case 0:
            return change({
              label: `say ${content} in ${from}`,
              send: () => person.post("/messages", { ...place, topic: topics[from], content }),
              result: (state) => state.map((said, index) => (index === from ? [...said, content] : said)),
            });
          case 1: {
            const named = random.below(first.length);
            return change({
              label: `move the topic of ${first[named]} to ${to}`,
              send: () =>
                person.patch(`/messages/${ids[named]}`, {
                  topic: topics[to],
                  propagate_mode: "change_all",
                  ...quietly,
                }),
              // A message can't be moved to the topic it is already in.
              isAllowed: (state) => state.some((said, index) => index !== to && said.includes(first[named] ?? "")),
              result: (state) =>
                moved(
                  state,
                  state.findIndex((said) => said.includes(first[named] ?? "")),
                  to,
                ),
            });
          }
          case 2:
            if (random.below(4) > 0) break;
            return change({
              label: `delete the topic ${from}`,
              send: () => owner.post(`/streams/${stream_id}/delete_topic`, { topic_name: topics[from] }),
              result: (state) => state.map((said, index) => (index === from ? [] : said)),
            });
        }
        const narrow = [
          { operator: "channel", operand: "general" },
          { operator: "topic", operand: topics[from] },
        ];
        return query({
          label: `query at ${from}`,
          send: () =>
            person.get("/messages", { anchor: "newest", num_before: 50, num_after: 0, narrow, apply_markdown: false }),
          expected: (state) => [...(state[from] ?? [])].sort(),
          found: ({ body }) => body.messages?.map((one: { content: string }) => one.content).sort(),
        });
      },
    });
  },
};

const moved = (state: State, from: number, to: number): State =>
  from === to
    ? state
    : state.map((said, index) => (index === from ? [] : index === to ? [...said, ...(state[from] ?? [])] : said));
