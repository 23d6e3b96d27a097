import { Empty } from "../../parts/lists/empty.tsx";
import { messageWords } from "../../words/message.ts";
import { peopleWords } from "../../words/people.ts";
import { PlaceBar } from "../shell/place-bar.tsx";

/** Shown in place of a conversation with someone who does not exist or whom the user cannot see. */
export function NoPerson() {
  const { gone } = peopleWords();
  return (
    <>
      <PlaceBar title={messageWords().unknownUser} />
      <Empty icon="user" title={gone.title} text={gone.text} />
    </>
  );
}
