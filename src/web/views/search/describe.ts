import { channelById } from "../../model/channels/channels.ts";
import { topicName } from "../../model/channels/topics.ts";
import { hasNamesake } from "../../model/people/people-by-name.ts";
import { userById } from "../../model/people/users.ts";
import type { Term } from "../../model/routes/place.ts";
import type { State } from "../../model/state.ts";
import { listed, withCommas } from "../../words/format.ts";
import { searchWords } from "../../words/search.ts";
import { nameOfUser } from "../people/names.ts";

/** Describes a search term, such as "in #general" or "not from Ada". */
export function describeTerm(term: Term, state: State): string {
  const text = positive(term, state);
  return term.negated ? searchWords().not(text) : text;
}

/** Describes a whole search, for titles. */
export const describeSearch = (terms: readonly Term[], state: State): string =>
  withCommas(terms.map((term) => describeTerm(term, state)));

function positive({ operator, operand }: Term, state: State): string {
  const w = searchWords().filter;
  const text = String(operand);
  switch (operator) {
    case "search":
      return searchWords().phrase(text.replace(/^"([^"]*)"$/, "$1"));
    case "channel":
      return w.channel(typeof operand === "number" ? (channelById(state, operand)?.name ?? text) : text);
    case "topic":
      return w.topic(topicName(state, text));
    case "sender":
      return isMe(operand, state) ? w.senderMe : w.sender(userName(operand, state));
    case "mentions":
      return isMe(operand, state) ? w.mentionsMe : w.mentions(userName(operand, state));
    case "dm": {
      const users = typeof operand === "object" ? operand : [operand];
      return users.length === 0 ? w.dmSelf : w.dm(listed(users.map((user) => userName(user, state))));
    }
    case "dm-including":
      return w.dmIncluding(isMe(operand, state) ? searchWords().me : userName(operand, state));
    case "near":
      return w.near(text);
    case "id":
      return w.id(text);
    case "with":
      return w.with(text);
    case "has":
    case "is":
    case "channels":
    case "in": {
      const known: Readonly<Record<string, string>> = w[operator];
      return known[text] ?? `${operator}:${text}`;
    }
    default:
      return `${operator}:${text}`;
  }
}

const isMe = (operand: Term["operand"], state: State) => operand === "me" || operand === state.user_id;

/** Returns a user's name. Namesakes are distinguished by their email addresses. */
function userName(operand: Term["operand"], state: State): string {
  if (typeof operand !== "number") return String(operand);
  const user = userById(state, operand);
  const name = nameOfUser(state, operand);
  return user !== undefined && hasNamesake(state, user) ? `${name} (${user.delivery_email ?? operand})` : name;
}
