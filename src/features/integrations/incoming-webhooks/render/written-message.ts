import { RefusedPayload, type WebhookMessage } from "../integration.ts";
import type { Payload } from "./payload.ts";

/** A message composed by the person who configured the service: `topic` (or `subject`) and `content`. */
export function writtenMessage(payload: Payload): WebhookMessage {
  const isText = (name: string) => !payload.has(name) || typeof payload.at(name).value === "string";
  if (!["topic", "subject", "content"].every(isText)) throw new RefusedPayload("Malformed payload");
  const topic = payload.oneOf(["topic", "subject"], "");
  const content = payload.text("content", "");
  if (topic === "") throw new RefusedPayload("Topic can't be empty");
  if (content.trim() === "") throw new RefusedPayload("Content can't be empty");
  return { topic, content };
}
