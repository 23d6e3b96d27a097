import { Random } from "../../process/support/random.ts";
import { type Part, Violation } from "../frame/part.ts";
import { storm } from "./storm.ts";
import { World } from "./world.ts";

const WALKS = { brief: 200, long: 500 };
const MAX_CLIENTS = 7;
const MAX_STEPS = 30;
/** Longer than a client takes to reconnect, and than a relay and its realm take to connect again. */
const AT_REST_MS = 180_000;

/**
 * Randomly evicts and kills relays, cuts and silences links, deploys, ends queues and logins, and slows readers. First
 * in many short walks without a server, then against a real server with real sockets, whose processes are killed too.
 */
export const relays: Part = {
  name: "relays",
  share: 1,
  briefRounds: 1,
  async run(trial) {
    const { random, isBrief, log, report } = trial;
    const walks = isBrief ? WALKS.brief : WALKS.long;
    let steps = 0;
    for (let count = 0; count < walks; count++) {
      const seed = random.below(2 ** 31);
      try {
        steps += await walk(new Random(seed));
      } catch (error) {
        if (error instanceof Violation) log(`walk ${count}, seed ${seed}`);
        throw error;
      }
    }
    log(`${walks} walks, ${steps} steps`);
    report(await storm(trial));
  },
};

/**
 * Performs a random walk. In the end, each client has received every event of its queue exactly once and in order, or
 * was notified that the queue has ended.
 */
async function walk(random: Random): Promise<number> {
  const world = new World(random, 1 + random.below(MAX_CLIENTS));
  const told: string[] = [];
  const acts: readonly (readonly [string, () => void])[] = [
    ["events", () => world.emit(1 + random.below(random.below(4) === 0 ? 20 : 4))],
    ["events", () => world.emit(1 + random.below(4))],
    ["events", () => world.emit(1)],
    ["nothing", () => {}],
    ["the realm sleeps", () => world.sleep()],
    ["the realm is lost", () => world.resetRealm()],
    ["links are cut", () => world.cutLinks()],
    ["links go silent", () => world.silenceLinks()],
    ["clients are cut off", () => world.cutClients()],
    ["relays leave memory", () => world.evictRelay()],
    ["relays are lost", () => world.killRelay()],
    ["a client reads slowly", () => slow(world, random)],
    ["a look at silence", () => world.check()],
    ["a queue ends", () => world.endQueue()],
    ["a login ends", () => world.endLogin(true)],
    ["a login ends with time", () => world.endLogin(false)],
    ["another listener takes over", () => world.displace()],
    ["streams are looked at for nothing", () => world.deliver()],
  ];
  const fail = (problem: string): never => {
    const found = world.rows.map(({ number, client }) => [number, client.received, world.expected(number)]);
    throw new Violation(problem, [...told, JSON.stringify(found)]);
  };
  const steps = 1 + random.below(MAX_STEPS);
  for (let step = 0; step < steps; step++) {
    const [what, act] = random.pick(acts);
    told.push(what);
    act();
    world.agree();
    await world.clock.pass(random.below(random.below(4) === 0 ? 20_000 : 1500));
  }
  for (const { client } of world.rows) client.isSlow = false;
  await world.clock.pass(AT_REST_MS);
  // Like the timer of queues, calls the relays again that couldn't be reached.
  world.check();
  await world.clock.pass(AT_REST_MS);
  world.emit(1);
  await world.clock.pass(AT_REST_MS);
  for (const { number, client, hasEnded } of world.rows) {
    if (hasEnded && !client.hasEnded) fail(`client ${number} does not know that its queue or its login has ended`);
    if (!hasEnded && String(client.received) !== String(world.expected(number)))
      fail(`client ${number} does not have every event once`);
  }
  const open = world.rows.filter(({ hasEnded }) => !hasEnded).length;
  if (world.held !== open) fail(`the realm knows of ${world.held} streams, and ${open} are open`);
  return told.length;
}

function slow({ rows }: World, random: Random): void {
  random.pick(rows).client.isSlow = true;
}
