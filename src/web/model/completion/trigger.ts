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

/** Returns the trigger at the caret, or undefined if nothing there can be completed. */
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
  // A fence within code closes the block, so the word after it isn't a language.
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

const fenceLine = /^\s*(?:>\s?)*(`{3,}|~{3,})\s*([^`]*)$/;

/** Info strings of fences whose content is Markdown. */
const markdownFences = /^(?:quote|spoiler\b.*)$/i;

/** Whether a position is in a fenced block or after an opening backtick, where nothing is completed. */
export const isInCode = (text: string, at: number): boolean => codeIn(text)(at);

/** Like `isInCode`, for positions of a text that are asked for in ascending order. Reads the text only once. */
export function codeIn(text: string): (at: number) => boolean {
  const fences: { readonly mark: string; readonly code: boolean }[] = [];
  /** Where the part begins that wasn't read yet. */
  let from = 0;
  /** The backticks that are open in the line so far. */
  let ticks = "";
  let line = 0;
  const afterRun = (run: string) => (ticks === "" ? run : ticks === run ? "" : ticks);
  return (at) => {
    for (let end = text.indexOf("\n", from); end !== -1 && end < at; end = text.indexOf("\n", from)) {
      readFence(text.slice(line, end), fences);
      [line, from, ticks] = [end + 1, end + 1, ""];
    }
    if (fences.at(-1)?.code) return true;
    // A run of backticks before the position may be longer.
    let end = at;
    while (end > from && text[end - 1] === "`") end -= 1;
    for (const [run] of text.slice(from, end).matchAll(/`+/g)) ticks = afterRun(run);
    from = end;
    return (end === at ? ticks : afterRun(text.slice(end, at))) !== "";
  };
}

/** Opens or closes a fence if a line is one. */
function readFence(line: string, open: { readonly mark: string; readonly code: boolean }[]): void {
  const [, mark, info = ""] = fenceLine.exec(line) ?? [];
  if (mark === undefined) return;
  const innermost = open.at(-1);
  const closes = innermost !== undefined && info.trim() === "" && mark.startsWith(innermost.mark);
  if (closes) open.pop();
  else if (!innermost?.code) open.push({ mark, code: !markdownFences.test(info.trim()) });
}
