import { privacyOf } from "../channels/channel-list.ts";
import { channelById } from "../channels/channels.ts";
import { isHidden, isResolved, VISIBILITY, visibilityOf } from "../channels/topics.ts";
import { callsMe, hasAlertWord, isRead, isStarred, type Message } from "../message.ts";
import { conversationOf, topicNameKey } from "../routes/conversation.ts";
import type { Term } from "../routes/place.ts";
import type { State } from "../state.ts";

type MatchResult = boolean | undefined;

/** Returns whether a message matches a narrow. Undefined if only the server can decide, as for full-text search. */
export function matches(terms: readonly Term[], message: Message, state: State): MatchResult {
  const answers = terms.map((term) => {
    const answer = matchesTerm(term, message, state);
    return term.negated === true && answer !== undefined ? !answer : answer;
  });
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}

function matchesTerm({ operator, operand }: Term, message: Message, state: State): MatchResult {
  switch (operator) {
    case "channel":
      return message.type === "stream" && message.stream_id === operand;
    case "topic":
      return message.type === "stream" && topicNameKey(message.subject) === topicNameKey(String(operand));
    case "dm":
      return Array.isArray(operand) && isAmong(message, operand, state);
    case "dm-including":
      return message.type === "private" && message.display_recipient.some(({ id }) => id === operand);
    case "sender":
      return message.sender_id === (operand === "me" ? state.user_id : operand);
    case "mentions": {
      const user = operand === "me" ? state.user_id : operand;
      return message.content.includes(`<span class="user-mention" data-user-id="${user}">`);
    }
    case "id":
      return message.id === operand;
    case "near":
      return true;
    case "is":
      return matchesState(operand, message, state);
    case "in":
      return operand === "all" || (operand === "home" ? isAtHome(message, state) : undefined);
    case "channels":
      return matchesChannels(operand, message, state);
    case "has":
      if (operand === "assistant") return !!message.assistant;
      return operand === "reaction" ? message.reactions.length > 0 : undefined;
    default:
      return undefined;
  }
}

function isAmong(message: Message, users: readonly number[], state: State): boolean {
  const conversation = conversationOf(message, state.user_id);
  if (conversation.kind !== "direct") return false;
  const wanted = users.filter((id) => id !== state.user_id).sort((a, b) => a - b);
  return conversation.users.join() === wanted.join();
}

function matchesState(operand: Term["operand"], message: Message, state: State): MatchResult {
  switch (operand) {
    case "dm":
      return message.type === "private";
    case "starred":
      return isStarred(message);
    case "mentioned":
      return callsMe(message);
    case "unread":
      return !isRead(message);
    case "alerted":
      return hasAlertWord(message);
    case "resolved":
      return message.type === "stream" && isResolved(message.subject);
    case "followed":
      return (
        message.type === "stream" && visibilityOf(state, message.stream_id, message.subject) === VISIBILITY.followed
      );
    case "muted":
      return message.type === "stream" && isHidden(state, message.stream_id, message.subject);
    default:
      return undefined;
  }
}

const isAtHome = (message: Message, state: State): boolean =>
  message.type === "private" || !isHidden(state, message.stream_id, message.subject) || callsMe(message);

function matchesChannels(operand: Term["operand"], message: Message, state: State): MatchResult {
  if (message.type !== "stream") return false;
  const channel = channelById(state, message.stream_id);
  if (channel === undefined) return undefined;
  switch (operand) {
    case "public":
      return privacyOf(channel) !== "private";
    case "web-public":
      return privacyOf(channel) === "web-public";
    case "archived":
      return channel.is_archived;
    default:
      return undefined;
  }
}
