import { truncateTopic } from "../../conversations/topic-name.ts";

export const NO_SUBJECT = "Email with no subject";

/** Subject prefixes for replies and forwards. */
const BEFORE = /^\s*(?:\[\s*)?(?:re|fw|fwd|aw|wg)\s*(?:\[\d{1,3}\]|\(\d{1,3}\))?\s*:\s*/i;
const AFTER = /\s*\((?:fwd|fw)\)\s*$/i;
const FORWARD = /^\s*\[?\s*(?:(?:re|aw)\s*:\s*)*(?:fw|fwd|wg)\s*:|\(fwd\)\s*$/i;
const REPLY = /^\s*\[?\s*(?:re|aw|antw|sv|vs|rv|rif|odp)\s*(?:\[\d{1,3}\])?\s*:/i;
const MAX_SUBJECT_LENGTH = 998;

export const isForward = (subject: string): boolean => FORWARD.test(subject.slice(0, MAX_SUBJECT_LENGTH));
export const isReplySubject = (subject: string): boolean => REPLY.test(subject.slice(0, MAX_SUBJECT_LENGTH));

/** Converts a subject to a topic: without reply prefixes, in one line (webhooks.md 6). */
export function topicOfSubject(subject: string): string {
  const line = subject
    .slice(0, MAX_SUBJECT_LENGTH)
    .toWellFormed()
    .replace(/(?:(?![\u200c\u200d])\p{Cf}|[\p{Cc}\p{Cs}\p{Cn}\p{Co}\s])+/gu, " ")
    .trim();
  const bare = withoutMarks(line);
  return bare === "" ? NO_SUBJECT : truncateTopic(bare);
}

function withoutMarks(line: string): string {
  let [before, after] = [line, line];
  do {
    before = after;
    after = withoutMark(before);
  } while (after !== before);
  return after;
}

function withoutMark(line: string): string {
  const inner = /^\[(.*)\]$/.exec(line)?.[1];
  if (inner !== undefined && BEFORE.test(inner)) return inner.replace(BEFORE, "").trim();
  return line.replace(BEFORE, "").replace(AFTER, "").trim();
}
