import { storedAnything } from "../../../database/stored.ts";
import { ApiError, refusalOf } from "../../../protocol/errors.ts";
import type { JobContext } from "../../../realm/job.ts";
import type { Realm } from "../../../realm/realm.ts";
import { placeOfMessage } from "../../conversations/conversations.ts";
import { findMessageInRealm } from "../../messages/core/store/stored-content.ts";
import { answerDelivered, type PreparedAnswer, prepareAnswer, readAnswer } from "../../messages/presses/answer.ts";
import { pressFailed, pressToDeliver } from "../../messages/presses/presses.ts";
import { findUser, type User } from "../../organization/accounts/accounts.ts";
import { isDeactivated } from "../../organization/organization-settings/deactivation.ts";
import { commandIn } from "../bot-commands/bot-commands.ts";
import type { PreparedReply } from "../outgoing-webhooks/call-service.ts";
import { writeFailure } from "../outgoing-webhooks/failure.ts";
import { deliveredMessage } from "../outgoing-webhooks/forms.ts";
import { placeOfReply } from "../outgoing-webhooks/reply-place.ts";
import { actingProgram } from "./acting-bot.ts";
import type { HostedBot } from "./hosted-bots.ts";
import { powersOf } from "./powers/powers.ts";
import { toolNames, toolsOf } from "./powers/tools.ts";
import { CLIENT, postReply, readReplies } from "./replies.ts";
import type { RunRow } from "./rows.ts";
import { OverLimit, runLimits } from "./run-limits.ts";
import { type ProgramEvent, runProgram } from "./running/run-program.ts";
import {
  beginRuns,
  forgetRun,
  isWanted,
  type LogLine,
  logLine,
  putBack,
  RUNS_JOB,
  runEnded,
  writeLog,
} from "./runs.ts";

/**
 * Job: starts runs that are ready. It doesn't wait for them, so slow scripts don't hold up other jobs. A run that is
 * lost with the object isn't repeated, because its effects so far remain. The next start reports it.
 */
export function carryOutRuns(context: JobContext): void {
  const { realm } = context;
  const begun = realm.change(() => {
    const { begun, lost } = beginRuns(realm);
    for (const run of lost) {
      finishRun(realm, run, {
        replies: [],
        problem: "The server stopped during a run, which isn't repeated.",
        log: [],
      });
    }
    if (lost.length > 0) realm.outbox.add(RUNS_JOB, {});
    return begun;
  });
  for (const run of begun) void carryOut(context, run);
}

const NOT_RUN = { replies: [], problem: "It couldn't be run.", log: [] };

async function carryOut(context: JobContext, run: RunRow): Promise<void> {
  const { realm, log } = context;
  const failed = (error: unknown) => log.failure("hosted_bot_failed", error, { bot: run.bot_id });
  const changed = (change: () => void): boolean => {
    try {
      realm.change(change);
      return true;
    } catch (error) {
      failed(error);
      return false;
    }
  };
  const ended = await runScript(context, run, failed);
  const isKept = changed(() => {
    if (ended === undefined) forgetRun(realm, run);
    else if (ended.isBegun || !putBack(realm, run)) finishRun(realm, run, ended);
  });
  if (!isKept) changed(() => finishRun(realm, run, NOT_RUN));
  changed(() => runEnded(realm, run));
}

/** Runs a script, and returns how it ended, or undefined if the run is no longer wanted. */
async function runScript(
  context: JobContext,
  run: RunRow,
  failed: (error: unknown) => void,
): Promise<(EndedRun & { readonly isBegun: boolean }) | undefined> {
  let isBegun = false;
  try {
    const wanted = await wantedRun(context.realm, run);
    isBegun = wanted !== undefined;
    return wanted && (await ranProgram(context, run, wanted));
  } catch (error) {
    failed(error);
    return { ...NOT_RUN, isBegun };
  }
}

interface WantedRun {
  readonly hosted: HostedBot;
  readonly event: ProgramEvent;
}

function wantedRun(realm: Realm, run: RunRow): Promise<WantedRun | undefined> {
  return realm.changeWithMessages(run.message_id === null ? [] : [run.message_id], () => {
    const bot = findUser(realm, run.bot_id);
    const hosted = actingProgram({ realm, bot: run.bot_id });
    if (!isWanted(realm, run) || bot === undefined || hosted === undefined) return undefined;
    const event = eventOf(realm, bot, run);
    return event && { hosted, event };
  });
}

const readTimer = storedAnything("hosted_bot_runs.timer");

/**
 * Returns the event for a script: a message in the form that outgoing webhooks receive (webhooks.md 5), or its timer.
 */
