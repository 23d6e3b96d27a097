import { Empty } from "../../parts/progress.tsx";
import { messageWords } from "../../words/feed.ts";
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
