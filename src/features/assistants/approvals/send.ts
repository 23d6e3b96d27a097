import type { Markup } from "../../../markup/index.ts";
import type { Actor, Grant } from "../../../protocol/actor.ts";
import { checkContent } from "../../../protocol/message-content.ts";
import type { Realm } from "../../../realm/realm.ts";
import { randomToken } from "../../../util/random.ts";
import { destinationOf, type MessageAddress, renderChecked } from "../../messages/core/send/outgoing-message.ts";
import type { Repeating } from "../../messages/scheduled-messages/recurrence.ts";
import { checkDue } from "../../messages/scheduled-messages/scheduled-messages.ts";
import { rulesFor } from "./approval.ts";
import { auditDecision, auditRefusal, clientsPart, type Decision, resultKeys, settledOutcome } from "./decision.ts";
import { deliver } from "./deliver.ts";
import { outcomeNow, propose } from "./requests.ts";
import { keepOutcome, type Once, type WriteResult } from "./results.ts";
import { placeNamed } from "./texts.ts";

export interface WantedMessage {
  readonly tool: string;
  readonly address: MessageAddress;
  /** The text, including any edits the user made when asked for approval. */
  readonly content: string;
  readonly markup: Markup;
  readonly client: string;
  /** When to send the message, if not now. */
  readonly due: Repeating | undefined;
  readonly key: string | undefined;
  readonly digest: string;
  readonly asks: boolean;
  readonly decision: Decision | undefined;
}

/**
 * Sends a message in a user's name, or asks the user first. Everything happens in one change, so a repeated call sends
 * the message only once.
 */
export function sendForAssistant(realm: Realm, actor: Actor, grant: Grant, wanted: WantedMessage): WriteResult {
  const { content, tool } = wanted;
  const { asks, decision } = clientsPart(grant, wanted);
  const once = onceOf(wanted);
  const settled = settledOutcome(realm, actor, grant, { once, decision });
  if (settled !== undefined) return outcomeNow(realm, actor, grant, settled);
  checkContent(content);
  if (wanted.due !== undefined) checkDue(realm, wanted.due.due_at);
  const destination = destinationOf(realm, actor, wanted.address);
  const rendered = renderChecked(realm, actor, destination, wanted.markup);
  const rules = rulesFor(realm, actor, grant, { destination, content, mentions: rendered.mentions });
  const message = { destination, rendered, content, markup: wanted.markup, client: wanted.client, due: wanted.due };
  if (decision === undefined ? rules.length === 0 : !decision.differs) {
    if (decision !== undefined) auditDecision(realm, actor, grant, { approved: true, by: "client" });
    const approval = decision === undefined ? "none" : "client";
    return keepOutcome(realm, grant, once, deliver(realm, { actor, grant }, message, { tool, approval }));
  }
  if (rules.length > 0) auditRefusal(realm, actor, grant, { tool, rules });
  if (asks) {
    const question = randomToken(realm.random, 24);
    return { state: "ask", question, text: content, where: placeNamed(realm, actor, destination) };
  }
  return keepOutcome(realm, grant, once, propose(realm, actor, grant, { ...message, tool }));
}

const onceOf = ({ key, digest, decision }: WantedMessage): Once => ({
  digest,
  keys: [...(key === undefined ? [] : [`key ${key}`]), ...resultKeys(decision)],
});
