const SAID = {
  reading: "Interrupted. Nothing was sent.",
  uploading:
    "Interrupted. The server keeps what it has: run the same command again to resume, or with --cancel to give it up.",
  working:
    "The server continues the import by itself. Run the same command to follow it again, or with --cancel to undo it.",
};

/** Stage of a command, which decides what happens to the import if it is interrupted. */
export class Stage {
  now: keyof typeof SAID = "reading";

  /** Prints what continues without the command. */
  tell() {
    process.stderr.write(`\n${SAID[this.now]}\n`);
  }
}
