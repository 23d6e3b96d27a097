import type { Config } from "../../config/config.ts";
import type { Env } from "../../config/env.ts";
import { machineClock } from "../../util/clock.ts";
import { compose } from "./compose.ts";
import { transmit } from "./transport.ts";
import { Unsent } from "./unsent.ts";

/** Recorded lines of a conversation, and maximum characters of each. */
const [MAX_LINES, MAX_CHARACTERS] = [200, 1000];

interface Trial {
  readonly conversation: readonly string[];
  /** Why the email wasn't sent; undefined if it was. */
  readonly problem: string | undefined;
}

/** Sends a test email that only says where it comes from, and reports the result. */
export async function tryMail(worker: { readonly config: Config; readonly env: Env }, to: string): Promise<Trial> {
  const { mailFrom, rootDomain } = worker.config;
  const paragraphs = [`This email was sent by the Parley server of ${rootDomain}, to see whether that works. It does.`];
  const mail = compose({ to, subject: `Test email from ${rootDomain}`, paragraphs }, mailFrom);
  const stamp = { id: crypto.randomUUID(), date: machineClock.milliseconds() };
  const conversation: string[] = [];
  const hear = (line: string) => {
    if (conversation.length < MAX_LINES) conversation.push(line.slice(0, MAX_CHARACTERS));
  };
  try {
    await transmit(worker, mail, stamp, hear);
    return { conversation, problem: undefined };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const said = error instanceof Unsent ? error.said.slice(0, MAX_CHARACTERS) : "";
    return { conversation, problem: said === "" ? message : `${message}: ${said}` };
  }
}
