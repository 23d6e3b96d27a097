import type { Language } from "../protocol/language.ts";
import { refusalWords } from "./refusal-words.ts";

/** The API's refusal of a page's request, in the words of whoever reads the page. */
export interface Refusal {
  readonly msg: string;
  readonly status: number;
  readonly code: string;
  /** Stands for the password, where a code of the second factor is wanted, too. */
  readonly ticket?: string | undefined;
}

interface Failure {
  readonly login_ticket?: string;
  readonly msg?: string;
  readonly code?: string;
  readonly "retry-after"?: number;
}

/** Reads the refusal of a request that a page has sent. */
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
  if (code === "RATE_LIMIT_HIT") return words.tooOften(seconds ?? 60);
  if (code === "REQUEST_VARIABLE_MISSING") return words.fieldMissing;
  return words.messages[msg] ?? msg;
}
