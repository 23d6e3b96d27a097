import type { Api } from "../../../client/client.ts";

/** The number of messages in one request. */
const PAGE = 1000;

interface Page {
  readonly messages: readonly { readonly id: number }[];
  readonly found_newest: boolean;
}

/** The parts of the file besides the messages: the name of each in the file, and its path in the API. */
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
 * Collects the data of the user's own account: the messages that the user has sent, as Markdown, and the parts above. It
 * makes the same requests as the rest of the client, page by page. The result is lines of JSON.
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
