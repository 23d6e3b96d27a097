import type { WebhookMessage } from "../integration.ts";
import { code, counted, firstLine, joinItems, lines, link, listItem, paragraphs, quote, truncate } from "./compose.ts";
import { matches } from "./event-filter.ts";

/** Message texts shared by services with repositories (webhooks.md 4). */

interface Commit {
  readonly id: string;
  readonly message: string;
  readonly url: string;
  /** Author's name; "" if unknown. */
  readonly author: string;
}

interface Push {
  readonly who: string;
  readonly branch: string;
  /** Page with the changes. */
  readonly url: string;
  readonly kind: "pushed" | "forced" | "created" | "deleted";
  /**
   * The newest commits, or undefined if they are unknown. `total` counts all of them if the service doesn't send all.
   */
  readonly commits: readonly Commit[] | undefined;
  readonly total?: number;
  /** Id of the branch's newest commit, and its page. */
  readonly head: string;
  readonly headUrl?: string;
}

const MAX_COMMITS = 20;
const MAX_AUTHORS = 3;
const HASH = 11;

export const shortHash = (id: string): string => id.slice(0, HASH);

export const nameOfRef = (ref: string): string => ref.replace(/^refs\/(?:heads|tags)\//, "");

/** Encodes the name of a branch or tag for the path of a URL. */
export const pathOfRef = (ref: string): string => ref.split("/").map(encodeURIComponent).join("/");

/** Whether pushes to a branch are wanted, according to the option `branches=a,b`, with shell wildcards. */
export function isWantedBranch(option: string, branch: string): boolean {
  const wanted = option
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return wanted.length === 0 || wanted.some((pattern) => matches(branch, pattern));
}

export function pushText(push: Push): string {
  const { who, kind, branch, commits = [], url } = push;
  const name = code(branch);
  if (kind === "deleted") return `${who} deleted branch ${name}.`;
  const count = Math.max(push.total ?? 0, commits.length);
  const head = push.head === "" ? "" : ` Its head is now ${link(shortHash(push.head), push.headUrl ?? url)}.`;
  if (count === 0 && kind === "created") return `${who} ${link("created", url)} branch ${name}.`;
  const without = push.commits === undefined ? "" : ", without new commits";
  if (count === 0)
    return `${who} ${link(kind === "forced" ? "force-pushed" : "pushed", url)} to branch ${name}${without}.${head}`;
  const what = counted(count, "commit");
  const said = {
    pushed: `${who} ${link("pushed", url)} ${what} to branch ${name}.`,
    forced: `${who} ${link("force-pushed", url)} ${what} to branch ${name}.${head}`,
    created: `${who} ${link("pushed", url)} the new branch ${name} with ${what}.`,
  }[kind];
  return paragraphs(lines(said, authorsOf(who, commits)), commitList(commits, count));
}

function commitList(commits: readonly Commit[], count: number): string {
  const shown = commits.slice(0, MAX_COMMITS);
  const more = count - shown.length;
  return lines(
    ...shown.map(({ message, id, url }) =>
      listItem(`${truncate(firstLine(message), 200)} (${link(shortHash(id), url)})`.trimStart()),
    ),
    more > 0 && `[and ${counted(more, "more commit")}]`,
  );
}

/** Lists the authors of commits, unless all are by the user who pushed them. */
function authorsOf(who: string, commits: readonly Commit[]): string {
  const counts = new Map<string, number>();
  for (const { author } of commits) if (author !== "") counts.set(author, (counts.get(author) ?? 0) + 1);
  const authors = [...counts].sort(([, a], [, b]) => b - a);
  if (authors.length === 0 || (authors.length === 1 && authors[0]?.[0] === who)) return "";
  const named = authors.slice(0, MAX_AUTHORS).map(([name, count]) => `${name} (${count})`);
  const others = authors.slice(MAX_AUTHORS).reduce((sum, [, count]) => sum + count, 0);
  return `Commits by ${joinItems(others > 0 ? [...named, `others (${others})`] : named)}.`;
}

export const tagText = (who: string, tag: string, url: string, removed: boolean): string =>
  removed ? `${who} removed tag ${code(tag)}.` : `${who} pushed tag ${link(tag, url)}.`;

export interface Item {
  readonly who: string;
  /** What someone did, such as `opened` or `closed without merging`. */
  readonly did: string;
  /** Kind and number of the item, such as `PR #3` or `issue #7`. */
  readonly name: string;
  readonly title: string;
  readonly url: string;
  /** Whether to include the title, because it isn't in the topic. */
  readonly titled: boolean;
  readonly branches?: readonly [source: string, target: string];
  /** Shown after the name: `(assigned to ann)`. */
  readonly more?: string;
  readonly body?: string;
}

/** Code, or a comment that forges don't show, such as the questions of an issue template. */
const CODE_OR_COMMENT = /(```[\s\S]*?(?:```|$)|`[^`\n]+`)|<!--[\s\S]*?(?:-->|$)/g;

/** Quotes a text that a forge shows as Markdown. */
export const quoteBody = (markdown: string): string =>
  quote(markdown.replace(CODE_OR_COMMENT, "$1").replace(/^\s*\n/, ""));

export function itemText({ who, did, name, title, url, titled, branches, more = "", body = "" }: Item): string {
  const [source = "", target = ""] = branches ?? [];
  const from = source === "" || target === "" ? "" : ` from ${code(source)} to ${code(target)}`;
  const quoted = quoteBody(body);
  const end = quoted === "" ? "." : ":";
  return paragraphs(
    `${who} ${did} ${link(titled ? `${name} ${title}` : name, url)}${from}${more === "" ? "" : ` ${more}`}${end}`,
    quoted,
  );
}

/** Prefixes a message's text with the repository, if the topic doesn't name it. */
export const inRepository = (message: WebhookMessage, namesSubject: boolean, repository: string, url: string) =>
  namesSubject ? { ...message, content: `[${link(repository, url)}] ${message.content}` } : message;
