import { PASSWORD } from "../../../process/support/person.ts";
import { board, change, type Game } from "../game.ts";

/** Which names have been given. */
type State = readonly string[];

/** A name of each kind, which only one may get. */
export const names: Game = {
  name: "names",
  async set({ owner, name }) {
    const wanted = name();
    const full_name = `Person ${wanted}`;
    const makers = {
      channel: () => owner.post("/channels/create", { name: wanted, subscribers: [owner.id] }),
      group: () => owner.post("/user_groups/create", { name: wanted, description: "", members: [] }),
      account: () => owner.post("/users", { email: `${wanted}@example.com`, full_name, password: PASSWORD }),
      emoji: () =>
        owner.post("/realm/playgrounds", {
          name: wanted,
          pygments_language: "Python",
          url_template: "https://a.io/{code}",
        }),
    };
    return board<State>({
      initial: [],
      move(_player, random) {
        const kind = random.pick(Object.keys(makers) as (keyof typeof makers)[]);
        return change({
          label: `make the ${kind} ${wanted}`,
          send: makers[kind],
          may: (given) => !given.includes(kind),
          makes: (given) => [...given, kind],
        });
      },
    });
  },
};
