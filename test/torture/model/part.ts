import * as fc from "fast-check";
import { Person } from "../../process/support/person.ts";
import { type Part, type Trial, Violation } from "../frame/part.ts";
import { type Game, games, type Player, play } from "./play.ts";

const GAMES = 3;
const STEPS = 60;
const MINUTES_TO_SHRINK = 1.5;

/**
 * Random sequences of what people do, against a model of the protocol's rules. One that parts from it is made as short
 * as it can be.
 */
export const model: Part = {
  name: "model",
  share: 4,
  brief: 1,
  async run(trial) {
    const server = await trial.server({ args: ["--quiet", "--dev-login", "--hot-window", "20"] });
    let lines: string[] = [];
    let worst: string[] = [];
    const property = fc.asyncProperty(games(trial.isBrief ? STEPS / 2 : STEPS), async (game: Game) => {
      lines = [];
      try {
        await play(await cast(trial, server), game, (line) => lines.push(line));
      } catch (error) {
        worst = lines;
        throw error;
      }
    });
    const found = await fc.check(property, {
      ...{ numRuns: trial.isBrief ? 1 : GAMES, seed: trial.random.seed | 0 },
      ...{ interruptAfterTimeLimit: MINUTES_TO_SHRINK * 60_000, markInterruptAsFailure: false },
    });
    trial.log(`${found.numRuns} games`);
    if (!found.failed) return;
    const why = found.errorInstance instanceof Error ? found.errorInstance.message : String(found.errorInstance);
    throw new Violation(`${why}\n\nfast-check: seed ${found.seed}, path ${found.counterexamplePath}`, worst);
  },
};

async function cast(trial: Trial, server: Awaited<ReturnType<Trial["server"]>>): Promise<Player[]> {
  const owner = await trial.organization(server);
  const player = (name: string, speaker: Person, role: number): Player => ({ name: `${name} Example`, speaker, role });
  const noah = await owner.invite("Noah");
  const { api_key, user_id } = await noah.ok(noah.post("/bots", { full_name: "Robot", short_name: "robot" }));
  const { user } = await noah.ok(noah.get(`/users/${user_id}`));
  return [
    { name: "Owner", speaker: owner, role: 100 },
    player("Omar", await owner.invite("Omar", 200), 200),
    player("Mona", await owner.invite("Mona", 300), 300),
    player("Noah", noah, 400),
    player("Mia", await owner.invite("Mia"), 400),
    player("Gus", await owner.invite("Gus", 600), 600),
    {
      name: "Robot",
      speaker: new Person(noah.url, user.email, api_key, user_id, noah.host),
      role: 400,
      owner: "Noah Example",
    },
  ];
}
