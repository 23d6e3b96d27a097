import { untilEmpty } from "../../../support/object.ts";
import type { Cast } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

/** Creates a bot named Gull that iris owns, with a script that runs on the server. */
export async function hostedBot(cast: Cast, program: string, fields: object = {}): Promise<Person> {
  const gull = await cast.bot(cast.iris, { full_name: "Gull", bot_type: 4 });
  await cast.iris.ok(cast.iris.patch(`/bots/${gull.id}/program`, { program, ...fields }));
  return gull;
}

/** Waits until no run is in progress or queued. */
export const settled = (person: Person) => untilEmpty(person, "hosted_bot_runs", "outbox");

/** Returns a bot's log, oldest entry first. */
export async function logOf({ iris }: Pick<Cast, "iris">, bot: Person): Promise<string[]> {
  const { log } = await iris.ok(iris.get(`/bots/${bot.id}/program`));
  return (log as Json[]).map(({ text }) => String(text)).reverse();
}

/** Returns a script that runs some statements for each message. */
export const answering = (statements: string): string =>
  `export default { async onMessage(event, parley) { ${statements} } };`;
