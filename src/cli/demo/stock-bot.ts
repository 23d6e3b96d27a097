import { setTimeout as pause } from "node:timers/promises";
import { Site } from "../import/site.ts";
import { BOTS } from "./story.ts";
import type { Say } from "./texts.ts";

const PAUSE_MS = 2000;
const SUBJECTS = ["bells", "tubes", "frames"] as const;

interface ReceivedMessage {
  readonly type: "stream" | "private";
  readonly sender_id: number;
  readonly content: string;
  readonly stream_id?: number;
  readonly subject: string;
}

/** Answers those who write to the demo's bot or mention it, as any bot of the API does, until the program ends. */
export async function runStockBot(owner: Site, say: Say): Promise<void> {
  for (;;) {
    try {
      await answerAll(await signIn(owner), say);
    } catch {
      // The server is restarting, or the bot was removed.
      await pause(PAUSE_MS, undefined, { ref: false });
    }
  }
}

interface Bot {
  readonly id: number;
  readonly site: Site;
}

async function signIn(owner: Site): Promise<Bot> {
  const { members } = (await owner.get("/users")) as {
    members: { user_id: number; full_name: string; email: string }[];
  };
  const bot = members.find(({ full_name }) => full_name === BOTS.bot);
  if (bot === undefined) throw new Error("the bot is gone");
  const { api_key } = await owner.get(`/bots/${bot.user_id}/api_key`);
  return { id: bot.user_id, site: new Site(owner.origin, `${bot.email}:${api_key}`, owner.onAnswer) };
}

async function answerAll({ id: own, site }: Bot, say: Say): Promise<never> {
  const { queue_id, last_event_id } = await site.post("/register", { event_types: '["message"]' });
  for (let last = Number(last_event_id); ; ) {
    const { events } = (await site.get("/events", { queue_id: String(queue_id), last_event_id: String(last) })) as {
      events: { id: number; message?: ReceivedMessage; flags?: string[] }[];
    };
    for (const { id, message, flags = [] } of events) {
      last = id;
      if (message === undefined || message.sender_id === own) continue;
      if (message.type === "private" || flags.includes("mentioned")) await reply(site, message, say);
    }
  }
}

async function reply(site: Site, { type, sender_id, stream_id, subject, content }: ReceivedMessage, say: Say) {
  const asked = content.toLowerCase();
  const about = SUBJECTS.find((one) => asked.includes(say(`stock.word.${one}`)));
  const to =
    type === "private" ? { type: "direct", to: `[${sender_id}]` } : { type, to: String(stream_id), topic: subject };
  await site.post("/messages", { ...to, content: say(`stock.${about ?? "help"}`) });
}
