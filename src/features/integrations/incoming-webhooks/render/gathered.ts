import type { WebhookMessage } from "../integration.ts";

/** Maximum messages per delivery. The last one contains the rest. */
const MAX_MESSAGES = 20;

export function gathered(messages: readonly WebhookMessage[], topic: string): readonly WebhookMessage[] {
  if (messages.length <= MAX_MESSAGES) return messages;
  const more = messages.slice(MAX_MESSAGES - 1);
  const content = more.map((message) => message.content).join("\n\n");
  const event = more[0]?.event;
  const isOfOne = more.every((message) => message.event === event);
  return [...messages.slice(0, MAX_MESSAGES - 1), { ...(event !== undefined && isOfOne && { event }), topic, content }];
}
