import type { Api } from "../../../client/client.ts";

/** So many messages come with one call. */
const PAGE = 1000;

interface Page {
  readonly messages: readonly { readonly id: number }[];
  readonly found_newest: boolean;
}

/** What the file has beside the messages: its name there, and where the API has it. */
const PARTS = {
  profile: "/users/me",
  channels: "/users/me/subscriptions",
  drafts: "/drafts",
  scheduled_messages: "/scheduled_messages",
  reminders: "/reminders",
  saved_snippets: "/saved_snippets",
  alert_words: "/users/me/alert_words",
  files: "/attachments",
} as const;

/**
 * What an account has in the organization: what it has written, as Markdown, or all that it may read in direct messages too,
 * and what it has set. It comes by the same calls as everything that is shown, page by page; the pieces are lines of JSON.
 */
export async function collectOwnData(
  api: Api,
  told: (messages: number) => void,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const [part, path] of Object.entries(PARTS)) {
    const { result: _, msg: __, ...reply } = await api.get(path, {}, { signal });
    lines.push(lineOf(part, reply));
  }
  let anchor = 0;
  let count = 0;
  for (let isEnd = false; !isEnd; ) {
    const page = await api.get<Page>("/messages", messagesAfter(anchor), { signal });
    for (const message of page.messages) lines.push(lineOf("message", message));
    count += page.messages.length;
    told(count);
    anchor = page.messages.at(-1)?.id ?? anchor;
    isEnd = page.found_newest || page.messages.length === 0;
  }
  return lines;
}

const lineOf = (part: string, value: unknown) => `${JSON.stringify({ part, value })}\n`;

const messagesAfter = (anchor: number) => ({
  narrow: [{ operator: "sender", operand: "me" }],
  anchor,
  include_anchor: false,
  num_before: 0,
  num_after: PAGE,
  apply_markdown: false,
  allow_empty_topic_name: true,
  client_gravatar: false,
});
