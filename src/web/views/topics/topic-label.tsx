import { navWords } from "../../words/nav.ts";
import "./topic-label.css";
import { isResolved, unresolved } from "../../model/messages/resolved.ts";
import type { State } from "../../model/state.ts";
import { Icon } from "../../parts/icon.tsx";
import { topicName } from "./topic-name.ts";

/** The name of a topic, with a mark if it is resolved. */
export function TopicLabel({ state, topic }: { readonly state: State; readonly topic: string }) {
  if (!isResolved(topic)) return <>{topicName(state, topic)}</>;
  return (
    <>
      <span class="topic-resolved">
        <Icon name="check" size={14} />
        <span class="for-readers">{navWords().resolved} </span>
      </span>
      {unresolved(topic)}
    </>
  );
}
