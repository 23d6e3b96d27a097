import { action, query } from "../../../endpoints/endpoint.ts";
import { oneOf } from "../../../endpoints/parameter.ts";

/** The name of the timer that fails, and of the job that fails. */
export const FAILURE = "testing-failure";

const failIf = (isMeant: boolean, where: string) => {
  if (isMeant) throw new Error(`told to fail in ${where}`);
};

/** A change that fails in the given step of its own, or sets the timer or adds the job that fails. */
export const failChangeEndpoint = action({
  route: "POST /testing/failures",
  limited: false,
  params: { step: oneOf("plan", "prepare", "run", "timer", "job") },
  reply: {},
  plan({ params }) {
    failIf(params.step === "plan", "plan");
  },
  prepare: ({ params }) => failIf(params.step === "prepare", "prepare"),
  run({ realm, params: { step } }) {
    failIf(step === "run", "run");
    if (step === "timer") realm.timers.set(FAILURE, realm.clock.milliseconds());
    if (step === "job") realm.outbox.add(FAILURE, null);
    return {};
  },
});

/** A query whose `answer` fails, in the Worker. */
export const failReadEndpoint = query({
  route: "GET /testing/failures",
  limited: false,
  params: {},
  reply: {},
  plan: () => ({}),
  answer() {
    throw new Error("told to fail in answer");
  },
});

/** The failure that both the timer and the job run. */
export const failAfterwards = () => failIf(true, "what follows");
