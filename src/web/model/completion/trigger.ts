import { isInCode } from "../formatting/in-code.ts";

/** Completable text before the caret. The completion replaces everything from `from` to the caret. */
export type Trigger =
  | { readonly kind: "mention"; readonly from: number; readonly typed: string; readonly silent: boolean }
  | { readonly kind: "channel"; readonly from: number; readonly typed: string }
  /** `channel` is undefined for topics of the current channel. */
  | { readonly kind: "topic"; readonly from: number; readonly typed: string; readonly channel: string | undefined }
  | { readonly kind: "emoji"; readonly from: number; readonly typed: string }
  | { readonly kind: "command"; readonly from: number; readonly typed: string }
  | { readonly kind: "language"; readonly from: number; readonly typed: string; readonly fence: string }
  | { readonly kind: "time"; readonly from: number; readonly typed: string };

const MAX_NAME_LENGTH = 60;

const opener = `(?<![^\\s'"({[/<])`;
const mention = new RegExp(`${opener}@(_?)(\\*{0,2})([^@*\\n]{0,${MAX_NAME_LENGTH}})$`, "u");
const channel = new RegExp(`${opener}#(\\*{0,2})([^#*\\n]{0,${2 * MAX_NAME_LENGTH}})$`, "u");
const emoji = /(?<![\p{L}\p{N}_/:])(?<!\d):([\p{L}+-][\p{L}\p{N}_+-]{1,40})$/u;
const emojiAfterEmoji = /(?<=:[\w+-]{2,40}:):([\p{L}+-][\p{L}\p{N}_+-]{1,40})$/u;
const command = /^\/([a-z0-9_-]*)$/;
const time = /<time:([^>\n]{0,60})$/;
const language = /^\s*(?:>\s?)*(`{3,}|~{3,})[ ]?([\w#+./-]*)$/;

export function triggerAt(text: string, caret: number): Trigger | undefined {
  const lineStart = text.lastIndexOf("\n", caret - 1) + 1;
  const line = text.slice(lineStart, caret);
  return (
    languageAt(text, caret, { line, lineStart }) ?? (isInCode(text, caret) ? undefined : inlineAt(text, caret, line))
  );
}

function languageAt(
  text: string,
  caret: number,
  { line, lineStart }: { readonly line: string; readonly lineStart: number },
): Trigger | undefined {
  const [, fence, typed] = language.exec(line) ?? [];
  // Within code, a fence closes the block, so the word after the fence isn't a language.
  if (fence === undefined || typed === undefined || isInCode(text, lineStart)) return undefined;
  return { kind: "language", from: caret - typed.length, typed, fence };
}

function inlineAt(text: string, caret: number, line: string): Trigger | undefined {
  const byCommand = caret <= MAX_NAME_LENGTH ? command.exec(text.slice(0, caret)) : null;
  if (byCommand) return { kind: "command", from: 0, typed: byCommand[1] ?? "" };
  const byTime = time.exec(line);
  if (byTime) return { kind: "time", from: caret - byTime[0].length, typed: byTime[1] ?? "" };
  const byEmoji = emoji.exec(line) ?? emojiAfterEmoji.exec(line);
  if (byEmoji) return { kind: "emoji", from: caret - byEmoji[0].length, typed: byEmoji[1] ?? "" };
  const byMention = mention.exec(line);
  const byChannel = channel.exec(line);
  // If both a mention and a channel match, the one that started last wins, because a name can contain the other's sign.
  if (byMention && (byChannel === null || byMention.index > byChannel.index)) {
    const typed = byMention[3] ?? "";
    if (/^\s|\s{2}|[,;:!?]\s/.test(typed)) return undefined;
    return { kind: "mention", from: caret - byMention[0].length, typed, silent: byMention[1] === "_" };
  }
  return byChannel
    ? channelOrTopic(byChannel[2] ?? "", { from: caret - byChannel[0].length, stars: byChannel[1] ?? "" })
    : undefined;
}

function channelOrTopic(
  typed: string,
  { from, stars }: { readonly from: number; readonly stars: string },
): Trigger | undefined {
  if (/^\s|\s{2}/.test(typed)) return undefined;
  const split = typed.indexOf(">");
  if (split === -1) return { kind: "channel", from, typed };
  const name = typed.slice(0, split);
  const topic = typed.slice(split + 1);
  // Without stars, "#name> " is plain text, not a channel with a topic.
  if (name !== "" && stars !== "**" && topic.startsWith(" ")) return undefined;
  return { kind: "topic", from, typed: topic.trimStart(), channel: name === "" ? undefined : name };
}
