import * as v from "valibot";
import { charactersFor, fittingFirst } from "./budget.ts";
import { callEndpoint } from "./caller.ts";
import { channelNamed, channelsOf } from "./channels.ts";
import { cleaned, inOneLine, truncate } from "./clean.ts";
import { DEFAULT_TOKENS, format, tool, words } from "./tool.ts";

interface Pin {
  readonly topic_name?: string;
  readonly message_id?: number;
  readonly url?: string;
  readonly title?: string;
}

export const readBoard = tool({
  name: "read_board",
  description: "Read the board of a channel: the page its people keep, and what they pinned.",
  input: v.strictObject({ channel: words(200), format }),
  scope: "read",
  trialData: { page: "", pins: [] },
  async run({ caller, args }) {
    const { name, stream_id } = channelNamed(await channelsOf(caller), args.channel.replace(/^#/, ""));
    const board = await callEndpoint<{ pins: Pin[]; page: { content: string } }>(
      caller,
      `GET /streams/${stream_id}/board`,
      { allow_empty_topic_name: true },
    );
    const most = charactersFor(DEFAULT_TOKENS);
    const page = truncate(cleaned(board.page.content), most / 2);
    const lines = fittingFirst(
      board.pins.map((pin) => lineOf(inOneLine(name), pin)),
      most - page.length - 200,
    );
    const left = board.pins.length - lines.length;
    const pinned = board.pins.slice(0, lines.length).map(({ topic_name, message_id, url, title }) => ({
      ...(topic_name !== undefined && { topic: inOneLine(topic_name) }),
      ...(message_id !== undefined && { message: message_id }),
      ...(url !== undefined && { url, title: inOneLine(title ?? url) }),
    }));
    const text = [page, ...lines, ...(left > 0 ? [`— ${left} more pins`] : [])].filter((one) => one !== "").join("\n");
    return { text: text === "" ? "Nothing is on this board." : text, data: { page, pins: pinned } };
  },
});

function lineOf(channel: string, { topic_name, message_id, url, title }: Pin): string {
  if (topic_name !== undefined) return `pinned: #${channel} > ${inOneLine(topic_name) || "general chat"}`;
  return message_id === undefined ? `pinned: ${inOneLine(title ?? "")} ${url}` : `pinned: message ${message_id}`;
}
