const SAID = {
  reading: "Interrupted. Nothing was sent.",
  uploading:
    "Interrupted. The server keeps what it has: run the same command again to resume, or with --cancel to give it up.",
  working:
    "The server continues the import by itself. Run the same command to follow it again, or with --cancel to undo it.",
};

/** The progress of a command, which decides what becomes of the import when it is interrupted. */
export class Stage {
  now: keyof typeof SAID = "reading";

  /** Says what goes on without the command. */
  tell() {
    process.stderr.write(`\n${SAID[this.now]}\n`);
  }
}
