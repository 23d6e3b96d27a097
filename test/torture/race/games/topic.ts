import { board, change, type Game, look } from "../game.ts";

/** What is said in each of three topics, oldest first. */
type State = readonly (readonly string[])[];

/** Messages that are sent to topics which others move, join and delete meanwhile. */
export const topic: Game = {
  name: "topic",
  isSteppedWhereOld: true,
  async set({ owner, name }) {
    const topics = [name(), name(), name()];
    const place = { type: "channel", to: "general" };
    const { stream_id } = await owner.ok(owner.get("/get_stream_id", { stream: "general" }));
    const first = [name(), name()];
    const ids: number[] = [];
    for (const content of first) {
      ids.push((await owner.ok(owner.post("/messages", { ...place, topic: topics[0], content }))).id);
    }
    // In every topic something stays, that can be named to move the rest.
    const quietly = { send_notification_to_new_thread: false, send_notification_to_old_thread: false };
    return board<State>({
      initial: [first, [], []],
      move(player, random) {
        const [from, to] = [random.below(3), random.below(3)];
        const content = name();
        switch (random.below(4)) {
          case 0:
            return change({
              label: `say ${content} in ${from}`,
              send: () => player.post("/messages", { ...place, topic: topics[from], content }),
              makes: (state) => state.map((said, index) => (index === from ? [...said, content] : said)),
            });
          case 1: {
            const named = random.below(first.length);
            return change({
              label: `move the topic of ${first[named]} to ${to}`,
              send: () =>
                player.patch(`/messages/${ids[named]}`, {
                  topic: topics[to],
                  propagate_mode: "change_all",
                  ...quietly,
                }),
              // Where it is there already, there is nothing to change.
              may: (state) => state.some((said, index) => index !== to && said.includes(first[named] ?? "")),
              makes: (state) =>
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
              makes: (state) => state.map((said, index) => (index === from ? [] : said)),
            });
        }
        const narrow = [
          { operator: "channel", operand: "general" },
          { operator: "topic", operand: topics[from] },
        ];
        return look({
          label: `look at ${from}`,
          send: () =>
            player.get("/messages", { anchor: "newest", num_before: 50, num_after: 0, narrow, apply_markdown: false }),
          shows: (state) => [...(state[from] ?? [])].sort(),
          saw: ({ body }) => body.messages?.map((one: { content: string }) => one.content).sort(),
        });
      },
    });
  },
};

const moved = (state: State, from: number, to: number): State =>
  from === to
    ? state
    : state.map((said, index) => (index === from ? [] : index === to ? [...said, ...(state[from] ?? [])] : said));
