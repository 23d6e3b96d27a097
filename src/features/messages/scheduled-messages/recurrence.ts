import * as v from "valibot";
import { oneOf, optional, textParameter } from "../../../api/parameter.ts";
import type { ArchivedRecurrence } from "../../../archive-format/tables/personal-tables.ts";
import { badRequest, missingArgument, unsupportedCombination } from "../../../protocol/errors.ts";
import {
  firstTime,
  nextTime,
  nextTimes,
  parseRule,
  type Repetition,
  ruleFrom,
  ruleText,
} from "../../../protocol/recurrence.ts";
import { recurrenceSchema, recurrenceZoneSchema } from "../../../protocol/recurrence-schema.ts";
import type { SourceRow } from "../../../realm/archive-io/source-row.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type Seconds, seconds } from "../../../util/time.ts";

/** How a scheduled item repeats. All null if it doesn't. */
export interface RecurrenceColumns {
  /** Recurrence rule (RFC 5545). */
  readonly recurrence: string | null;
  readonly time_zone: string | null;
  /** First occurrence. Intervals and counts start here. */
  readonly recurrence_start: Seconds | null;
}

export const NO_RECURRENCE: RecurrenceColumns = { recurrence: null, time_zone: null, recurrence_start: null };

export const recurrenceParams = {
  /** Recurrence rule (RFC 5545), or "" to not repeat. */
  recurrence: optional(textParameter(v.union([v.literal(""), recurrenceSchema]))),
  time_zone: optional(textParameter(recurrenceZoneSchema)),
};

/**
 * Which occurrences to change. By default, a new time without a new recurrence applies to the next occurrence, because
 * some clients see only that one. Anything else applies to all.
 */
export const appliesTo = optional(oneOf("next", "all"));

interface RecurrenceRequest {
  readonly recurrence?: string | null | undefined;
  readonly time_zone?: string | null | undefined;
}

/** Returns the columns of an item that is first due at or after `due`. */
export function recurrenceFrom(
  { recurrence = null, time_zone = null }: RecurrenceRequest,
  due: Seconds,
): RecurrenceColumns & { readonly due_at: Seconds } {
  const rule = parseRule(recurrence ?? "");
  if (rule === undefined) {
    if (time_zone !== null) throw badRequest("Only a recurrence has a time zone.");
    return { ...NO_RECURRENCE, due_at: due };
  }
  if (time_zone === null) throw missingArgument("time_zone");
  const first = firstTime({ rule, timeZone: time_zone, from: due });
  if (first === undefined) throw badRequest("The recurrence has no time.");
  const due_at = seconds(first);
  return { recurrence, time_zone, recurrence_start: due_at, due_at };
}

export interface Repeating extends RecurrenceColumns {
  readonly due_at: Seconds;
}

function repetitionOf({ recurrence, time_zone, recurrence_start }: RecurrenceColumns): Repetition | undefined {
  const rule = parseRule(recurrence ?? "");
  if (rule === undefined || recurrence_start === null) return undefined;
  return { rule, timeZone: time_zone ?? "UTC", start: recurrence_start };
}

/** Returns the fields of a recurrence, for clients that support them. */
export const recurrenceObject = ({ recurrence, time_zone, recurrence_start }: RecurrenceColumns) =>
  recurrence === null || time_zone === null || recurrence_start === null
    ? {}
    : { recurrence, time_zone, recurrence_start };

/** Returns the rule for the remaining occurrences. Its count includes only those. */
export function remainingRule(row: Repeating): string | null {
  const repetition = repetitionOf(row);
  return repetition === undefined ? null : ruleText(ruleFrom(repetition, row.due_at));
}

/** Returns the next occurrence that is still in the future. */
export function nextDue(realm: Realm, row: Repeating): Seconds | undefined {
  const repetition = repetitionOf(row);
  if (repetition === undefined) return undefined;
  const next = nextTime(repetition, Math.max(row.due_at, realm.seconds()));
  return next === undefined ? undefined : seconds(next);
}

/** Returns up to `most` occurrences after the current one. */
export function nextTimesOf(row: Repeating, most: number): number[] {
  const repetition = repetitionOf(row);
  return repetition === undefined ? [] : nextTimes(repetition, row.due_at, most);
}

interface ChangeOfTimes {
  readonly scheduled_delivery_timestamp?: Seconds | undefined;
  readonly recurrence?: string | undefined;
  readonly time_zone?: string | undefined;
  readonly applies_to?: "next" | "all" | undefined;
}

/** Whether a change applies only to the next occurrence of a repeating item. */
export function isForNext(row: Repeating & { readonly failed: number }, change: ChangeOfTimes): boolean {
  const changesRecurrence = change.recurrence !== undefined || change.time_zone !== undefined;
  if (change.applies_to === "next" && changesRecurrence) throw unsupportedCombination("applies_to", "recurrence");
  if (row.recurrence === null || row.failed === 1 || changesRecurrence) return false;
  const byDefault = change.scheduled_delivery_timestamp === undefined ? "all" : "next";
  return (change.applies_to ?? byDefault) === "next";
}

/** Returns the changed times, or undefined if nothing changes. A new due time restarts the recurrence. */
export function timesFor(row: Repeating, change: ChangeOfTimes): Repeating | undefined {
  const { scheduled_delivery_timestamp: due, time_zone } = change;
  if (due === undefined && change.recurrence === undefined && time_zone === undefined) return undefined;
  const recurrence = change.recurrence ?? remainingRule(row);
  const zone = recurrence === "" || recurrence === null ? time_zone : (time_zone ?? row.time_zone);
  return recurrenceFrom({ recurrence, time_zone: zone }, due ?? row.due_at);
}

/** Throws unless the item repeats and, if a time is given, is due then, so that a repeated request skips only once. */
export function checkSkip(row: Repeating, due: Seconds | undefined): void {
  if (row.recurrence === null) throw badRequest("It does not repeat.");
  checkDueAt(row, due);
}

/** Throws if a request gives a due time other than the current one. */
export function checkDueAt(row: Repeating, due: Seconds | undefined): void {
  if (due !== undefined && due !== row.due_at) throw badRequest("It is not due at this time.");
}

export const recurrenceColumns = ["recurrence", "time_zone", "recurrence_start"];

export function archivedRecurrence(row: SourceRow): { repeats?: ArchivedRecurrence } {
  const recurrence = row.textOrNull("recurrence");
  if (recurrence === null) return {};
  return { repeats: { recurrence, time_zone: row.text("time_zone"), start: row.number("recurrence_start") } };
}

/** Returns the columns of an imported item. A repeating one moves to its next future occurrence, if any. */
export function importedRecurrence(realm: Realm, repeats: ArchivedRecurrence | undefined, due: number) {
  const due_at = seconds(due);
  if (repeats === undefined) return { ...NO_RECURRENCE, due_at };
  const { recurrence, time_zone, start } = repeats;
  const columns = { recurrence, time_zone, recurrence_start: seconds(start) };
  const next = due_at > realm.seconds() ? due_at : nextDue(realm, { ...columns, due_at });
  return next === undefined ? { ...NO_RECURRENCE, due_at } : { ...columns, due_at: next };
}
