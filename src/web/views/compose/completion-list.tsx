import type { RefObject } from "preact";
import type { Candidate } from "../../model/completion/candidate.ts";
import { words } from "../../words/words.ts";
import { CandidateRow } from "./candidate-row.tsx";
import type { Offer } from "./completer.ts";
import { OptionList } from "./option-list.tsx";

interface CompletionListProps {
  readonly id: string;
  readonly area: RefObject<HTMLElement | null>;
  readonly offer: Offer;
  readonly chosen: number;
  readonly onTake: (at: number) => void;
  readonly onChoose: (at: number) => void;
}

/** The candidates for what is being typed. */
export const CompletionList = ({ offer, area, ...rest }: CompletionListProps) => (
  <OptionList
    {...rest}
    label={words().compose.completions}
    anchor={area}
    options={offer.candidates}
    keyOf={keyOf}
    row={(candidate) => <CandidateRow candidate={candidate} />}
  />
);

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
    case "time":
      return `time ${candidate.choice}`;
  }
}
