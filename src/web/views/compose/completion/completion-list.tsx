import { composeWords } from "../../../words/compose.ts";
import "./completion-list.css";
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Candidate } from "../../../model/completion/candidate.ts";
import { Options } from "../../../parts/fields/options.tsx";
import { CandidateRow } from "./candidate-row.tsx";
import type { Offer } from "./completer.ts";

interface CompletionListProps {
  readonly id: string;
  readonly area: RefObject<HTMLElement | null>;
  readonly offer: Offer;
  readonly chosen: number;
  readonly onTake: (at: number) => void;
  readonly onChoose: (at: number) => void;
}

/** The element that the list must not cover: the whole composer, or the field alone if the composer fills the window. */
function frameOf(field: HTMLElement | null): HTMLElement | null {
  const frame = field?.closest<HTMLElement>(".compose-frame") ?? null;
  return frame !== null && frame.offsetHeight < innerHeight / 2 ? frame : field;
}

/** The list of completions. The focus stays in the field, which names the chosen one by `aria-activedescendant`. */
export function CompletionList({ id, area, offer, chosen, onTake, onChoose }: CompletionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: "nearest" });
  }, [chosen, offer]);
  return (
    <Options class="compose-options" below={() => frameOf(area.current)}>
      <div ref={list} id={id} role="listbox" aria-label={composeWords().completions}>
        {offer.candidates.map((candidate, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          <div
            key={keyOf(candidate)}
            id={`${id}-${at}`}
            role="option"
            class="option"
            tabIndex={-1}
            aria-selected={at === chosen}
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => at !== chosen && onChoose(at)}
            onClick={() => onTake(at)}
          >
            <CandidateRow candidate={candidate} />
          </div>
        ))}
      </div>
    </Options>
  );
}

function keyOf(candidate: Candidate): string {
  switch (candidate.kind) {
    case "person":
      return `person ${candidate.person.id}`;
    case "group":
      return `group ${candidate.group.id}`;
    case "wildcard":
      return `wildcard ${candidate.wildcard}`;
    case "channel":
      return `channel ${candidate.channel.id}`;
    case "topic":
      return `topic ${candidate.topic}`;
    case "emoji":
      return `emoji ${candidate.emoji.name}`;
    case "command":
      return `command ${candidate.command}`;
    case "language":
      return `language ${candidate.language}`;
    case "bot command":
      return `bot command ${candidate.command.name}`;
    case "time":
      return `time ${candidate.choice}`;
  }
}
