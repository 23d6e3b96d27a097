/** A parsed message: plain data, which the Worker sends to the realm and the realm stores. */
export interface Markup {
  readonly pieces: readonly Piece[];
  readonly isMe: boolean;
  readonly channelWildcard: boolean;
  readonly topicWildcard: boolean;
  /** Targets of links that lead to uploaded files, if their host turns out to be the realm's. */
  readonly uploads: readonly string[];
}

/** Finished HTML, or a place that only the organization can fill. */
export type Piece = string | Hole;

export type Hole = TextHole | UserHole | GroupHole | ChannelHole | LinkHole | CodeHole | MathHole | PreviewedHole;

/** Text, in which linkifiers, emoji and emoticons are still to be found. */
export interface TextHole {
  readonly hole: "text";
  readonly text: string;
  /** Whether an element stands right before the text: its start is then no boundary for linkifiers and emoticons. */
  readonly glued?: boolean;
  /** Whether the text is that of a link, which can have no other link in it. */
  readonly inLink?: boolean;
}

interface MentionHole {
  /** The name as written, with `|id` where it has one. */
  readonly name: string;
  readonly silent: boolean;
  /** The text that is shown where no user or group has that name. */
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
  /** Whether it is inside a link, where it is shown as text. */
  readonly inLink?: boolean;
  readonly otherwise: readonly Piece[];
}

/** A link whose target may lead into the organization itself. */
export interface LinkHole {
  readonly hole: "link";
  readonly href: string;
  readonly label: string;
  readonly content: readonly Piece[];
  /** Whether it is written as a picture, `![label](href)`; it is one if the target is an uploaded picture. */
  readonly image?: boolean;
}

export interface CodeHole {
  readonly hole: "code";
  readonly code: string;
  /** The language as the fence names it; without one, the realm's default applies. */
  readonly language?: string;
  /** The finished block in the language that the parser took for the realm's default. */
  readonly supposed?: { readonly language: string; readonly html: string };
  /** The language that the first line of the code names: it applies where neither the fence nor the realm names one. */
  readonly headed?: { readonly language: string; readonly code: string; readonly html?: string };
}

export interface MathHole {
  readonly hole: "math";
  readonly tex: string;
  readonly display: boolean;
}

export interface PreviewLink {
  readonly href: string;
  /** The link's text, where it is not its address. */
  readonly title?: string;
  /** Whether it is written as a picture, which has no preview besides itself. */
  readonly image?: boolean;
}

/** Content and the previews of the links in it, which follow it. */
export interface PreviewedHole {
  readonly hole: "previewed";
  readonly content: readonly Piece[];
  readonly links: readonly PreviewLink[];
  /** Whether the content is a bare link and no more, so that a preview takes its place (markdown.md 3). */
  readonly replaceable: boolean;
}
