import type { Realm } from "../../../realm/realm.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";

/**
 * The headers by which programs for mail show the letters about a conversation together: all of them say that they answer
 * a first one, which was never sent. Services for mail choose the Message-ID of each letter themselves.
 */
export function threadHeaders(realm: Realm, place: MessageIndexRow | null): Record<string, string> {
  const [domain = "localhost"] = realm.host.split(":");
  const conversation = place === null ? "unread" : `conversation-${place.conversation_id}-${place.topic_id ?? 0}`;
  const first = `<${conversation}@${domain}>`;
  return {
    "In-Reply-To": first,
    References: first,
    // Programs of people who are away need not tell the server.
    "X-Auto-Response-Suppress": "All",
  };
}
