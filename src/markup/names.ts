interface MarkupUser {
  readonly id: number;
  readonly full_name: string;
  /** A deactivated user is shown, but not notified. */
  readonly is_active?: boolean;
}

interface MarkupGroup {
  readonly id: number;
  /** Name to show: "core team", or "Administrators" for role:administrators. */
  readonly name: string;
  readonly deactivated?: boolean;
}

interface MarkupChannel {
  readonly id: number;
  readonly name: string;
}

export interface CustomEmoji {
  readonly name: string;
  readonly source_url: string;
}

export interface Linkifier {
  readonly id: number;
  readonly pattern: string;
  readonly url_template: string;
}

/** Preview of an upload, shown next to a link to it or, for audio, in place of the link. */
export type UploadPreview =
  | {
      readonly kind: "image";
      readonly content_type: string;
      readonly width: number;
      readonly height: number;
      readonly animated: boolean;
      /** `/user_uploads/thumbnail/…/840x560.webp`, or the image's own URL if there are no thumbnails. */
      readonly thumbnail_url: string;
    }
  | { readonly kind: "video" }
  | { readonly kind: "audio" };

export interface LinkCard {
  /** Empty if the page has none. The same applies to the description. */
  readonly title: string;
  readonly description: string;
  /** URL on this server for loading the page's image. */
  readonly image_url: string;
}

/** Lookups in the organization to fill the holes of parsed Markdown. Each finds only what the sender can see. */
export interface MarkupNames {
  /** `https://chat.example.com`, without a trailing slash. */
  readonly realmUrl: string;
  readonly translateEmoticons: boolean;
  /** The realm's `default_code_block_language`; empty for none. */
  readonly defaultCodeLanguage: string;
  readonly linkifiers: readonly Linkifier[];
  /** Finds a user by full name, ignoring case. If several match, returns the one with the lowest id. */
  userByName(name: string): MarkupUser | undefined;
  userById(id: number): MarkupUser | undefined;
  /** Finds a mentionable group by its name or as `role:…`. */
  groupByName(name: string): MarkupGroup | undefined;
  channelByName(name: string): MarkupChannel | undefined;
  /** Newest message of a topic that the sender can read, for `/with/ID` in a link to the topic. */
  newestMessageInTopic(channelId: number, topic: string): number | undefined;
  /** Active custom emoji, and the server's extra emoji. */
  customEmoji(name: string): CustomEmoji | undefined;
  /** Preview of an upload by its path id, as in /user_uploads/PATH_ID, or undefined to show it only as a link. */
  uploadPreview(pathId: string): UploadPreview | undefined;
  /** URL for loading another site's image or video, or undefined to show it only as a link. */
  externalMedia(url: string): string | undefined;
  /** Link preview of a page or video: null if it has none, undefined if it isn't known yet. */
  linkCard(url: string): LinkCard | null | undefined;
}

/** For texts whose links get no previews. */
export const noPreviews = {
  uploadPreview: () => undefined,
  externalMedia: () => undefined,
  linkCard: () => null,
} as const satisfies Partial<MarkupNames>;

/** Lookups that find nothing: for text outside an organization, and as defaults. */
export const noNames: MarkupNames = {
  realmUrl: "",
  translateEmoticons: false,
  defaultCodeLanguage: "",
  linkifiers: [],
  userByName: () => undefined,
  userById: () => undefined,
  groupByName: () => undefined,
  channelByName: () => undefined,
  newestMessageInTopic: () => undefined,
  customEmoji: () => undefined,
  ...noPreviews,
};