function eventOf(realm: Realm, bot: User, run: RunRow): ProgramEvent | undefined {
  if (run.message_id === null) {
    return { kind: "timer", timer: { ...Object(readTimer(run.timer ?? "{}", run.id)), now: realm.seconds() } };
  }
  const place = placeOfMessage(realm, run.message_id);
  const row = place && findMessageInRealm(realm, place);
  const where = place && placeOfReply(realm, place);
  if (row === undefined || where === undefined) return undefined;
  const command = run.trigger === "command" ? commandIn(realm, row.id, () => row.content) : undefined;
  // The message may have been moved to a conversation that the bot can't read.
  if (run.trigger === "command" && command === undefined) return undefined;
  const press = run.press_id === null ? undefined : pressToDeliver(realm, run.press_id);
  if (run.press_id !== null && press === undefined) return undefined;
  const message = {
    data: row.content,
    message: deliveredMessage(realm, row, where),
    bot_id: bot.id,
    bot_email: bot.email,
    bot_full_name: bot.full_name,
    trigger: run.trigger,
    ...(command && { command: command.name, arguments: command.arguments }),
  };
  if (press !== undefined) return { kind: "press", press: { ...message, ...press } };
  return { kind: "message", message };
}

interface EndedRun {
  readonly answer?: PreparedAnswer;
  readonly replies: readonly PreparedReply[];
  readonly problem: string | null;
  readonly log: readonly LogLine[];
}

async function ranProgram({ realm, env, callAs }: JobContext, run: RunRow, { hosted, event }: WantedRun) {
  let replies = 0;
  const countReply = () => {
    replies += 1;
    if (replies > runLimits.replies) throw new OverLimit(`It wrote more than ${runLimits.replies} messages.`);
  };
  const { config } = realm;
  const { bot_id: bot, message_id: message, press_id: press } = run;
  const over = new AbortController();
  const begin = () => callAs({ credentials: { by: "run", run: run.id, bot }, client: CLIENT });
  const callTool = toolsOf({ begin, over: over.signal, countReply });
  const powers = powersOf({ realm, env, config, bot, message, press, callTool, countReply });
  const program = { organization: realm.id, bot: String(bot), text: hosted.program };
  const asked = { event, powers, tools: toolNames };
  const { result, problem, log, isBegun } = await runProgram({ env, config }, program, asked);
  over.abort();
  if (problem !== null) return { replies: [], problem, log, isBegun };
  try {
    if (press !== null) {
      const answer = await prepareAnswer(readAnswer(result));
      if (answer.reply !== undefined) countReply();
      return { answer, replies: [], problem: null, log, isBegun };
    }
    const read = message === null ? [] : await readReplies(result);
    for (const _ of read) countReply();
    return { replies: read, problem: null, log, isBegun };
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof OverLimit)) throw error;
    return { replies: [], problem: error.message, log, isBegun };
  }
}

/** Ends a run and applies its results in one change, so that they are posted exactly once. */
function finishRun(realm: Realm, run: RunRow, ended: EndedRun): void {
  const { replies, problem, log } = ended;
  if (!isWanted(realm, run)) return;
  forgetRun(realm, run);
  const bot = findUser(realm, run.bot_id);
  if (bot === undefined || isDeactivated(realm)) return;
  if (run.press_id !== null) {
    finishPress(realm, run, run.press_id, ended);
    return;
  }
  const problems = problem === null ? postedOr(realm, bot, run, replies) : [problem];
  writeLog(realm, bot.id, [...log, ...problems.map((text) => logLine(text, true))]);
  const { message_id: message } = run;
  if (problems.length > 0 && message !== null)
    writeFailure(realm, { bot, message, said: "This bot's program failed." });
}

/** Ends a run that a button press triggered. On failure, the user who pressed is notified at once. */
function finishPress(realm: Realm, { bot_id: bot }: RunRow, press: number, { answer, problem, log }: EndedRun): void {
  const problems = problem === null ? [] : [problem];
  // A refused change wrote nothing, because checks precede writes.
  const refusal = answer && refusalOf(() => answerDelivered(realm, press, answer, CLIENT));
  if (refusal !== undefined) problems.push(refusal.message);
  if (problems.length > 0) pressFailed(realm, press);
  writeLog(realm, bot, [...log, ...problems.map((text) => logLine(text, true))]);
}

/** Posts replies. Returns the reasons for those that couldn't be posted. */
function postedOr(realm: Realm, bot: User, run: RunRow, replies: readonly PreparedReply[]): string[] {
  return replies.flatMap((reply) => {
    // A refused change wrote nothing, because checks precede writes.
    const at = { message: run.message_id, press: run.press_id };
    return refusalOf(() => postReply(realm, bot, at, reply))?.message ?? [];
  });
}
