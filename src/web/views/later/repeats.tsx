import { parseRule, ruleFrom, ruleText } from "../../../protocol/recurrence.ts";
import { useClient } from "../../client/client.ts";
import { userById } from "../../model/people/users.ts";
import { Icon } from "../../parts/icon.tsx";
import { repeatWords } from "../../words/later.ts";
import { repeatText } from "./repeat-text.ts";

/** A scheduled message or reminder that may repeat. */
export interface Repeating {
  readonly scheduled_delivery_timestamp: number;
  readonly recurrence?: string | undefined;
  readonly time_zone?: string | undefined;
  readonly recurrence_start?: number | undefined;
  readonly bot_id?: number | undefined;
}

/** Returns the rule for the remaining times, or undefined if the item doesn't repeat after the next one. */
export function remainingRecurrence(of: Repeating): string | undefined {
  const { recurrence, time_zone = "UTC", recurrence_start: start } = of;
  const rule = recurrence === undefined ? undefined : parseRule(recurrence);
  if (rule === undefined || start === undefined) return recurrence;
  return ruleText(ruleFrom({ rule, timeZone: time_zone, start }, of.scheduled_delivery_timestamp));
}

/** Describes how an item repeats, if it does. */
export function Repeats({ of }: { readonly of: Repeating }) {
  const state = useClient().watch("users");
  const recurrence = remainingRecurrence(of);
  if (recurrence === undefined) return null;
  const bot = of.bot_id === undefined ? undefined : userById(state, of.bot_id);
  return (
    <p class="repeats">
      <Icon name="repeat" size={14} />
      {repeatText(recurrence, of.time_zone ?? "UTC")}
      {bot !== undefined && ` · ${repeatWords().sentBy(bot.full_name)}`}
    </p>
  );
}
