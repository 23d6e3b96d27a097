/** Parts of another program's export, and the board that they become. */
export interface BoardSample {
  /** Fields of the only channel of a Slack export. */
  readonly channels?: object;
  /** Further lists of a Slack export, by file name. */
  readonly members?: Readonly<Record<string, readonly unknown[]>>;
  readonly uploads?: Readonly<Record<string, string>>;
  /** The responses of Slack's methods. If undefined, there is no token. */
  readonly online?: Readonly<Record<string, object>>;
  /** Lines of a Mattermost export, after those of its team, its channel and its users. */
  readonly lines?: readonly unknown[];
  /** The expected pins. Instead of a message's id, `message` is its text. */
  readonly pins?: readonly object[];
  readonly pages?: readonly object[];
  readonly files?: Readonly<Record<string, string>>;
  /** Counts of the pins and canvases left out, by reason. */
  readonly leftOut?: Readonly<Record<string, number>>;
}
