import type { Json, Person } from "../../process/support/person.ts";
import { until } from "../../process/support/processes.ts";
import { Random } from "../../process/support/random.ts";
import { type Part, type Trial, Violation } from "../frame/part.ts";
import type { Board, Game } from "./game.ts";
import { channel } from "./games/channel.ts";
import { group } from "./games/group.ts";
import { message } from "./games/message.ts";
import { names } from "./games/names.ts";
import { reactions } from "./games/reactions.ts";
import { reading } from "./games/reading.ts";
import { subscribers } from "./games/subscribers.ts";
import { topic } from "./games/topic.ts";
import { isLinearizable, type Operation, shortest } from "./linearize.ts";

/** The first few are where the most can go wrong. */
const games: readonly Game[] = [
  ...[message, message, message, message, topic, topic, reading, reading],
  ...[reactions, group, channel, subscribers, names],
];
const PLAYERS = 4;
const MOVES_EACH = 4;

/** Many change and read the same thing at once; the answers must be those of some order, one after the other. */
export const race: Part = {
  name: "race",
  share: 3,
  brief: 1,
  async run(trial) {
    const { random, isBrief, log } = trial;
    // Old messages are brought back before they change, which takes time; new ones are at hand.
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
    for (let lap = 0; lap < (isBrief ? 1 : 5); lap += 1) {
      const boards: { game: Game; board: Board }[] = [];
      for (const game of games) boards.push({ game, board: await game.set({ owner, people, name }) });
      // Whatever the games are about is old by then.
      for (let sent = 0; sent < 5; sent += 1) {
        await owner.ok(owner.post("/messages", { type: "direct", to: [owner.id], content: name() }));
      }
      await until("D1 has it all", async () => !(await owner.ok(owner.get("/testing/object"))).unshipped);
      const isSlow = random.below(3) === 0;
      if (isSlow) await database("slow");
      try {
        // All at once, so that they are in each other's way.
        await Promise.all(
          boards.map(({ game, board }) => play(game, board, { people, seed: random.below(2 ** 31), isOld, log })),
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

async function play(
  { name, isSteppedWhereOld }: Game,
  { initial, move }: Board,
  { people, seed, isOld, log }: Round,
): Promise<void> {
  const began = performance.now();
  const operations: Operation<Json>[] = [];
  const players = Array.from({ length: PLAYERS }, async (_, index) => {
    const random = new Random(seed + index);
    const player = people[index % people.length];
    if (player === undefined) return;
    for (let made = 0; made < MOVES_EACH; made += 1) {
      const { label, isRead = false, send, step } = move(player, random);
      const invoked = performance.now() - began;
      const reply = await send();
      const returned = performance.now() - began;
      const { status, body } = reply;
      if (status >= 500) throw new Violation(`${label} is answered with ${status}`, [JSON.stringify(body)]);
      const answer = `${status} ${brief(body)}`;
      operations.push({ label, isRead, invoked, returned, answer, step: (state) => step(state, reply) });
    }
  });
  await Promise.all(players);
  if ((isOld && isSteppedWhereOld) || isLinearizable(initial, operations)) return;
  log(`${name}: ${operations.length} operations`);
  const history = shortest(initial, operations).toSorted((a, b) => a.invoked - b.invoked);
  throw new Violation(`${name}: no order of these explains the answers`, [
    `at first: ${JSON.stringify(initial)}`,
    ...history.map(({ invoked, returned, label, answer }) => {
      return `${invoked.toFixed(1)}..${returned.toFixed(1)} ms: ${label} -> ${answer}`;
    }),
  ]);
}

/** What of an answer helps to understand a failure. */
function brief({ result: _, messages, message, ...rest }: Json): string {
  const told = [message, ...(messages ?? [])].filter((one) => one !== undefined && typeof one === "object");
  const seen = told.map((one) => [one.id, one.subject, one.content, one.flags, one.reactions?.length]);
  return JSON.stringify(seen.length > 0 ? seen : rest).slice(0, 600);
}
