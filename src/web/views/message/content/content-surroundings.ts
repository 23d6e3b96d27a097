/** The facts and actions that the content of messages depends on. */
export interface ContentSurroundings {
  readonly me: number;
  /** The present name of a person; undefined for unknown people. */
  nameOf(user: number): string | undefined;
  /** The present name of a group; undefined for system groups, whose names are internal. */
  groupName(group: number): string | undefined;
  channelName(channel: number): string | undefined;
  /** Whether the user is a member of a group, and so is called by mentions of it. */
  isMemberOf(group: number): boolean;
  readonly emojiAsText: boolean;
  /** When animated pictures move. */
  readonly animates: "always" | "on_hover" | "never";
  readonly alertWords: readonly string[];
  /** The playgrounds for code in a language. */
  playgroundsOf(language: string): readonly { readonly name: string; readonly url_template: string }[];
  /** Opens the card of a person beside an element. */
  openUser(user: number, anchor: HTMLElement): void;
  openGroup(group: number, anchor: HTMLElement): void;
}
