import { useRef, useState } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import type { Person } from "../../../model/completion/candidate.ts";
import { peopleIndex } from "../../../model/completion/completables.ts";
import { distanceOfPeople } from "../../../model/completion/nearness.ts";
import { ranked } from "../../../model/completion/ranked.ts";
import type { UserId } from "../../../model/ids.ts";
import { Icon } from "../../../parts/icon.tsx";
import { composeWords } from "../../../words/compose.ts";
import { CandidateRow } from "../completion/candidate-row.tsx";
import { SuggestInput } from "../completion/suggest-input.tsx";
import { useWanted } from "../completion/use-wanted.ts";
import type { Composition } from "../composition.ts";
import { namesOf } from "./where.ts";

interface DirectFieldsProps {
  readonly composition: Composition;
  readonly users: readonly UserId[];
  readonly onDone: () => void;
}

/** The recipients of a direct message, and a field to add more of them. */
export function DirectFields({ composition, users, onDone }: DirectFieldsProps) {
  const client = useClient();
  const state = client.watch("users", "unread");
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  useWanted(composition, "target", () => input.current, "direct");
  const compose = composeWords();
  const distance = distanceOfPeople(state, { messages: [], users: [], subscribers: undefined });
  const others = peopleIndex(state).filter(({ thing }) => !users.includes(thing.id));
  const choose = (chosen: readonly UserId[]) => composition.retarget({ kind: "direct", users: chosen });
  return (
    <>
      <ul class="composer-people" aria-label={compose.people}>
        {users.map((id, at) => (
          <li key={id} class="composer-person">
            <bdi>{namesOf(state, [id])[0]}</bdi>
            <button
              type="button"
              class="composer-remove"
              aria-label={compose.removePerson(namesOf(state, [id])[0] ?? "")}
              onClick={() => {
                choose(users.filter((one) => one !== id));
                input.current?.focus();
              }}
            >
              <Icon name="x" size={12} />
            </button>
            {at < users.length - 1 && <span class="for-readers">, </span>}
          </li>
        ))}
      </ul>
      <SuggestInput<Person>
        label={compose.addPeople}
        placeholder={users.length === 0 ? compose.people : compose.addPeople}
        text={typed}
        input={input}
        none={compose.noPersonMatch}
        onText={setTyped}
        free={typed === "" && users.length > 0}
        options={ranked(others, typed, { limit: 8, distance: ({ id }) => distance(id) })}
        keyOf={({ id }) => id}
        row={(person) => <CandidateRow candidate={{ kind: "person", person }} />}
        onTake={({ id }) => {
          setTyped("");
          // The user always takes part, and is listed only in a message to themselves.
          const others = [...users, id].filter((one) => one !== state.user_id);
          choose(others.length === 0 ? [id] : others);
        }}
        onEnter={() => users.length > 0 && onDone()}
        onBack={() => choose(users.slice(0, -1))}
      />
    </>
  );
}
