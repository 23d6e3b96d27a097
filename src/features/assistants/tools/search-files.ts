import * as v from "valibot";
import { charactersFor, fittingFirst } from "./budget.ts";
import { inOneLine } from "./clean.ts";
import { conversationName, conversationNamed, conversationOfMessage, narrowOf } from "./conversation.ts";
import { messageData, newestMessages } from "./messages.ts";
import { personNamed } from "./people-list.ts";
import { secondsOf, timeIn } from "./times.ts";
import { conversationText, DEFAULT_TOKENS, time, tool, upTo, words } from "./tool.ts";
import { nameInHead, UPLOAD } from "./transcript.ts";

/** Number of newest messages with files that are searched. */
const RECENT_SCAN_SIZE = 500;
const SHOWN = 200;

export const searchFiles = tool({
  name: "search_files",
  description:
    "Find files in messages, newest first, by part of their name: name, sender, conversation, and the resource to read.",
  input: v.strictObject({
    query: v.optional(words(200)),
    in: v.optional(conversationText),
    from: v.optional(words(200)),
    after: v.optional(time),
    limit: upTo(50),
  }),
  scope: "files",
  trialData: { files: [] },
  async run({ caller, args }) {
    const narrow = [
      { operator: "has", operand: "attachment" },
      ...(args.in === undefined ? [] : narrowOf((await conversationNamed(caller, args.in)).conversation, caller)),
      ...(args.from === undefined ? [] : [{ operator: "sender", operand: await personNamed(caller, args.from) }]),
    ];
    const after = args.after === undefined ? 0 : secondsOf("after", args.after, caller.timezone);
    const { messages } = await newestMessages(caller, narrow, RECENT_SCAN_SIZE);
    const wanted = (args.query ?? "").trim().toLowerCase();
    const found = [...messages].reverse().flatMap((message) =>
      [...message.content.matchAll(UPLOAD)].flatMap(([, name = "", path = ""]) => {
        const shown = inOneLine(name || (path.split("/").at(-1) ?? ""));
        if (message.timestamp < after || !shown.toLowerCase().includes(wanted)) return [];
        const when = timeIn(message.timestamp, caller.timezone).replace("T", " ");
        const by = `[${message.id} ${nameInHead(message.sender_full_name)} ${when}]`;
        const line = `${shown}  parley://file/${inOneLine(path)}  ${by} ${conversationName(conversationOfMessage(caller, message))}`;
        return [{ line, data: { name: shown, path: inOneLine(path), message: messageData(message, caller, SHOWN) } }];
      }),
    );
    const wantedLines = found.slice(0, args.limit ?? 15).map(({ line }) => line);
    const lines = fittingFirst(wantedLines, charactersFor(DEFAULT_TOKENS) - 100);
    const data = { files: found.slice(0, lines.length).map((one) => one.data) };
    if (lines.length === 0) return { text: "No files found.", data };
    const left = found.length - lines.length;
    return {
      text: [...lines, ...(left > 0 ? [`— ${left} more: say more of the name, or a larger limit`] : [])].join("\n"),
      data,
    };
  },
});
