import { PASSWORD } from "../../../process/support/person.ts";
import { change, instance, type Workload } from "../workload.ts";

/** The kinds of things that have the name. */
type State = readonly string[];

/** Several users create things with the same name. Only one thing of each kind may get it. */
export const names: Workload = {
  name: "names",
  async create({ owner, name }) {
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
    return instance<State>({
      initial: [],
      next(_person, random) {
        const kind = random.pick(Object.keys(makers) as (keyof typeof makers)[]);
        return change({
          label: `make the ${kind} ${wanted}`,
          send: makers[kind],
          isAllowed: (given) => !given.includes(kind),
          result: (given) => [...given, kind],
        });
      },
    });
  },
};
