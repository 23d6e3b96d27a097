/** Maps from ids in the archive to ids in the organization. */
export interface IdMaps {
  readonly users: ReadonlyMap<number, number>;
  readonly channels: ReadonlyMap<number, number>;
  /** Offset to add to message ids, and the first and last id of the archive's messages. */
  readonly messages: { readonly offset: number; readonly first: number; readonly last: number };
  /** URLs of the archived organization and of the one it is imported into, without a trailing slash. */
  readonly sites: { readonly from: string; readonly to: string };
}

interface Rewrite {
  readonly maps: IdMaps;
  readonly uploadPath: (path: string) => string;
}

/** Rewrites the ids in a message's source. In code, only upload paths are rewritten. */
export function rewriteReferences(source: string, { maps, uploadPath }: Rewrite): string {
  if (!MAY_REFER.test(source)) return source;
  const withUploads = source.replace(UPLOAD, (all, site: string | undefined, path: string) =>
    isForeignSite(site, maps) ? all : `${siteOf(site, maps)}/user_uploads/${uploadPath(path)}`,
  );
  if (!MAY_NAME_IDS.test(withUploads)) return withUploads;
  let text = "";
  for (const { isCode, part } of splitCode(withUploads)) text += isCode ? part : rewriteIds(part, maps);
  return text;
}

const MAY_REFER = /@_?\*\*|#\*\*|#narrow|user_uploads\//;
const MAY_NAME_IDS = /\||#\*\*|#narrow/;

