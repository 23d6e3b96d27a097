import * as fc from "fast-check";
import { Person } from "../../process/support/person.ts";
import { type Part, type Trial, Violation } from "../frame/part.ts";
import { type Participant, performSequence, type Sequence, sequences } from "./sequence.ts";

const SEQUENCES = 3;
const STEPS = 60;
const MINUTES_TO_SHRINK = 1.5;

/**
 * Runs random sequences of requests against the server and against a model of the protocol's rules. If the two differ,
 * the sequence is minimized.
 */
export const model: Part = {
  name: "model",
  share: 4,
  briefRounds: 1,
  async run(trial) {
    const server = await trial.server({ args: ["--quiet", "--dev-login", "--hot-window", "20"] });
    let lines: string[] = [];
    let worst: string[] = [];
    const property = fc.asyncProperty(sequences(trial.isBrief ? STEPS / 2 : STEPS), async (sequence: Sequence) => {
      lines = [];
      try {
        await performSequence(await cast(trial, server), sequence, (line) => lines.push(line));
      } catch (error) {
        worst = lines;
        throw error;
      }
    });
    const found = await fc.check(property, {
      ...{ numRuns: trial.isBrief ? 1 : SEQUENCES, seed: trial.random.seed | 0 },
      ...{ interruptAfterTimeLimit: MINUTES_TO_SHRINK * 60_000, markInterruptAsFailure: false },
    });
    trial.log(`${found.numRuns} sequences`);
    if (!found.failed) return;
    const why = found.errorInstance instanceof Error ? found.errorInstance.message : String(found.errorInstance);
    throw new Violation(`${why}\n\nfast-check: seed ${found.seed}, path ${found.counterexamplePath}`, worst);
  },
};

async function cast(trial: Trial, server: Awaited<ReturnType<Trial["server"]>>): Promise<Participant[]> {
  const owner = await trial.organization(server);
  const participant = (name: string, client: Person, role: number): Participant => ({
    name: `${name} Example`,
    client,
    role,
  });
  const noah = await owner.invite("Noah");
  const { api_key, user_id } = await noah.ok(noah.post("/bots", { full_name: "Robot", short_name: "robot" }));
  const { user } = await noah.ok(noah.get(`/users/${user_id}`));
  return [
    { name: "Owner", client: owner, role: 100 },
    participant("Omar", await owner.invite("Omar", 200), 200),
    participant("Mona", await owner.invite("Mona", 300), 300),
    participant("Noah", noah, 400),
    participant("Mia", await owner.invite("Mia"), 400),
    participant("Gus", await owner.invite("Gus", 600), 600),
    {
      name: "Robot",
      client: new Person(noah.url, user.email, api_key, user_id, noah.host),
      role: 400,
      owner: "Noah Example",
    },
  ];
}
