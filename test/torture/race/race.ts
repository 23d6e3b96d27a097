import type { Json, Person } from "../../process/support/person.ts";
import { until } from "../../process/support/processes.ts";
import { Random } from "../../process/support/random.ts";
import { type Part, type Trial, Violation } from "../frame/part.ts";
import { isLinearizable, type Operation, shortest } from "./linearize.ts";
import type { Instance, Workload } from "./workload.ts";
import { channel } from "./workloads/channel.ts";
import { group } from "./workloads/group.ts";
import { message } from "./workloads/message.ts";
import { names } from "./workloads/names.ts";
import { reactions } from "./workloads/reactions.ts";
import { reading } from "./workloads/reading.ts";
import { subscribers } from "./workloads/subscribers.ts";
import { topic } from "./workloads/topic.ts";

/** Workloads that are most likely to fail are run several times. */
const workloads: readonly Workload[] = [
  ...[message, message, message, message, topic, topic, reading, reading],
  ...[reactions, group, channel, subscribers, names],
];
const CLIENTS = 4;
const ATTEMPTS_EACH = 4;

/** Several users change and read the same things at once. The responses must be possible in some sequential order. */
export const race: Part = {
  name: "race",
  share: 3,
  briefRounds: 1,
  async run(trial) {
    const { random, isBrief, log } = trial;
    // The realm loads old messages from D1 before it changes them, which takes time.
    const isOld = random.below(3) > 0;
    const server = await trial.server({ args: isOld ? ["--hot-window", "3"] : [] });
    const owner = await trial.organization(server);
    const people = [owner, ...(await Promise.all(["Ada", "Ben", "Cleo"].map((name) => owner.invite(name, 200))))];
    await owner.channel("general", people);
    let given = 0;
    const name = () => {
      given += 1;
      return `n${given}`;
    };
    const database = (mode: string) => owner.ok(owner.post("/testing/database", { mode }));
    for (let pass = 0; pass < (isBrief ? 1 : 5); pass += 1) {
      const instances: { workload: Workload; instance: Instance }[] = [];
      for (const workload of workloads)
        instances.push({ workload, instance: await workload.create({ owner, people, name }) });
      // These messages push those of the workloads out of the hot window.
      for (let sent = 0; sent < 5; sent += 1) {
        await owner.ok(owner.post("/messages", { type: "direct", to: [owner.id], content: name() }));
      }
      await until("D1 has it all", async () => !(await owner.ok(owner.get("/testing/object"))).unshipped);
      const isSlow = random.below(3) === 0;
      if (isSlow) await database("slow");
      try {
        // All workloads run at the same time, so that they interfere with each other.
        await Promise.all(
          instances.map(({ workload, instance }) =>
            run(workload, instance, { people, seed: random.below(2 ** 31), isOld, log }),
          ),
        );
      } finally {
        await database("none");
      }
      await until("whatever follows is done", async () => {
        const { rows, unshipped } = await owner.ok(owner.get("/testing/object"));
        return rows.outbox === 0 && !unshipped;
      });
      const { differences } = await owner.ok(owner.get("/testing/differences"));
      if (differences.length > 0) throw new Violation("the realm and D1 do not agree", differences);
    }
  },
};

interface Round {
  readonly people: readonly Person[];
  readonly seed: number;
  readonly isOld: boolean;
  log: Trial["log"];
}

async function run(
  { name, isNotAtomicWhenOld }: Workload,
  { initial, next }: Instance,
  { people, seed, isOld, log }: Round,
): Promise<void> {
  const began = performance.now();
  const operations: Operation<Json>[] = [];
  const clients = Array.from({ length: CLIENTS }, async (_, index) => {
    const random = new Random(seed + index);
    const person = people[index % people.length];
    if (person === undefined) return;
    for (let made = 0; made < ATTEMPTS_EACH; made += 1) {
      const { label, isRead = false, send, step } = next(person, random);
      const invoked = performance.now() - began;
      const reply = await send();
      const returned = performance.now() - began;
      const { status, body } = reply;
      if (status >= 500) throw new Violation(`${label} is answered with ${status}`, [JSON.stringify(body)]);
      const answer = `${status} ${brief(body)}`;
      operations.push({ label, isRead, invoked, returned, answer, step: (state) => step(state, reply) });
    }
  });
  await Promise.all(clients);
  if ((isOld && isNotAtomicWhenOld) || isLinearizable(initial, operations)) return;
  log(`${name}: ${operations.length} operations`);
  const history = shortest(initial, operations).toSorted((a, b) => a.invoked - b.invoked);
  throw new Violation(`${name}: no order of these explains the answers`, [
    `at first: ${JSON.stringify(initial)}`,
    ...history.map(({ invoked, returned, label, answer }) => {
      return `${invoked.toFixed(1)}..${returned.toFixed(1)} ms: ${label} -> ${answer}`;
    }),
  ]);
}

/** The parts of a response that help to understand a failure. */
function brief({ result: _, messages, message, ...rest }: Json): string {
  const shown = [message, ...(messages ?? [])].filter((one) => one !== undefined && typeof one === "object");
  const seen = shown.map((one) => [one.id, one.subject, one.content, one.flags, one.reactions?.length]);
  return JSON.stringify(seen.length > 0 ? seen : rest).slice(0, 600);
}
