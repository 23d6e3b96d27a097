/**
 * Thrown if an email wasn't sent. The service's response isn't part of the message, which is logged, because it may
 * repeat parts of the email.
 */
export class Unsent extends Error {
  constructor(
    message: string,
    readonly said = "",
    /**
     * What the service refuses permanently: nothing, this email, or its address. Refusing an address says nothing about
     * other emails.
     */
    readonly refuses: "nothing" | "letter" | "address" = "nothing",
  ) {
    super(message);
  }
}

/** Thrown if the service didn't respond in time. */
export class Unanswered extends Unsent {}

/** Receives the conversation with a mail service, line by line and without secrets. */
export type Hear = (line: string) => void;
