import { useClient } from "../../client/client.ts";
import { typingIn } from "../../model/people/typing.ts";
import { directKey, topicKey } from "../../model/places/conversation.ts";
import type { Place } from "../../model/places/place.ts";
import { feedWords } from "../../words/feed.ts";
import { listed } from "../../words/format.ts";
import { nameOfUser } from "../people/names.ts";

/** The number of people who are named; more are "several". */
const MOST = 3;

/** Names those who are typing in the conversation. Its line is always there, so that nothing moves. */
export function TypingLine({ place }: { readonly place: Place }) {
  const client = useClient();
  const state = client.watch("typing", "users", "account");
  if (place.view !== "topic" && place.view !== "direct") return null;
  const key = place.view === "topic" ? topicKey(place.channel, place.topic) : directKey(place.users);
  const users = state.user_settings.receives_typing_notifications ? typingIn(state, key) : [];
  const names = listed(users.map((id) => nameOfUser(state, id)));
  const w = feedWords();
  return (
    <p class="typing-line one-line" aria-live="off">
      {users.length > MOST ? w.manyTyping : users.length > 0 && w.typing(names, users.length)}
    </p>
  );
}
