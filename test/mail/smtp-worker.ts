import { readMailServer } from "../../src/config/mail-server.ts";
import { sendBySmtp } from "../../src/features/email/smtp.ts";
import { Unsent } from "../../src/features/email/unsent.ts";
import type { Told, Trial } from "./trial.ts";

export { CallRoomObject as CallRoom } from "../../src/call-room-object.ts";
export { HasherObject as Hasher } from "../../src/hasher-object.ts";
export { ImporterObject as Importer } from "../../src/importer-object.ts";
export { RealmObject as Realm } from "../../src/realm-object.ts";
export { RelayObject as Relay } from "../../src/relay-object.ts";

/** A Worker that sends the email in a request's body, and returns the SMTP conversation. */
export default {
  async fetch(request: Request): Promise<Response> {
    const { address, envelope, letter, patience } = await request.json<Trial>();
    const server = readMailServer(address);
    const heard: string[] = [];
    const told = (error?: Told["error"]) => Response.json({ heard, ...(error && { error }) } satisfies Told);
    if (typeof server === "string") return told({ message: server, said: "", refuses: "nothing" });
    const hear = (line: string) => heard.push(line);
    try {
      await sendBySmtp({ server, name: "chat.example.org", hear, patience }, envelope, letter);
      return told();
    } catch (error) {
      if (!(error instanceof Unsent)) throw error;
      const { message, said, refuses } = error;
      return told({ message, said, refuses });
    }
  },
};
