import { sizeOfFile } from "../../client/file-size.ts";
import { PICTURE_NAME } from "../../model/formatting/picture-classes.ts";
import { fileKind } from "../../model/messages/file-kind.ts";
import { fileSize } from "../../words/file-size.ts";
import { beside } from "./beside.ts";

const isBreak = (node: ChildNode | null): boolean => node === null || node.nodeName === "BR";

/** Shows links to uploaded files as cards with kind and size, if they are alone on their line. */
export function showFiles(root: HTMLElement): void {
  const shown = new Set([...root.querySelectorAll<HTMLMediaElement>("audio, video")].map(({ src }) => src));
  const links = root.querySelectorAll<HTMLAnchorElement>(`p > a[href^="/user_uploads/"]:not(.${PICTURE_NAME})`);
  // Neighbors are determined for all links first, because showing a card removes the line breaks around its link.
  const found = [...links].map(
    (link) => [link, [beside(link, "previousSibling"), beside(link, "nextSibling")]] as const,
  );
  for (const [link, sides] of found) if (sides.every(isBreak) && !shown.has(link.href)) showCard(link, sides);
}

/**
 * Turns a link into a card. The kind and size are in attributes, so that they aren't copied with the message's text.
 */
function showCard(link: HTMLAnchorElement, breaks: readonly (ChildNode | null)[]): void {
  for (const one of breaks) one?.remove();
  const name = document.createElement("span");
  name.append(...link.childNodes);
  link.append(name);
  link.classList.add("content-file");
  link.dataset["kind"] = fileKind(link.pathname);
  link.dataset["size"] = "";
  void sizeOfFile(link.pathname).then((bytes) => {
    if (bytes !== undefined) link.dataset["size"] = fileSize(bytes);
  });
}
