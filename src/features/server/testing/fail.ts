import { action, query } from "../../../endpoints/endpoint.ts";
import { oneOf } from "../../../endpoints/parameter.ts";
import { requireTestHooks } from "./test-hooks.ts";

/** The name of a timer and of a job that fail. */
export const FAILURE = "testing-failure";

const failIf = (isMeant: boolean, where: string) => {
  if (isMeant) throw new Error(`told to fail in ${where}`);
};

/** A change that fails where it is told to: in one of its steps, or in what follows it. */
export const failChangeEndpoint = action({
  route: "POST /testing/failures",
  limited: false,
  params: { step: oneOf("plan", "prepare", "run", "timer", "job") },
  reply: {},
  plan({ realm, params }) {
    requireTestHooks(realm.config);
    failIf(params.step === "plan", "plan");
  },
  prepare: ({ params }) => failIf(params.step === "prepare", "prepare"),
  run({ realm, params: { step } }) {
    failIf(step === "run", "run");
    if (step === "timer") realm.timers.set(FAILURE, realm.clock.now());
    if (step === "job") realm.outbox.add(FAILURE, null);
    return {};
  },
});

/** A read that fails once it is in the Worker. */
export const failReadEndpoint = query({
  route: "GET /testing/failures",
  limited: false,
  params: {},
  reply: {},
  plan({ realm }) {
    requireTestHooks(realm.config);
    return {};
  },
  answer() {
    throw new Error("told to fail in answer");
  },
});

/** The timer and the job. */
export const failAfterwards = () => failIf(true, "what follows");
