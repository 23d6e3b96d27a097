import { Empty } from "../../parts/lists/empty.tsx";
import { inboxWords } from "../../words/inbox.ts";
import { navWords } from "../../words/nav.ts";
import { topicsWords } from "../../words/topics.ts";
import { PlaceBar } from "../shell/place-bar.tsx";

/** Shown in place of a channel that does not exist or that the user cannot see. */
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
