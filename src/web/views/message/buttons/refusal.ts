import { errorText, refusalOf, refusedField } from "../../../parts/error-text.ts";
import { errorsWords } from "../../../words/app.ts";
import { buttonsWords } from "../../../words/buttons.ts";

/** Returns why a press failed, in the user's language. */
export function refusalText(error: unknown, bot: string): string {
  const refusal = refusalOf(error);
  if (refusal === undefined) return errorText(error);
  const w = buttonsWords();
  switch (refusal.code) {
    case "BOT_UNAVAILABLE":
      return w.away(bot);
    case "BUTTON_GONE":
      return w.ended;
    case "PERMISSION_DENIED":
      return w.denied;
    case "RATE_LIMIT_HIT":
      return w.tooMany(bot);
    default:
      if (refusal.status >= 500) return errorsWords().unreachable;
      return refusal.message === "Invalid message(s)" ? w.messageGone : refusal.message;
  }
}

/** Returns what is wrong with a field's value, or undefined if the press failed for another reason. */
export function fieldRefusal(error: unknown, field: string): string | undefined {
  if (refusedField(error) !== field) return undefined;
  const limit = refusalOf(error)?.body["limit"];
  return typeof limit === "number" ? buttonsWords().tooLong(limit) : buttonsWords().invalid;
}