/** An upload path, optionally as an absolute URL. */
const UPLOAD =
  /(https?:\/\/[^\s/()<>"']{1,255})?\/user_uploads\/(?!thumbnail\/|temporary\/|download\/)([\w%.-]+(?:\/[\w%.~+-]+){1,5})/g;

/** Returns the upload paths in a text's links, which can be relative or on the given site. */
export const uploadPathsIn = (source: string, site: string): string[] =>
  [...source.matchAll(UPLOAD)].flatMap(([, from, path = ""]) =>
    from === undefined || (site !== "" && from.toLowerCase() === site.toLowerCase()) ? [path] : [],
  );

const MENTION = /(@_?\*\*[^*\n|]*\|)(\d{1,16})(\*\*)/g;
/** Doesn't check for the `>` after the channel's name, so that text full of `>` is scanned only once. */
const CHANNEL_MESSAGE = /(#\*\*[^*\n]+@)(\d{1,16})(\*\*)/g;
const NARROW = /(https?:\/\/[^\s/()<>"']{1,255}\/|\/)?(#narrow\/[^\s)\]>"']+)/g;

/** True if a URL points to a site other than the archive's, so that its target isn't in the archive. */
const isForeignSite = (site: string | undefined, { sites }: IdMaps) =>
  site !== undefined &&
  site !== "/" &&
  (sites.from === "" || site.replace(/\/$/, "").toLowerCase() !== sites.from.toLowerCase());
const siteOf = (site: string | undefined, { sites }: IdMaps) => (site === undefined ? "" : sites.to);

function rewriteIds(text: string, maps: IdMaps): string {
  return text
    .replace(MENTION, (all, head: string, id: string, tail: string) =>
      replaced(all, head, maps.users.get(Number(id)), tail),
    )
    .replace(CHANNEL_MESSAGE, (all, head: string, id: string, tail: string) =>
      head.indexOf(">", "#**".length + 1) < 0 ? all : replaced(all, head, messageId(Number(id), maps), tail),
    )
    .replace(NARROW, (all, site: string | undefined, link: string) => {
      if (isForeignSite(site, maps)) return all;
      const before = site === undefined || site === "/" ? (site ?? "") : `${maps.sites.to}/`;
      return `${before}${rewriteNarrow(link, maps)}`;
    });
}

const replaced = (all: string, head: string, id: number | undefined, tail: string) =>
  id === undefined ? all : `${head}${id}${tail}`;

const messageId = (id: number, { messages: { offset, first, last } }: IdMaps): number | undefined =>
  id >= first && id <= last ? id + offset : undefined;

/** Rewrites the ids in the operands of a narrow link, such as `channel/5-general`, `near/7` and `dm/3,4-group`. */
function rewriteNarrow(link: string, maps: IdMaps): string {
  const parts = link.split("/");
  for (let at = 1; at + 1 < parts.length; at += 2) {
    const operand = parts[at + 1] ?? "";
    parts[at + 1] = rewriteOperand((parts[at] ?? "").replace(/^-/, ""), operand, maps);
  }
  return parts.join("/");
}

function rewriteOperand(operator: string, operand: string, maps: IdMaps): string {
  switch (operator) {
    case "channel":
    case "stream":
      return operand.replace(/^\d{1,16}(?=-|$)/, (id) => String(maps.channels.get(Number(id)) ?? id));
    case "near":
    case "with":
    case "id":
      return operand.replace(/^\d{1,16}(?=$|\D)/, (id) => String(messageId(Number(id), maps) ?? id));
    case "dm":
    case "pm-with":
    case "dm-including":
    case "group-pm-with":
    case "sender":
      return operand.replace(/^\d{1,16}(?:(?:,|%2C)\d{1,16})*(?=-|$)/i, (list) =>
        list
          .split(/(,|%2C)/i)
          .map((id) => maps.users.get(Number(id)) ?? id)
          .join(""),
      );
    default:
      return operand;
  }
}

interface PartOfText {
  readonly isCode: boolean;
  readonly part: string;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})([^\n`]*)$/;
/** Fences that contain Markdown. */
const HOLDS_MARKDOWN = /^(?:quote|spoiler)\b/i;

/** Splits a text into code (in fences or between backticks) and everything else. */
function* splitCode(text: string): Generator<PartOfText> {
  /** Open fences, outermost first. No other fence can open inside a code fence. */
  const open: { mark: string; isCode: boolean }[] = [];
  let plain = "";
  for (const line of text.split(/(?<=\n)/)) {
    const [, mark, info = ""] = FENCE.exec(line.replace(/\r?\n$/, "")) ?? [];
    const inner = open.at(-1);
    const isEnd = mark !== undefined && inner !== undefined && closes(mark, info, inner.mark);
    const isBegin = mark !== undefined && !isEnd && inner?.isCode !== true;
    if (isEnd) open.pop();
    else if (isBegin) open.push({ mark, isCode: !HOLDS_MARKDOWN.test(info.trim()) });
    if (!isEnd && !isBegin && inner?.isCode !== true) {
      plain += line;
      continue;
    }
    yield* spansOf(plain);
    plain = "";
    yield { isCode: true, part: line };
  }
  yield* spansOf(plain);
}

const closes = (mark: string, info: string, opened: string) =>
  info.trim() === "" && mark[0] === opened[0] && mark.length >= opened.length;

/** Splits a line into text and code spans: code between two backtick runs of equal length (CommonMark 6.1). */
function* spansOf(text: string): Generator<PartOfText> {
  let at = 0;
  let from = 0;
  while (at < text.length) {
    const begin = text.indexOf("`", at);
    if (begin < 0) break;
    const run = runAt(text, begin);
    const end = endOfSpan(text, begin + run, run);
    if (end === undefined) {
      at = begin + run;
      continue;
    }
    yield { isCode: false, part: text.slice(from, begin) };
    yield { isCode: true, part: text.slice(begin, end) };
    at = end;
    from = end;
  }
  yield { isCode: false, part: text.slice(from) };
}

function runAt(text: string, at: number): number {
  let length = 0;
  while (text[at + length] === "`") length += 1;
  return length;
}

function endOfSpan(text: string, from: number, run: number): number | undefined {
  for (let at = text.indexOf("`", from); at >= 0; ) {
    const length = runAt(text, at);
    if (length === run) return at + length;
    at = text.indexOf("`", at + length);
  }
  return undefined;
}
