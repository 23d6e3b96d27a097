import type { Realm } from "../../../realm/realm.ts";
import type { Alert } from "./candidates.ts";
import type { Parcel } from "./delivery.ts";
import { failDevices } from "./devices.ts";
import type { SealedAnswer } from "./encrypted-push.ts";
import { GONE, KEYLESS } from "./failures.ts";
import { Form } from "./owners.ts";
import type { OpenAnswer, OpenPush } from "./plain-push.ts";
import type { ServiceAnswer } from "./push-service.ts";
import { advance, DELIVERY_JOB, type Entry, forgetShown, withdrawnFrom } from "./queue.ts";
import { dropTokens } from "./tokens.ts";

/** What the push service has answered, for some of those whom an entry is for. */
export interface Delivered {
  readonly count: number;
  readonly parcels: readonly Parcel[];
  readonly sealed: SealedAnswer;
  readonly open: readonly (OpenAnswer & { readonly push: OpenPush })[];
}

interface Noted {
  readonly outcome: "well" | "failed" | "unreachable";
  /** Whether the service has taken or refused something, and so is there. */
  readonly works: boolean;
  /** The entry that holds what has to be told once more. */
  readonly again: number | undefined;
}

/** Writes down what has come of a delivery, before anything else is told: what has arrived is not sent again. */
export function note(realm: Realm, entry: Entry, delivered: Delivered): Noted {
  const { count, parcels, sealed, open } = delivered;
  failDevices(realm, sealed.gone, GONE);
  failDevices(realm, sealed.keyless, KEYLESS);
  for (const { push, gone } of open) for (const { kind, tokens } of gone) dropTokens(realm, push.user, kind, tokens);
  const hasSealed = parcels.some((parcel) => parcel.sealed.length > 0);
  const answers = [...(hasSealed ? [sealed.answer] : []), ...open.map(({ answer }) => answer)];
  report(realm, answers);
  const again = parcels.flatMap((parcel) => remaining(realm, entry, parcel, delivered));
  return {
    outcome: outcomeOf(answers),
    works: answers.some((answer) => !isLost(answer)),
    again: advance(realm, entry, count, again),
  };
}

/** What is left to be told of a parcel: the forms in which it has not arrived. */
function remaining(realm: Realm, entry: Entry, { alert, withdrawn, ...parcel }: Parcel, delivered: Delivered): Alert[] {
  const isOpenLost = delivered.open.some(({ push, answer }) => parcel.open.includes(push) && isLost(answer));
  const isSealedLost = parcel.sealed.length > 0 && isLost(delivered.sealed.answer);
  const forms = (isSealedLost ? Form.sealed : 0) | (isOpenLost ? Form.open : 0);
  if (forms > 0) return [{ ...alert, forms }];
  forgetShown(realm, alert.user, withdrawn);
  // What was read while this was on its way.
  return entry.message_id === null && withdrawnFrom(realm, alert.user).length > 0 ? [alert] : [];
}

const isLost = ({ kind }: ServiceAnswer) => kind === "failed" || kind === "unreachable";

function outcomeOf(answers: readonly ServiceAnswer[]): Noted["outcome"] {
  if (answers.some(({ kind }) => kind === "unreachable")) return "unreachable";
  return answers.some(({ kind }) => kind === "failed") ? "failed" : "well";
}

/** What is refused will be refused again: it is for whoever runs the server to know why. */
function report({ log }: Realm, answers: readonly ServiceAnswer[]): void {
  for (const answer of answers) {
    if (answer.kind === "refused") {
      log.warn("push_refused", { job: DELIVERY_JOB, code: answer.code });
    }
  }
}
