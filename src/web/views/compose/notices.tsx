import type { ComponentChildren } from "preact";
import type { State } from "../../model/state.ts";
import { Icon, type IconName } from "../../parts/icon.tsx";
import { composeWords } from "../../words/compose.ts";
import { listed } from "../../words/format.ts";
import type { Problem } from "./problems.ts";

interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
}

export interface NoticeProps {
  readonly icon?: IconName;
  /** True if the notice is about the state of the place, not about what is being written. */
  readonly isQuiet?: boolean;
  readonly children: ComponentChildren;
  readonly action?: NoticeAction | undefined;
  /** A button for the other answer, if the notice is a question. */
  readonly otherAction?: NoticeAction;
}

/** A line above the text with a warning, and optionally a button for what to do about it. */
export const Notice = ({ icon = "info", isQuiet = false, children, action, otherAction }: NoticeProps) => (
  <div class={isQuiet ? "composer-notice composer-notice-quiet" : "composer-notice"}>
    <Icon name={icon} size={15} />
    <span>{children}</span>
    {[action, otherAction].map(
      (one) =>
        one && (
          <button key={one.label} type="button" class="composer-notice-action" onClick={one.run}>
            {one.label}
          </button>
        ),
    )}
  </div>
);

/** Joins people's names for use in a sentence. */
export const listedNames = (names: readonly string[]): string =>
  listed(names.map((name) => composeWords().nameInList(name)));

export function problemText(problem: Problem, state: State): string {
  const { problems } = composeWords();
  switch (problem.kind) {
    case "tooLong":
      return problems.tooLong(problem.over, state.max_message_length);
    case "topicTooLong":
      return problems.topicTooLong(state.max_topic_length);
    case "onlyEmptyTopic":
      return problems.onlyEmptyTopic(state.realm_empty_topic_display_name);
    case "deactivated":
      return problems.deactivated(problem.names.length, listedNames(problem.names));
    case "mayNotMentionAll":
      return problems.mayNotMentionAll(problem.count);
    default:
      return problems[problem.kind];
  }
}
