import { errorText, refusedField } from "../../../parts/error-text.ts";
import { Refused } from "../../../wire/api.ts";
import { errorsWords } from "../../../words/app.ts";
import { buttonsWords } from "../../../words/buttons.ts";

/** Says in the user's language why a press failed. */
export function refusalText(error: unknown, bot: string): string {
  if (!(error instanceof Refused)) return errorText(error);
  const w = buttonsWords();
  switch (error.code) {
    case "BOT_UNAVAILABLE":
      return w.away(bot);
    case "BUTTON_GONE":
      return w.ended;
    case "PERMISSION_DENIED":
      return w.denied;
    case "RATE_LIMIT_HIT":
      return w.tooMany(bot);
    default:
      if (error.status >= 500) return errorsWords().unreachable;
      return error.message === "Invalid message(s)" ? w.messageGone : error.message;
  }
}

/** Says what is wrong with what was entered in a field; undefined if that isn't the reason. */
export function fieldRefusal(error: unknown, field: string): string | undefined {
  if (!(error instanceof Refused) || refusedField(error) !== field) return undefined;
  const limit = error.body["limit"];
  return typeof limit === "number" ? buttonsWords().tooLong(limit) : buttonsWords().invalid;
}
