/** A letter that the Worker of these tests sends. */
export interface Trial {
  /** The mail server, as MAIL_URL has it. */
  readonly address: string;
  readonly envelope: { readonly from: string; readonly to: string };
  readonly letter: string;
  readonly patience: { readonly stepMs: number; readonly takeMs: number };
}

/** The conversation with the mail server, and why the letter was not sent. */
export interface Told {
  readonly heard: string[];
  readonly error?: { readonly message: string; readonly said: string; readonly refuses: string };
}
