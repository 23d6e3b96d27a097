import { Empty } from "../../parts/empty.tsx";
import { peopleWords } from "../../words/people-words.ts";
import { words } from "../../words/words.ts";
import { PlaceBar } from "../shell/place-bar.tsx";

/** What is shown in place of a conversation with somebody who is not there, or not for oneself. */
export function NoPerson() {
  const { gone } = peopleWords();
  return (
    <>
      <PlaceBar title={words().message.unknownUser} />
      <Empty icon="user" title={gone.title} text={gone.text} />
    </>
  );
}
