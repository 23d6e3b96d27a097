import { feature } from "../../../feature.ts";
import { authenticateRunHook } from "../../../realm/admission-hooks.ts";
import { on } from "../../../realm/realm.ts";
import { messageMentionsHook, messagesRemovedHook } from "../../messages/core/hooks.ts";
import { pressedHook } from "../../messages/presses/presses.ts";
import { accountErasedHook, userDeactivatedHook } from "../../organization/accounts/hooks.ts";
import { actorOfRun } from "./acting-bot.ts";
import { carryOutRuns } from "./carry-out.ts";
import { getProgramEndpoint, hostedBotsSlice, tryProgramEndpoint, updateProgramEndpoint } from "./endpoints.ts";
import { removeProgram, runForPress, runPrograms, stop } from "./hosted-bots.ts";
import { deleteRunsOfMessages, schema } from "./rows.ts";
import { RUNS_JOB, RUNS_TIMER } from "./runs.ts";
import { runDueTimers, TIMER } from "./timers.ts";

/**
 * Bots whose scripts run on the server itself, in separate isolates. A message, a button press or a timer queues a run
 * as a row. A job starts runs without waiting for them, and each run ends with one change. The realm exchanges lines
 * with the script: an event, calls and their results (`powers/`), and the script's result.
 *
 * Assistant tools need endpoints, which a run calls through src/http/inner-calls.ts. That can't deadlock, because the
 * job holds no transaction while it waits. Each call is authorized by the run again (`RunCredentials`, which no request
 * can send), so it is refused once the run has ended or the bot is switched off.
 */
export const hostedBots = feature({
  name: "hosted-bots",
  schema,
  archive: {
    leftOut: {
      hosted_bots: "programs: the organization that takes an archive in decides anew what runs on its server",
      hosted_bot_runs: "of the moment",
      hosted_bot_timers: "of the programs, which are left out",
      hosted_bot_log: "of the programs, which are left out",
    },
  },
  endpoints: [getProgramEndpoint, updateProgramEndpoint, tryProgramEndpoint],
  state: [hostedBotsSlice],
  jobs: { [RUNS_JOB]: carryOutRuns },
  promptJobs: [RUNS_JOB],
  patientJobs: [RUNS_JOB],
  timers: {
    [RUNS_TIMER]: ({ realm }) => realm.outbox.add(RUNS_JOB, {}),
    [TIMER]: ({ realm }) => runDueTimers(realm),
  },
  handlers: [
    on(authenticateRunHook, actorOfRun),
    on(messageMentionsHook, runPrograms),
    on(pressedHook, runForPress),
    on(messagesRemovedHook, deleteRunsOfMessages),
    on(userDeactivatedHook, stop),
    on(accountErasedHook, removeProgram),
  ],
});
