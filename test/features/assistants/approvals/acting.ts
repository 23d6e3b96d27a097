import { changeForAssistant } from "../../../../src/features/assistants/approvals/change.ts";
import { countToolCall, type ToolKind } from "../../../../src/features/assistants/approvals/limits.ts";
import { noteLinks } from "../../../../src/features/assistants/approvals/links.ts";
import { accessRequest, askPerson } from "../../../../src/features/assistants/approvals/requests.ts";
import { sendForAssistant, type WantedMessage } from "../../../../src/features/assistants/approvals/send.ts";
import { accessUser } from "../../../../src/features/organization/accounts/access.ts";
import { actorOf } from "../../../../src/features/organization/accounts/accounts.ts";
import { parseMarkupNow } from "../../../../src/markup/index.ts";
import type { Actor, Grant } from "../../../../src/protocol/actor.ts";
import { toUserId } from "../../../../src/protocol/ids.ts";
import type { Realm } from "../../../../src/realm/realm.ts";
import { storeGrant } from "../../../support/assistant.ts";
import { fetchMessages } from "../../../support/messages.ts";
import { inRealm } from "../../../support/object.ts";
import type { Json, Person } from "../../../support/person.ts";

/** The message an assistant wants to send, in terms of the API. */
interface Wanted {
  readonly to: number | readonly number[];
  readonly topic?: string;
  readonly content?: string;
  readonly key?: string;
  readonly asks?: boolean;
  readonly decision?: WantedMessage["decision"];
  readonly digest?: string;
}

/** An assistant that acts for a user. It uses only what assistants can use. */
export class Acting {
  readonly grant: Grant;

  constructor(
    readonly person: Person,
    grant: Partial<Grant> = {},
  ) {
    const scopes: Grant["scopes"] = new Set(["read", "read:direct", "write", "write:direct"]);
    this.grant = {
      id: 7,
      name: "Claude",
      scopes,
      approval: "none",
      clientAnswers: true,
      excludedChannels: new Set(),
      excludedUsers: new Set(),
      ...grant,
    };
  }

  do<T>(work: (realm: Realm, actor: Actor, grant: Grant) => T): Promise<T> {
    return inRealm(this.person, (realm) =>
      realm.change(() => {
        storeGrant(realm, this.person.id, this.grant);
        const actor = { ...actorOf(accessUser(realm, null, toUserId(this.person.id))), grant: this.grant };
        return work(realm, actor, this.grant);
      }),
    );
  }

  send({ to, topic, content = "hi", key, asks = false, decision, digest }: Wanted) {
    return this.do((realm, actor, grant) =>
      sendForAssistant(realm, actor, grant, {
        ...{ tool: "send_message", content, markup: parseMarkupNow(content), client: "ParleyTest", due: undefined },
        address: { isDirect: typeof to !== "number", to, topic },
        ...{ key, asks, decision, digest: digest ?? JSON.stringify([to, topic, content]) },
      }),
    );
  }

  /** Edits a message or, if `content` is undefined, deletes it. */
  change = (message_id: number, content: string | undefined) =>
    this.do((realm, actor, grant) =>
      changeForAssistant(realm, actor, grant, {
        ...{ tool: "edit_message", message_id, topic: undefined, prev_content_sha256: undefined },
        ...{ deletes: content === undefined, digest: "of a change", asks: true, decision: undefined },
        text: content === undefined ? null : { content, markup: parseMarkupNow(content) },
      }),
    );

  ask = (question: string, choices: readonly string[] = []) =>
    this.do((realm, actor, grant) => askPerson(realm, actor, grant, { question, choices, about: undefined }));

  request = (handle: string | undefined) =>
    this.do((realm, actor, grant) => accessRequest(realm, actor, grant, handle ?? ""));

  reads = (links: readonly (readonly [string, number])[]) =>
    this.do((realm, _, grant) => noteLinks(realm, grant, links));

  count = (kind: ToolKind) => this.do((realm, _, grant) => countToolCall(realm, grant, kind));
}

/** Returns the notification bot's latest message to a user. */
export async function noticeTo(person: Person): Promise<Json> {
  const { messages } = await fetchMessages(person, { narrow: [["is", "dm"]], apply_markdown: false });
  return messages.filter(({ sender_email }: Json) => sender_email.startsWith("notification-bot@")).at(-1);
}

export const APPROVE = { emoji_name: "check" };
export const DECLINE = { emoji_name: "cross_mark" };

export const react = (person: Person, message: number, emoji: Json) =>
  person.post(`/messages/${message}/reactions`, emoji);
