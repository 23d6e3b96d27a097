/** An email that the Worker of these tests sends. */
export interface Trial {
  /** The mail server, in the form of MAIL_URL. */
  readonly address: string;
  readonly envelope: { readonly from: string; readonly to: string };
  readonly letter: string;
  readonly patience: { readonly stepMs: number; readonly takeMs: number };
}

/** The SMTP conversation, and why the email was not sent. */
export interface Told {
  readonly heard: string[];
  readonly error?: { readonly message: string; readonly said: string; readonly refuses: string };
}
