import { Empty } from "../../parts/lists/empty.tsx";
import { inboxWords } from "../../words/inbox.ts";
import { navWords } from "../../words/nav.ts";
import { topicsWords } from "../../words/topics.ts";
import { PlaceBar } from "../shell/place-bar.tsx";

/** What is shown in place of a channel that is not there, or not for oneself. */
export function NoChannel() {
  const inbox = inboxWords();
  const nav = navWords();
  const { gone } = topicsWords();
  return (
    <>
      <PlaceBar title={nav.unknownChannel} />
      <Empty icon="hash" title={gone.title} text={gone.text}>
        <a class="button" href="#channels/all">
          {inbox.browse}
        </a>
      </Empty>
    </>
  );
}
