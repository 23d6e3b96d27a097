import { code, counted, lines, link, listed, paragraphs, quote, truncate } from "./compose.ts";
import { matches } from "./event-filter.ts";

/** The words that services with repositories share (webhooks.md 4). */

interface Commit {
  readonly id: string;
  readonly message: string;
  readonly url: string;
  /** The name of its author; "" where it is not known. */
  readonly author: string;
}

interface Push {
  readonly who: string;
  readonly branch: string;
  /** The page that shows the changes. */
  readonly url: string;
  readonly kind: "pushed" | "forced" | "created" | "deleted";
  /** The newest ones; `total` of them, where the service does not send all. */
  readonly commits: readonly Commit[];
  readonly total?: number;
  /** The id of the branch's newest commit, and where it is shown. */
  readonly head: string;
  readonly headUrl?: string;
}

const MAX_COMMITS = 20;
const MAX_AUTHORS = 3;
const HASH = 11;

export const shortHash = (id: string): string => id.slice(0, HASH);

/** The name of a branch or a tag in a reference. */
export const nameOfRef = (ref: string): string => ref.replace(/^refs\/(?:heads|tags)\//, "");

/** Whether pushes to a branch are wanted, by the option `branches=a,b`, with the wildcards of a shell. */
export function isWantedBranch(option: string, branch: string): boolean {
  const wanted = option
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return wanted.length === 0 || wanted.some((pattern) => matches(branch, pattern));
}

/** Tells of a push to a branch. */
export function pushText(push: Push): string {
  const { who, kind, branch, commits, url } = push;
  const name = code(branch);
  if (kind === "deleted") return `${who} deleted branch ${name}.`;
  const count = Math.max(push.total ?? 0, commits.length);
  const head = push.head === "" ? "" : ` Its head is now ${link(shortHash(push.head), push.headUrl ?? url)}.`;
  if (count === 0 && kind === "created") return `${who} ${link("created", url)} branch ${name}.`;
  if (count === 0)
    return `${who} ${link(kind === "forced" ? "force-pushed" : "pushed", url)} to branch ${name}, without new commits.${head}`;
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
    ...shown.map(({ message, id, url }) => `* ${firstLine(message)} (${link(shortHash(id), url)})`),
    more > 0 && `[and ${counted(more, "more commit")}]`,
  );
}

const firstLine = (message: string): string => truncate(message.trim().split("\n", 1)[0] ?? "", 200);

/** The authors of commits, unless all are of the person who has pushed them. */
function authorsOf(who: string, commits: readonly Commit[]): string {
  const counts = new Map<string, number>();
  for (const { author } of commits) if (author !== "") counts.set(author, (counts.get(author) ?? 0) + 1);
  const authors = [...counts].sort(([, a], [, b]) => b - a);
  if (authors.length === 0 || (authors.length === 1 && authors[0]?.[0] === who)) return "";
  const named = authors.slice(0, MAX_AUTHORS).map(([name, count]) => `${name} (${count})`);
  const others = authors.slice(MAX_AUTHORS).reduce((sum, [, count]) => sum + count, 0);
  return `Commits by ${listed(others > 0 ? [...named, `others (${others})`] : named)}.`;
}

/** Tells of a tag that was pushed or removed. */
export const tagText = (who: string, tag: string, url: string, removed: boolean): string =>
  removed ? `${who} removed tag ${code(tag)}.` : `${who} pushed tag ${link(tag, url)}.`;

/** An issue or a pull request, and what was done with it. */
export interface Item {
  readonly who: string;
  /** `opened`, `closed without merging`, ... */
  readonly did: string;
  /** `PR #3`, `issue #7`. */
  readonly name: string;
  readonly title: string;
  readonly url: string;
  /** Whether the title has to be said, because the topic does not say it. */
  readonly titled: boolean;
  /** From which branch it goes to which one. */
  readonly branches?: readonly [source: string, target: string];
  /** Comes after the name: `(assigned to ann)`. */
  readonly more?: string;
  readonly body?: string;
}

export function itemText({ who, did, name, title, url, titled, branches, more = "", body = "" }: Item): string {
  const [source = "", target = ""] = branches ?? [];
  const from = source === "" || target === "" ? "" : ` from ${code(source)} to ${code(target)}`;
  const quoted = quote(body);
  const end = quoted === "" ? "." : ":";
  return paragraphs(
    `${who} ${did} ${link(titled ? `${name} ${title}` : name, url)}${from}${more === "" ? "" : ` ${more}`}${end}`,
    quoted,
  );
}

/** A text with the repository before it, where the topic does not name it. */
export const inRepository = (namesSubject: boolean, repository: string, url: string, text: string): string =>
  namesSubject ? `[${link(repository, url)}] ${text}` : text;
