interface MarkupUser {
  readonly id: number;
  readonly full_name: string;
  /** A deactivated user is shown, but not notified. */
  readonly is_active?: boolean;
}

interface MarkupGroup {
  readonly id: number;
  /** The name to show: "core team", or "Administrators" for role:administrators. */
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

/**
 * The preview of an uploaded file, which is shown beside a link to it, or, where it is a sound, in the link's place.
 */
export type UploadPreview =
  | {
      readonly kind: "image";
      readonly content_type: string;
      readonly width: number;
      readonly height: number;
      readonly animated: boolean;
      /** `/user_uploads/thumbnail/…/840x560.webp`; the picture's own where there are no thumbnails. */
      readonly thumbnail_url: string;
    }
  | { readonly kind: "video" }
  | { readonly kind: "audio" };

/** The description that a linked page gives of itself. */
export interface LinkCard {
  /** Empty where it has none, as is the description. */
  readonly title: string;
  readonly description: string;
  /** The address at the server by which readers get its picture. */
  readonly image_url: string;
}

/** The look-ups in the organization by which holes are filled. Each finds only what the sender may see. */
export interface MarkupNames {
  /** `https://chat.example.com`, without a slash at the end. */
  readonly realmUrl: string;
  readonly translateEmoticons: boolean;
  /** The realm's `default_code_block_language`; empty for none. */
  readonly defaultCodeLanguage: string;
  readonly linkifiers: readonly Linkifier[];
  /** The user with that full name, in any case of its letters; of several, the one with the lowest id. */
  userByName(name: string): MarkupUser | undefined;
  userById(id: number): MarkupUser | undefined;
  /** A group that can be mentioned, by its name or as `role:…`. */
  groupByName(name: string): MarkupGroup | undefined;
  channelByName(name: string): MarkupChannel | undefined;
  /** The newest message of a topic that the sender may read, for the `/with/ID` of a link to the topic. */
  newestMessageInTopic(channelId: number, topic: string): number | undefined;
  /** Active custom emoji and the server's extra emoji. */
  customEmoji(name: string): CustomEmoji | undefined;
  /** An uploaded file by its path id, as in /user_uploads/PATH_ID; undefined where it is shown as a link alone. */
  uploadPreview(pathId: string): UploadPreview | undefined;
  /** The address by which readers get a picture or film of another site; undefined where it is shown as a link alone. */
  externalMedia(url: string): string | undefined;
  /** The card of a linked page, or of a film: null where none is shown, undefined where nothing is known of it yet. */
  linkCard(url: string): LinkCard | null | undefined;
}

/** For texts in which links stay links alone. */
export const noPreviews = {
  uploadPreview: () => undefined,
  externalMedia: () => undefined,
  linkCard: () => null,
} as const satisfies Partial<MarkupNames>;

/** Names that find nothing: for text outside an organization, and as defaults. */
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
