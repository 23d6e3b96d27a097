import type { Client } from "../../client/client.ts";
import { hashForRoute } from "../../model/addresses/address.ts";
import { quotation } from "../../model/formatting/fence.ts";
import { markdownOfHtml } from "../../model/formatting/markdown-of-html.ts";
import type { Message } from "../../model/message.ts";
import { mentionOf } from "../../model/people/people-by-name.ts";
import { userById } from "../../model/people/users.ts";
import { conversationOf, placeOfConversation } from "../../model/routes/conversation.ts";
import { composeWords } from "../../words/compose.ts";
import { attempt } from "../attempt.ts";
import { compositionOf } from "./composition.ts";
import { sourceOf } from "./editing/edit-message.ts";

/** Returns the selected part of an element as Markdown, or undefined if nothing in it is selected. */
function selectedMarkdown(element: Element | undefined): string | undefined {
  const selection = getSelection();
  if (element === undefined || selection === null || selection.isCollapsed) return undefined;
  const range = selection.getRangeAt(0);
  if (!element.contains(range.commonAncestorContainer)) return undefined;
  const markdown = markdownOfHtml(range.cloneContents());
  return markdown === "" ? undefined : markdown;
}

async function quotationOf(client: Client, message: Message, selected: string | undefined): Promise<string> {
  const state = client.watch();
  const place = { ...placeOfConversation(conversationOf(message, state.user_id)), near: message.id };
  const sender = userById(state, message.sender_id);
  return quotation({
    sender: sender === undefined ? `**${message.sender_full_name}**` : mentionOf(state, sender, "silent"),
    address: `${location.origin}/${hashForRoute(place, state)}`,
    said: composeWords().said,
    content: selected ?? (await sourceOf(client, message)).text,
  });
}

/** Replies to a message, quoting the selected part of its content, or all of it. */
export async function quoteMessage(client: Client, message: Message, content?: Element): Promise<void> {
  const selected = selectedMarkdown(content);
  const composition = compositionOf(client);
  composition.replyTo(message);
  const insert = composition.inserter();
  await attempt(client, async () => insert(await quotationOf(client, message, selected)));
}

/** Starts a message that quotes this one. Its target is still to be chosen. */
export const forwardMessage = (client: Client, message: Message) =>
  attempt(client, async () => compositionOf(client).startForward(await quotationOf(client, message, undefined)));
