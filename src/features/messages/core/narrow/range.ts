import { badRequest, missingArgument, unsupportedCombination } from "../../../../protocol/errors.ts";
import { limits } from "../../../../protocol/limit-table.ts";
import type { Seconds } from "../../../../util/time.ts";
import { parseAnchorDate } from "./anchor-date.ts";

/** Anchor beyond every message, fixed by the protocol (messages.md 4). */
export const LARGER_THAN_ANY_ID = 10_000_000_000_000_000;
const MAX_MESSAGES = limits.answer.messages;
const tooManyMessages = () => badRequest(`Too many messages requested (maximum ${MAX_MESSAGES}).`);

/**
 * The first matching message sent at `sentFrom` or later, otherwise the newest one. No message before `firstId` was
 * sent that late.
 */
export interface DateAnchor {
  readonly sentFrom: Seconds;
  readonly firstId: number;
}

/** The requested messages: a number before and after an anchor, or those with given ids. */
export type PageRange =
  | {
      readonly kind: "around";
      readonly anchor: number | "first_unread" | DateAnchor;
      readonly before: number;
      readonly after: number;
      readonly includeAnchor: boolean;
    }
  | { readonly kind: "listed"; readonly ids: readonly number[] };

export interface RangeParameters {
  readonly anchor?: string | undefined;
  /** Required if the anchor is `date`. Endpoints without this parameter reject that anchor. */
  readonly anchor_date?: string | undefined;
  readonly use_first_unread_anchor?: boolean | undefined;
  readonly include_anchor?: boolean | undefined;
  readonly num_before?: number | undefined;
  readonly num_after?: number | undefined;
  readonly message_ids?: readonly number[] | undefined;
}

export function parseRange(params: RangeParameters): PageRange {
  const { message_ids, ...around } = params;
  if (message_ids !== undefined) {
    const others = Object.entries({
      ...around,
      use_first_unread_anchor: around.use_first_unread_anchor || undefined,
    }).filter(([, value]) => value !== undefined);
    if (others.length > 0) throw unsupportedCombination("message_ids", ...others.map(([name]) => name));
    if (message_ids.length > MAX_MESSAGES) throw tooManyMessages();
    return { kind: "listed", ids: [...new Set(message_ids)] };
  }
  const anchor = parseAnchor(params);
  const { num_before: before, num_after: after, include_anchor: includeAnchor = true } = params;
  if (before === undefined) throw missingArgument("num_before");
  if (after === undefined) throw missingArgument("num_after");
  if (before + after > MAX_MESSAGES) throw tooManyMessages();
  if (!includeAnchor && before > 0 && after > 0) {
    throw badRequest("The anchor can only be excluded at an end of the range");
  }
  return { kind: "around", anchor, before, after, includeAnchor };
}

function parseAnchor(params: RangeParameters): number | "first_unread" | DateAnchor {
  const { anchor, use_first_unread_anchor } = params;
  if (use_first_unread_anchor === true || anchor === "first_unread") return "first_unread";
  if (anchor === undefined) throw badRequest("Missing 'anchor' argument.");
  if (anchor === "newest") return LARGER_THAN_ANY_ID;
  if (anchor === "oldest") return 0;
  if (anchor === "date" && "anchor_date" in params) {
    if (params.anchor_date === undefined) throw missingArgument("anchor_date");
    return { sentFrom: parseAnchorDate(params.anchor_date), firstId: 0 };
  }
  if (!/^[+-]?\d+$/.test(anchor.trim())) throw badRequest("Invalid anchor");
  return Math.min(Math.max(Number(anchor), 0), LARGER_THAN_ANY_ID);
}
