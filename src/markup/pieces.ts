/** A parsed message: plain data that the Worker sends to the realm and the realm stores. */
export interface Markup {
  readonly pieces: readonly Piece[];
  readonly isMe: boolean;
  readonly channelWildcard: boolean;
  readonly topicWildcard: boolean;
  /** Link targets that are uploads if their host is the realm's. */
  readonly uploads: readonly string[];
}

/** Finished HTML, or a hole that only the organization can fill. */
export type Piece = string | Hole;

export type Hole = TextHole | UserHole | GroupHole | ChannelHole | LinkHole | CodeHole | MathHole | PreviewedHole;

/** Text that still has to be searched for linkifiers, emoji and emoticons. */
export interface TextHole {
  readonly hole: "text";
  readonly text: string;
  /**
   * True if an element is right before the text, so that the text's start isn't a boundary for linkifiers and
   * emoticons.
   */
  readonly glued?: boolean;
  /** True for a link's text, which can't contain another link. */
  readonly inLink?: boolean;
}

interface MentionHole {
  /** Name as written, with `|id` if it has one. */
  readonly name: string;
  readonly silent: boolean;
  /** Text shown if no user or group has that name. */
  readonly otherwise: readonly Piece[];
}

export interface UserHole extends MentionHole {
  readonly hole: "user";
}

export interface GroupHole extends MentionHole {
  readonly hole: "group";
}

/** `#**name**`, `#**name>topic**` or `#**name>topic@message**`. */
export interface ChannelHole {
  readonly hole: "channel";
  readonly name: string;
  /** True inside a link, where the channel is shown as text. */
  readonly inLink?: boolean;
  readonly otherwise: readonly Piece[];
}

/** A link whose target may be in the organization itself. */
export interface LinkHole {
  readonly hole: "link";
  readonly href: string;
  readonly label: string;
  readonly content: readonly Piece[];
  /** True if written as an image, `![label](href)`. It is rendered as one if the target is an uploaded image. */
  readonly image?: boolean;
}

export interface CodeHole {
  readonly hole: "code";
  readonly code: string;
  /** Language named by the fence. Without one, the realm's default applies. */
  readonly language?: string;
  /** Finished block, highlighted in the language that the parser assumed to be the realm's default. */
  readonly supposed?: { readonly language: string; readonly html: string };
  /** Language named by the first line of the code, used if neither the fence nor the realm names one. */
  readonly headed?: { readonly language: string; readonly code: string; readonly html?: string };
}

export interface MathHole {
  readonly hole: "math";
  readonly tex: string;
  readonly display: boolean;
}

export interface PreviewLink {
  readonly href: string;
  /** The link's text, unless it is its URL. */
  readonly title?: string;
  /** True if written as an image, which has no preview other than itself. */
  readonly image?: boolean;
}

/** Content followed by the previews of its links. */
export interface PreviewedHole {
  readonly hole: "previewed";
  readonly content: readonly Piece[];
  readonly links: readonly PreviewLink[];
  /** True if the content is only a bare link, so that a preview replaces it (markdown.md 3). */
  readonly replaceable: boolean;
}

/** Collects pieces, merging adjacent finished HTML. */
export class PieceWriter {
  readonly pieces: Piece[] = [];

  html(html: string): void {
    const last = this.pieces.length - 1;
    const before = this.pieces[last];
    if (typeof before === "string") this.pieces[last] = before + html;
    else if (html) this.pieces.push(html);
  }

  hole(hole: Hole): void {
    this.pieces.push(hole);
  }

  all(pieces: readonly Piece[]): void {
    for (const piece of pieces) {
      if (typeof piece === "string") this.html(piece);
      else this.hole(piece);
    }
  }
}
