import { parseNamed } from "../../../api/issue.ts";
import type { Config } from "../../../config/config.ts";
import type { Env } from "../../../config/env.ts";
import { ApiError, badRequest } from "../../../protocol/errors.ts";
import { seconds } from "../../../util/time.ts";
import { askAllowed } from "./powers/fetch.ts";
import { dueTime, powerNamed } from "./powers/powers.ts";
import { toolNames, triedTool } from "./powers/tools.ts";
import { readReplies } from "./replies.ts";
import { OverLimit, runLimits } from "./run-limits.ts";
import type { Program } from "./running/open-program.ts";
import { runProgram } from "./running/run-program.ts";

const underWay = new Set<number>();

/**
 * Runs a script to test or save it. Each organization can have one such run at a time, which doesn't count toward its
 * bots' limits.
 */
export async function attempted<T>({ organization }: Program, work: () => Promise<T>): Promise<T> {
  if (underWay.has(organization))
    throw badRequest("Another program is being tried or saved: try again in some seconds.");
  underWay.add(organization);
  try {
    return await work();
  } finally {
    underWay.delete(organization);
  }
}

interface Trial {
  readonly organization: number;
  readonly program: string;
  readonly hosts: readonly string[];
  readonly bot: Account;
  readonly sender: Account;
  readonly at: number;
}

interface Account {
  readonly id: number;
  readonly email: string;
  readonly full_name: string;
}

const MAX_SHOWN_LENGTH = 1000;

/** Runs a script for a simulated message. The storage is empty, and discarded afterwards. */
export async function triedProgram(
  { env, config }: { readonly env: Env; readonly config: Config },
  trial: Trial,
  content: string,
) {
  const asked: { readonly name: string; readonly args: string }[] = [];
  const replies: string[] = [];
  const stored = new Map<string, unknown>();
  const keep = async (given: unknown) => {
    for (const reply of await readReplies(given)) replies.push(reply.content);
    if (replies.length > runLimits.replies) throw new OverLimit(`It wrote more than ${runLimits.replies} messages.`);
  };
  const powers = async (name: string, given: unknown) => {
    const args = parseNamed(name, powerNamed(name).args, given) as never;
    asked.push({ name, args: JSON.stringify(given).slice(0, MAX_SHOWN_LENGTH) });
    if (name.startsWith("tools.")) return triedTool(name.slice("tools.".length), args);
    switch (name) {
      case "reply":
        return keep(given);
      case "send":
        return { id: 0 };
      case "schedule":
        return { at: dueTime(seconds(trial.at), args) };
      case "fetch":
        return askAllowed({ env, config, hosts: trial.hosts }, args);
      case "timers":
        return [];
      default:
        return storedIn(stored, name, args);
    }
  };
  const program = { organization: trial.organization, bot: `${trial.bot.id}/try`, text: trial.program };
  const event = { kind: "message", message: messageOf(trial, content) } as const;
  const ended = await attempted(program, () =>
    runProgram({ env, config }, program, { event, powers, tools: toolNames }),
  );
  let { problem } = ended;
  try {
    if (problem === null) await keep(ended.result);
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof OverLimit)) throw error;
    problem = error.message;
  }
  return { replies, asked, log: ended.log.map(({ text }) => text), problem };
}

function storedIn(stored: Map<string, unknown>, name: string, args: Record<string, never>): unknown {
  const { key, value, prefix } = args as { key?: string; value?: unknown; prefix?: string };
  if (name === "storage.list") return [...stored.keys()].filter((one) => one.startsWith(prefix ?? ""));
  if (key === undefined) return null;
  if (name === "storage.get") return stored.get(key);
  if (name === "storage.set") stored.set(key, value);
  if (name === "storage.delete") stored.delete(key);
  return null;
}

/** Returns a simulated direct message in the same form as real ones. */
function messageOf({ bot, sender, at }: Trial, given: string) {
  const command = /^\/([a-z0-9][a-z0-9_-]*)(?:\s([\s\S]*))?$/.exec(given);
  return {
    data: given,
    message: {
      id: 0,
      type: "private",
      sender_id: sender.id,
      sender_email: sender.email,
      sender_full_name: sender.full_name,
      display_recipient: [sender, bot],
      content: given,
      timestamp: at,
    },
    bot_id: bot.id,
    bot_email: bot.email,
    bot_full_name: bot.full_name,
    trigger: command === null ? "direct_message" : "command",
    ...(command && { command: command[1], arguments: (command[2] ?? "").trim() }),
  };
}
