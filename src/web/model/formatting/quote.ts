import { fenceAround } from "./fence.ts";

interface Quoted {
  /** A silent mention of the sender. */
  readonly sender: string;
  readonly address: string;
  readonly content: string;
  /** The word between the sender and the quotation, such as "said". */
  readonly said: string;
}

/** Quotes a message as Markdown, for a reply below it. */
export function quotation({ sender, address, content, said }: Quoted): string {
  const fence = fenceAround(content);
  return `${sender} [${said}](${address}):\n${fence}quote\n${content.trim()}\n${fence}\n`;
}
