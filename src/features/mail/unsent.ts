/**
 * A letter was not sent. What the service has said of it may repeat parts of the letter, and is no part of the message, which
 * is logged.
 */
export class Unsent extends Error {
  constructor(
    message: string,
    readonly said = "",
    /**
     * Whether the service will never take this letter; and whether the reason is the address that it goes to, which says
     * nothing about other letters.
     */
    readonly refuses: "nothing" | "letter" | "address" = "nothing",
  ) {
    super(message);
  }
}

/** The service did not answer in time. */
export class Unanswered extends Unsent {}

/** Hears the conversation with a service for mail, line by line and without secrets. */
export type Hear = (line: string) => void;
