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

/** What is known of an uploaded file that a message links to. */
export type UploadPreview =
  | {
      readonly kind: "image";
      readonly content_type: string;
      readonly width: number;
      readonly height: number;
      readonly animated: boolean;
      /** `/user_uploads/thumbnail/…/840x560.webp` */
      readonly thumbnail_url: string;
    }
  | { readonly kind: "video" }
  | { readonly kind: "audio" };

/**
 * Everything of a rendered message that depends on the organization and on the
 * sender. Each look-up answers only with what the sender may see.
 */
export interface MarkupNames {
  /** `https://chat.example.com`, without a slash at the end. */
  readonly realmUrl: string;
  readonly translateEmoticons: boolean;
  /** As in the realm's `default_code_block_language`; empty for none. */
  readonly defaultCodeLanguage: string;
  readonly linkifiers: readonly Linkifier[];
  /** The user of lowest id with that name, whatever the case of its letters. */
  userByName(name: string): MarkupUser | undefined;
  userById(id: number): MarkupUser | undefined;
  /** Also by `role:…` names; only groups that can be mentioned. */
  groupByName(name: string): MarkupGroup | undefined;
  channelByName(name: string): MarkupChannel | undefined;
  /** For `/with/ID`: the newest message there that the sender may read. */
  newestMessageInTopic(channelId: number, topic: string): number | undefined;
  /** Active custom emoji and the server's extra emoji. */
  customEmoji(name: string): CustomEmoji | undefined;
  /** By path id, as in /user_uploads/PATH_ID. Undefined: unknown, or previews are off. */
  uploadPreview(pathId: string): UploadPreview | undefined;
}

/** Knows nobody and nothing: for previews outside an organization, and for tests. */
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
  uploadPreview: () => undefined,
};
