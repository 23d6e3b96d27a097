import { escapeText, openTag } from "./html.ts";
import type { MarkupNames } from "./names.ts";
import type { Markup, Piece } from "./pieces.ts";

export interface Mentions {
  /** Who is to be notified; silent mentions are not among them. */
  readonly users: readonly number[];
  readonly groups: readonly number[];
  readonly channelWildcard: boolean;
  readonly topicWildcard: boolean;
}

export interface Rendered {
  readonly html: string;
  readonly mentions: Mentions;
  readonly hasLink: boolean;
  readonly hasImage: boolean;
  readonly hasAttachment: boolean;
  /** Path ids of the uploads that the message links to. */
  readonly attachmentPaths: readonly string[];
  readonly isMe: boolean;
}

/** Fills the holes. Synchronous, so that it can run inside a change. */
export function fillMarkup(markup: Markup, names: MarkupNames): Rendered {
  const users = new Set<number>();
  const fill = (pieces: readonly Piece[]): string => {
    let html = "";
    for (const piece of pieces) {
      if (typeof piece === "string") html += piece;
      else if (piece.hole === "text") html += escapeText(piece.text);
      else {
        const user = piece.id === undefined ? names.userByName(piece.name) : names.userById(piece.id);
        if (!user) {
          html += fill(piece.otherwise);
          continue;
        }
        const silent = piece.silent ? " silent" : "";
        if (!piece.silent) users.add(user.id);
        html += openTag("span", { class: `user-mention${silent}`, "data-user-id": user.id });
        html += `${piece.silent ? "" : "@"}${escapeText(user.full_name)}</span>`;
      }
    }
    return html;
  };
  return {
    html: fill(markup.pieces),
    mentions: { users: [...users], groups: [], channelWildcard: false, topicWildcard: false },
    hasLink: false,
    hasImage: false,
    hasAttachment: false,
    attachmentPaths: [],
    isMe: markup.isMe,
  };
}
