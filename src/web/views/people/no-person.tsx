import { Empty } from "../../parts/lists/empty.tsx";
import { messageWords } from "../../words/message.ts";
import { peopleWords } from "../../words/people.ts";
import { PlaceBar } from "../shell/place-bar.tsx";

/** What is shown in place of a conversation with somebody who is not there, or not for oneself. */
export function NoPerson() {
  const { gone } = peopleWords();
  return (
    <>
      <PlaceBar title={messageWords().unknownUser} />
      <Empty icon="user" title={gone.title} text={gone.text} />
    </>
  );
}
