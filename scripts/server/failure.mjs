/** An end that the user can do something about: told in one line, without a stack trace. */
export class Failure extends Error {
  /** @param {string} message @param {number} [status] */
  constructor(message, status = 1) {
    super(message);
    this.status = status;
  }
}
