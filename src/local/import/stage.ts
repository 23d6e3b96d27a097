const SAID = {
  reading: "Interrupted. Nothing was sent.",
  uploading: "Interrupted. The server keeps what it has: the same command goes on with it, and --cancel gives it up.",
  working:
    "The server goes on with the import by itself. The same command follows it again; with --cancel it is taken back.",
};

/** The progress of a command, which decides what becomes of the import when it is interrupted. */
export class Stage {
  now: keyof typeof SAID = "reading";

  /** Says what goes on without the command. */
  tell() {
    process.stderr.write(`\n${SAID[this.now]}\n`);
  }
}
