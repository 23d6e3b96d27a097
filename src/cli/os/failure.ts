/** An error the user can do something about. It ends the process with one line, without a stack trace. */
export class Failure extends Error {
  readonly status: number;

  constructor(message: string, status = 1) {
    super(message);
    this.status = status;
  }
}
