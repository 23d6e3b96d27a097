import { effect } from "@preact/signals";
import { decodeOperand } from "../../model/addresses/address.ts";
import type { ContentSurroundings } from "./content-surroundings.ts";

/**
 * Updates the names in a message's mentions and links, also after later renames, and marks alert words. Returns a
 * function that stops this.
 */
export function followNames(root: HTMLElement, surroundings: ContentSurroundings, hasAlertWord: boolean): () => void {
  const end = effect(() => {
    nameMentions(root, surroundings);
    nameChannels(root, surroundings);
  });
  if (hasAlertWord) markAlertWords(root, surroundings.alertWords);
  return end;
}

/** Updates the names in mentions, opens a card when clicked, and highlights mentions of the user. */
function nameMentions(
  root: HTMLElement,
  { me, nameOf, groupName, isMemberOf, openUser, openGroup }: ContentSurroundings,
): void {
  for (const mention of root.querySelectorAll<HTMLElement>(".user-mention")) {
    const id = mention.dataset["userId"];
    const isSilent = mention.classList.contains("silent");
    if (id === "*") {
      mention.classList.toggle("content-calls-me", !isSilent);
      continue;
    }
    const user = Number(id);
    const name = nameOf(user);
    if (name === undefined) continue;
    rename(mention, isSilent ? name : `@${name}`);
    mention.classList.toggle("content-calls-me", user === me && !isSilent);
    makeButton(mention, () => openUser(user, mention));
  }
  for (const mention of root.querySelectorAll<HTMLElement>(".user-group-mention")) {
    const isSilent = mention.classList.contains("silent");
    const group = Number(mention.dataset["userGroupId"]);
    const name = groupName(group);
    if (name !== undefined) rename(mention, isSilent ? name : `@${name}`);
    mention.classList.toggle("content-calls-me", !isSilent && isMemberOf(group));
    makeButton(mention, () => openGroup(group, mention));
  }
  for (const mention of root.querySelectorAll(".topic-mention")) {
    mention.classList.toggle("content-calls-me", !mention.classList.contains("silent"));
  }
}

/** Changes the text only if it differs, because it may contain highlights. */
function rename(mention: HTMLElement, text: string): void {
  if (mention.textContent !== text) mention.textContent = text;
}

function makeButton(element: HTMLElement, press: () => void): void {
  element.setAttribute("role", "button");
  element.setAttribute("aria-haspopup", "dialog");
  element.tabIndex = 0;
  element.onclick = press;
  element.onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    press();
  };
}

const ADDRESS = /#narrow\/(?:channel|stream)\/(\d+)[^/]*(?:\/topic\/([^/]*))?/;

/** Updates channel names in links to channels and topics. */
function nameChannels(root: HTMLElement, { channelName }: ContentSurroundings): void {
  for (const link of root.querySelectorAll("a.stream, a.stream-topic, a.message-link")) {
    const [, id, encoded] = ADDRESS.exec(link.getAttribute("href") ?? "") ?? [];
    const name = id === undefined ? undefined : channelName(Number(id));
    // Keeps the text after the channel's name, such as "@ 💬" or the name of the empty topic.
    const first = link.firstChild;
    const topic = encoded === undefined ? undefined : decodeOperand(encoded);
    if (name === undefined || !(first instanceof Text)) continue;
    const from = topic === undefined ? first.data.length : first.data.indexOf(` > ${topic}`);
    if (from > 0 && first.data.slice(0, from) !== `#${name}`) first.data = `#${name}${first.data.slice(from)}`;
  }
}

const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/** Marks the user's alert words as the server matches them: whole words, ignoring case. */
function markAlertWords(root: HTMLElement, alertWords: readonly string[]): void {
  if (alertWords.length === 0) return;
  // Longest first, because matches don't overlap.
  const any = [...alertWords].sort((a, b) => b.length - a.length).map((word) => word.replace(SPECIAL, "\\$&"));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${any.join("|")})(?![\\p{L}\\p{N}_])`, "giu");
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text && node.data.search(pattern) >= 0 && !isHidden(node)) found.push(node);
  }
  for (const text of found) text.replaceWith(...marked(text.data, pattern));
}

/** True if a text node must not be changed, for example in a formula's hidden source or a mention. */
const isHidden = (text: Text) => text.parentElement?.closest(".katex, .emoji, .user-mention") != null;

function marked(text: string, pattern: RegExp): (string | HTMLElement)[] {
  const parts: (string | HTMLElement)[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const mark = document.createElement("span");
    mark.className = "alert-word";
    mark.textContent = match[0];
    parts.push(text.slice(end, match.index), mark);
    end = match.index + match[0].length;
  }
  return [...parts, text.slice(end)];
}
