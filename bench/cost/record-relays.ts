import { setTimeout as pause } from "node:timers/promises";
import type { MeteredServer } from "./metered-server.ts";
import { Office } from "./office.ts";
import { divided, less, RECORDED_PEOPLE } from "./record-day.ts";
import type { ActCost } from "./recorded.ts";
import type { RelayActName } from "./working-day.ts";

const ROUNDS = 12;
/** Longer than a relay batches acknowledgements, and than changes wait to be shipped. */
const APART_MS = 1500;

/** Returns the cost of streams that all use one relay: of each stream, and of the relay itself. */
export async function recordRelays(
  metered: MeteredServer,
  tell: (what: string) => void,
): Promise<Record<RelayActName, ActCost>> {
  const office = new Office(metered.server);
  await office.grow(RECORDED_PEOPLE);
  for (let index = 0; index < 20; index++) await office.send(index);
  const send = (index: number) => pause(APART_MS).then(() => office.send(index));
  const rounds = async (act: (index: number) => Promise<unknown>) => {
    await act(0);
    await metered.settled();
    const cost = await metered.during(async () => {
      for (let index = 0; index < ROUNDS; index++) await act(index);
    });
    return divided(cost, ROUNDS);
  };
  const heard = () => rounds((index) => office.heardDuring(() => send(index)));

  tell("streams at a relay");
  await office.listen(RECORDED_PEOPLE, ["message"]);
  const sent = await rounds(send);
  const opened = divided(await metered.during(() => office.openStreams()), RECORDED_PEOPLE);
  const ten = await heard();
  office.closeStreams();
  await office.listen(1, ["message"]);
  await office.openStreams();
  const one = await heard();
  office.closeStreams();
  const each = divided(less(ten, one, 1), RECORDED_PEOPLE - 1);
  return {
    "open a stream at a relay": opened,
    "stream at a relay, something comes": each,
    "relay, something comes": less(less(one, sent, 1), each, 1),
  };
}
