import type { Json, Person, Queue } from "../../../support/person.ts";

interface Given {
  readonly buttons?: readonly Json[];
  readonly form?: Json;
  readonly until?: number;
}

export const zform = (extra: Given & Json) => ({ widget_type: "zform", extra_data: { type: "choices", ...extra } });
export const button = (id: string, more: Json = {}) => ({ id, label: id.toUpperCase(), command: `/do ${id}`, ...more });

/** Sends a message with buttons or a form, and returns its id. */
export async function offer(
  bot: Person,
  to: { readonly channel: string } | { readonly people: readonly Person[] },
  extra: Given,
  content = "The server is down.",
): Promise<number> {
  const where =
    "channel" in to
      ? { type: "channel", to: to.channel, topic: "alerts" }
      : { type: "direct", to: to.people.map(({ id }) => id) };
  return (await bot.ok(bot.post("/messages", { ...where, content, widget_content: zform(extra) }))).id;
}

let count = 0;
export const press = (who: Person, message: number, fields: Json) => {
  count += 1;
  return who.post(`/messages/${message}/press`, { local_id: `p${count}`, ...fields });
};

/** Registers a queue of a bot that receives presses, as a bot's program does. */
export const pressQueue = (bot: Person): Promise<Queue> => bot.queue({ event_types: ["press"] });
/** Registers a queue of a client that shows buttons, which receives the answers to presses. */
export const answerQueue = (who: Person): Promise<Queue> => who.queue({ event_types: ["press_answer"] });

export const answer = (bot: Person, press_id: number, fields: Json) => bot.post(`/presses/${press_id}/answer`, fields);
