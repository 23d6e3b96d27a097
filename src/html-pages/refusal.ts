import type { Language } from "../protocol/language.ts";
import { duration, refusalWords } from "./refusal-words.ts";

/** The API's error for a page's request, in the reader's language. */
export interface Refusal {
  readonly msg: string;
  readonly status: number;
  readonly code: string;
  /** Ticket that the next request sends instead of the password, together with the code of the second factor. */
  readonly ticket?: string | undefined;
}

interface Failure {
  readonly login_ticket?: string;
  readonly msg?: string;
  readonly code?: string;
  readonly "retry-after"?: number;
}

export async function readRefusal(answer: Response, language: Language): Promise<Refusal> {
  const failure = await answer.json<Failure>();
  return {
    msg: refusalText(failure, language),
    status: answer.status,
    code: failure.code ?? "",
    ticket: failure.login_ticket,
  };
}

function refusalText({ msg = "", code = "", "retry-after": seconds }: Failure, language: Language): string {
  const words = refusalWords[language];
  if (code === "RATE_LIMIT_HIT") return words.tooOften(duration(seconds ?? 60, language));
  if (code === "REQUEST_VARIABLE_MISSING") return words.fieldMissing;
  const messages: Readonly<Record<string, string>> = words.messages;
  return messages[msg] ?? msg;
}
