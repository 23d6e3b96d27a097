/** A parsed message: plain data, so that it can travel from the Worker to the realm. */
export interface Markup {
  readonly pieces: readonly Piece[];
  readonly isMe: boolean;
  readonly channelWildcard: boolean;
  readonly topicWildcard: boolean;
  /** Targets that lead to uploaded files, if their host is the realm's. */
  readonly uploads: readonly string[];
}

/** Finished HTML, or a place that only the organization can fill. */
export type Piece = string | Hole;

export type Hole = TextHole | UserHole | GroupHole | ChannelHole | LinkHole | CodeHole | MathHole | PreviewedHole;

/** Text, where linkifiers, custom emoji and emoticons may occur. */
export interface TextHole {
  readonly hole: "text";
  readonly text: string;
  /** The text goes on from an element, so nothing in it starts at a boundary by starting the text. */
  readonly glued?: boolean;
  /** The text is that of a link, where no other link can be. */
  readonly inLink?: boolean;
}

interface MentionHole {
  /** As written, with `|id` where it has one. */
  readonly name: string;
  readonly silent: boolean;
  /** What stands there when nobody has that name. */
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
  /** Inside another link, where it can only be text. */
  readonly inLink?: boolean;
  readonly otherwise: readonly Piece[];
}

/** A link whose target may lead into the organization itself. */
export interface LinkHole {
  readonly hole: "link";
  readonly href: string;
  readonly label: string;
  readonly content: readonly Piece[];
}

export interface CodeHole {
  readonly hole: "code";
  readonly code: string;
  /** As written; without it the realm's default language counts. */
  readonly language?: string;
  /** The same block in the language that was thought to be the default. */
  readonly supposed?: { readonly language: string; readonly html: string };
  /** What its first line says of it, where neither the fence nor the realm names a language. */
  readonly headed?: { readonly language: string; readonly code: string; readonly html?: string };
}

export interface MathHole {
  readonly hole: "math";
  readonly tex: string;
  readonly display: boolean;
}

export interface PreviewLink {
  readonly href: string;
  /** Of a link that has a text of its own. */
  readonly title?: string;
}

/** Something with links in it, followed by the previews of those links. */
export interface PreviewedHole {
  readonly hole: "previewed";
  readonly content: readonly Piece[];
  readonly links: readonly PreviewLink[];
  /** The content is but the one bare link, so a preview takes its place (markdown.md 3). */
  readonly replaceable: boolean;
}
