import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Site } from "../import/site.ts";
import { Failure } from "../os/failure.ts";
import { BOTS } from "./story.ts";

/** Returns the string for a key in the demo's language. */
export type Say = (key: string) => string;

const fileOf = (language: string) => join(import.meta.dirname, "texts", `${language}.json`);

export function textsIn(language: string): Say {
  const texts = JSON.parse(readFileSync(fileOf(language), "utf8"));
  return (key) => {
    const text: unknown = texts[key];
    if (typeof text !== "string") throw new Error(`the demo has no text ${key} in ${language}`);
    return text;
  };
}

/** Returns the user's language, from the terminal's environment variables. */
export function languageOf({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): string {
  const [code = ""] = (LC_ALL || LC_MESSAGES || LANG || "").split(/[_.@-]/);
  return /^[a-z]{2}$/.test(code) && existsSync(fileOf(code)) ? code : "en";
}

const PAUSE_MS = 2000;
const SUBJECTS = ["bells", "tubes", "frames"] as const;

interface ReceivedMessage {
  readonly type: "stream" | "private";
  readonly sender_id: number;
  readonly content: string;
  readonly stream_id?: number;
  readonly subject: string;
  /** A channel's name, or the people of a direct conversation. */
  readonly display_recipient: string | readonly { readonly id: number }[];
}

/** Runs the demo's bot until the program ends. It answers messages and mentions through the API, like any other bot. */
export async function startStockBot(owner: Site, say: Say): Promise<void> {
  // Someone may have removed the bot.
  const queue = await openQueue(owner).catch(() => undefined);
  if (queue !== undefined) void answerForEver(owner, queue, say);
}

interface Queue {
  readonly bot: Site;
  readonly botId: number;
  readonly id: string;
  readonly lastEventId: number;
}

async function openQueue(owner: Site): Promise<Queue> {
  const { members } = (await owner.get("/users")) as {
    members: { user_id: number; full_name: string; email: string }[];
  };
  const found = members.find(({ full_name }) => full_name === BOTS.bot);
  if (found === undefined) throw new Failure(`the demo's ${BOTS.bot} is gone`);
  // A bot can have at most 100 keys. Regenerating one revokes all earlier ones.
  const { api_key } = await owner.post(`/bots/${found.user_id}/api_key/regenerate`);
  const bot = new Site(owner.origin, `${found.email}:${api_key}`, owner.onAnswer);
  const { queue_id, last_event_id } = await bot.post("/register", { event_types: '["message"]' });
  return { bot, botId: found.user_id, id: String(queue_id), lastEventId: Number(last_event_id) };
}

async function answerForEver(owner: Site, first: Queue, say: Say): Promise<never> {
  for (let queue = first; ; ) {
    try {
      await answer(queue, say);
    } catch {
      // The server is restarting, or the bot has been removed.
      await pause(PAUSE_MS, undefined, { ref: false });
      queue = await openQueue(owner).catch(() => queue);
    }
  }
}

async function answer({ bot, botId, id, lastEventId }: Queue, say: Say): Promise<never> {
  for (let last = lastEventId; ; ) {
    const { events } = (await bot.get("/events", { queue_id: id, last_event_id: String(last) })) as {
      events: { id: number; message?: ReceivedMessage; flags?: string[] }[];
    };
    for (const { id, message, flags = [] } of events) {
      last = id;
      if (message === undefined || message.sender_id === botId) continue;
      if (message.type === "private" || flags.includes("mentioned")) await reply(bot, message, say);
    }
  }
}

async function reply(bot: Site, { stream_id, subject, content, display_recipient: where }: ReceivedMessage, say: Say) {
  const asked = content.toLowerCase();
  const about = SUBJECTS.find((one) => asked.includes(say(`stock.word.${one}`)));
  const to =
    typeof where === "string"
      ? { type: "channel", to: String(stream_id), topic: subject }
      : { type: "direct", to: JSON.stringify(where.map(({ id }) => id)) };
  await bot.post("/messages", { ...to, content: say(`stock.${about ?? "help"}`) });
}
